"""What can be set up by hand besides marbles is told for any text, whether it can stand yet or not."""

from __future__ import annotations

import billes
from billes.core.position import start

from .test_play import Visitors


def test_trays_can_be_set_up(visitor: Visitors) -> None:
    host = visitor()
    text = str(start("bilitaire"))
    told = host.post("/position/setup", {"game": "bilitaire", "text": text})["gestures"]
    first, held = told["nodes"][0], told["nodes"][told["nodes"][0]["next"]["tray:B1"]]
    assert first["ask"] == "bilitaire.setup"
    assert held["next"]["slot:A1"].startswith("oo__oo__/")
    assert told["labels"]["tray:B1"] == {"key": "handle.setup.tray", "params": {"slot": "B1"}}
    again = host.post("/position/setup", {"game": "bilitaire", "text": held["next"]["slot:A1"]})["gestures"]
    assert "tray:A1" in again["nodes"][0]["next"]


def test_other_games_and_broken_texts_have_nothing_to_set_up(visitor: Visitors) -> None:
    host = visitor()
    for asked in ({"game": "quits"}, {"game": "bilitaire", "text": "x"}, {"game": "bilitaire"}):
        assert host.post("/position/setup", asked)["gestures"]["nodes"] == []


WIDE = "222\n1221\n222\n1221\n1221\n222\n1221\n222\n"
"""A board of Balanx with eight files and six ranks."""


def test_a_board_is_given_as_a_text(visitor: Visitors) -> None:
    host = visitor()
    assert {row["game"]: row["boards"] for row in host.get("/games")} == {
        name: name == "balanx" for name in billes.GAMES
    }
    view = host.post("/position", {"game": "balanx", "board": WIDE})
    assert (view["variant"], view["text"]) == ("large", str(start("balanx", board=WIDE)))
    made = host.create("balanx", variant="large", start=view["text"])
    with host.live(made["table"]) as line:
        line.until("state")
        assert str(line.position()) == view["text"]
        assert view["text"].endswith(" 1 222,1221,222,1221,1221,222,1221,222")


def test_a_board_that_cannot_be_read_is_explained(visitor: Visitors) -> None:
    host = visitor()
    for asked in (
        {"game": "balanx", "board": "222\n12"},
        {"game": "balanx", "board": "222x"},
        {"game": "pylos", "board": WIDE},
    ):
        assert host.refused("/position", asked) == "bad-position"
