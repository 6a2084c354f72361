"""What can be set up by hand besides marbles is told for any text, whether it can stand yet or not."""

from __future__ import annotations

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
