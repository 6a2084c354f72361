"""The rest of the interface: games, words, rules, pictures, positions, pages."""

from __future__ import annotations

import re
import unicodedata
from pathlib import Path

import pytest
from msgspec import json

import billes
from billes.core.position import read, start
from billes.core.sentences import catalogue
from billes.games.registry import GAMES
from billes.scenes.build import scene
from billes.server import errors, events
from billes.server.errors import STATUS, Refused
from billes.server.names import clean
from billes.server.network.rates import RateLimit

from .client import said
from .test_play import Visitors, pair

DOCS = Path(__file__).parents[2] / "docs" / "api.md"


def test_games_and_words(visitor: Visitors) -> None:
    games = {game["game"]: game for game in visitor().get("/games")}
    assert games.keys() == GAMES.keys()
    for name, game in games.items():
        assert tuple(variant["variant"] for variant in game["variants"]) == GAMES[name]
        for variant in game["variants"]:
            first = start(name, variant["variant"])
            assert (variant["start"], variant["players"]) == (str(first), first.players)
            shipped = (name, variant["variant"]) == ("quits", "simple")
            assert variant["levels"] == list(range(1, 10 if shipped else 9)), "the ninth needs a tablebase"
        if shown := game["showcase"]:
            assert str(read(name, shown["variant"], shown["text"])) == shown["text"]
            assert scene(read(name, shown["variant"], shown["text"]), last=shown["last"]).marks
            assert game["scene"]["text"] == shown["text"]
        assert (game["scene"]["game"], bool(game["scene"]["slabs"])) == (name, True)
    for language in ("en", "fr"):
        sentences = visitor().get(f"/sentences/{language}")
        whole = catalogue(language)
        assert sentences.items() <= whole.items()
        parts = {**visitor().get(f"/sentences/{language}/lessons"), **visitor().get(f"/sentences/{language}/training")}
        assert parts.items() <= whole.items()
        assert not parts.keys() & sentences.keys(), "each sentence comes once"
        assert {key.partition(".")[0] for key in parts} == {"lesson", "page", "puzzle", "theme", "verdict", "practice"}
        left_out = {key.partition(".")[0] for key in whole.keys() - sentences.keys() - parts.keys()}
        assert left_out == {
            "terminal",
            "help",
            "metavar",
            "click",
            "serve",
            "tablebase",
            "match",
            "figure",
            "puzzles",
            "site",
        }
        assert [sentences[f"level.{number}"] for number in range(1, 10)]
    listed = visitor().get("/languages")
    assert [(each["language"], each["name"]) for each in listed] == [("en", "English"), ("fr", "Français")]
    assert visitor().refused("/sentences/xx", method="GET") == "not-found"


def test_errors_say_in_every_language_what_is_wrong(visitor: Visitors) -> None:
    host, nb = visitor(), "\N{NO-BREAK SPACE}"

    def french(**body: str) -> str:
        problem = host.http.post("/api/position", json={"game": "quits", **body}).json()
        assert problem["message"] == said(problem["sentence"], "en")
        return said(problem["sentence"], "fr")

    assert french(move="b2b3") == f"b3 n’est pas en diagonale de b2{nb}: un pas avance d’une case en diagonale"
    short = french(text=".11../11../1...2/...22/..22. 1 -")
    assert short == f"Position impossible{nb}: la rangée 2 a 5 places, et non 4{nb}: «{nb}11..{nb}»"
    assert french(game="quit").startswith(f"il n’y a pas de jeu «{nb}quit{nb}»{nb}; les jeux sont pylos, quits")


def test_every_error_can_be_said_in_every_language() -> None:
    """The keys in the code are those of the catalogue, and no language lacks a parameter's meaning."""
    source = "".join(path.read_text("utf-8") for path in Path(errors.__file__).parent.rglob("*.py"))
    named = set(re.findall(r'"((?:error|request)\.[a-z.-]+)"', source))
    plain = set(re.findall(r'Refused\("([a-z-]+)"(?:\)|, [a-z]+=)', source))
    used = named | {f"error.{code}" for code in plain} | {"error.no-draw", "error.no-rematch"}
    used |= {f"error.{code}" for code in ("too-large", "wrong-method")}  # what the framework refuses
    folder = Path(billes.__file__).parent / "locale"
    texts = [json.decode((folder / language / "server.json").read_bytes()) for language in ("en", "fr")]
    assert used == set(texts[0]) == set(texts[1])
    for key, text in texts[0].items():
        assert set(re.findall(r"{\w+}", texts[1][key])) <= set(re.findall(r"{\w+}", text)), key


def test_a_free_position(visitor: Visitors) -> None:
    host = visitor()
    view = host.post("/position", {"game": "quits"})
    assert view["text"] == str(start("quits"))
    assert view["gestures"]["nodes"]
    assert [move["move"] for move in view["moves"]] == [move.text for move in start("quits").moves]
    after = host.post("/position", {"game": "quits", "text": view["text"], "move": "b2c3"})
    assert after["text"] == str(start("quits").play("b2c3"))
    assert after["entry"]["sentences"] == [
        {"key": "move.quits.step", "params": {"from": "b2", "to": "c3"}, "players": {"name": 1}}
    ]
    assert view["moves"][0]["sentences"][0]["key"].startswith("move.quits.")
    assert after["motions"]
    assert host.refused("/position", {"game": "quits", "move": "a1a2"}) == "illegal"
    assert host.refused("/position", {"game": "quits", "text": "x"}) == "bad-position"
    assert host.refused("/position", {"game": "quits", "variant": "x"}) == "unknown-game"
    why = host.post("/position/why", {"game": "quits", "handle": "d4"})
    assert why["sentences"] == [{"key": "refused.theirs"}]
    nowhere = host.post("/position/why", {"game": "bilitaire", "handle": "zz", "touched": ["??"]})
    assert nowhere["sentences"][0]["key"].startswith("refused")
    over = host.post("/position", {"game": "quits", "variant": "simple", "text": ".1.../11.../...../...22/..... 1 -"})
    assert over["result"]["winner"] == 2
    assert over["player"] == 0
    assert over["gestures"]["nodes"] == []


def test_pictures(visitor: Visitors) -> None:
    host = visitor()
    for theme in ("light", "dark"):
        answer = host.http.get("/api/svg", params={"game": "balanx", "theme": theme, "rail": True, "language": "fr"})
        assert answer.text.startswith("<svg")
        assert "default-src 'none'" in answer.headers["content-security-policy"]


def test_stepping_through(visitor: Visitors) -> None:
    host, guest, table = pair(visitor)
    host.post(f"/tables/{table}/move", {"move": "b2c3", "answers": 1})
    first, second = (host.get(f"/tables/{table}/plies/{ply}") for ply in (0, 1))
    assert first["text"] == str(start("quits"))
    assert "motions" not in first
    assert second["motions"]
    assert second["entry"]["move"] == "b2c3"
    assert second["scene"] == host.get(f"/tables/{table}")["scene"]
    assert host.refused(f"/tables/{table}/plies/2", method="GET") == "not-found"
    assert len(host.get(f"/tables/{table}/moves")) == len(start("quits").play("b2c3").moves)
    nodes = second["gestures"]["nodes"]
    first_touch = next(touch for touch, target in nodes[0]["next"].items() if isinstance(target, int))
    more = host.get(f"/tables/{table}/gestures", touched=[first_touch])
    assert more["gestures"]["prefix"] == [first_touch]
    assert host.refused(f"/tables/{table}/gestures?touched=zz", method="GET") == "illegal"


def test_my_tables(visitor: Visitors) -> None:
    host, guest, table = pair(visitor)
    mine, his = host.get("/tables")[0], guest.get("/tables")[0]
    assert mine["table"] == his["table"] == table
    assert (mine["your_turn"], his["your_turn"]) == (True, False)
    assert visitor().get("/tables") == []
    guest.post(f"/tables/{table}/resign")
    assert host.get("/tables")[0]["result"]["reason"] == "resignation"


def test_the_interface_describes_itself(visitor: Visitors) -> None:
    host = visitor()
    paths = host.get("/openapi.json")["paths"]
    told = DOCS.read_text("utf-8")
    for path in paths:
        shown = re.sub(r"\{(name|ply|language|game|invite)\}", r"{\1}", path)
        stem = re.sub(r"\{.*?\}", "{}", shown)
        known = re.sub(r"\{.*?\}", "{}", told)
        assert f"`{stem}" in known, f"{path} is not in docs/api.md"
    page = host.http.get("/api/docs").text
    assert "GET /api/tables" in page
    assert "<script" not in page
    rows = re.findall(r"^\| (`[a-z`, -]+`) \| (\d{3}) \|", told.split("## Errors")[1].split("\n## ")[0], re.MULTILINE)
    listed = {code: int(status) for codes, status in rows for code in re.findall("[a-z-]+", codes)}
    assert listed == STATUS, "docs/api.md lists other errors than there are"
    for kind in events.EventKind.__args__:  # type: ignore[attr-defined]
        assert f"| `{kind}` |" in told, f"the event {kind} is not in docs/api.md"


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("Claire", "Claire"),
        ("", ""),
        (" \t\n", ""),
        ("a\u200bb\u202ec\ufeff", "abc"),
        ("<script>", "<script>"),
        ("é" * 50, "é" * 24),
        ("Z\u0351\u0352\u0353\u0354a", "Z\u0353\u0354a"),
        ("👩\u200d🚀", "👩🚀"),
        ("\ud800x", "x"),
    ],
)
def test_cleaning_names(typed: str, kept: str) -> None:
    assert clean(typed) == kept
    assert clean(kept) == kept


@pytest.mark.parametrize(
    "typed",
    [
        "\u200b",
        "\u200b \u200d\ufeff",
        "\u2800\u2800",
        "\u3164",
        "\u115f\u1160",
        "\u0301\u0302",
        "\u2067\u2069",
        "\U000e0041",
        "\ufe0f",
    ],
)
def test_names_that_show_nothing_are_refused(typed: str) -> None:
    with pytest.raises(Refused, match="can be seen"):
        clean(typed)
    assert clean(f"A{typed}") in ("A", f"A{typed}", unicodedata.normalize("NFC", f"A{typed}"))


def test_nobody_sits_down_with_a_name_that_shows_nothing(visitor: Visitors) -> None:
    host = visitor()
    assert host.http.put("/api/me", json={"name": "\u3164"}).status_code == 409
    seats = [{"kind": "here", "name": "\u200b"}, {"kind": "link"}]
    assert host.refused("/tables", {"game": "quits", "seats": seats}) == "bad-name"
    invite = host.create("quits", "here", "link")["seats"][1]["invite"]
    assert visitor().refused(invite, {"name": "\u2800"}) == "bad-name"


def test_a_rate_limit() -> None:
    quick = RateLimit(3, 1000)
    assert [quick.take("a") for _ in range(3)] == [True] * 3
    slow = RateLimit(2, 0.001)
    assert [slow.take("a") for _ in range(3)] == [True, True, False]
    assert slow.take("b")
