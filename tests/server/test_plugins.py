"""Games of other distributions on the server: one that does not work is left out, and the others are served."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

from billes.games.registry import BUILT_IN, origin
from tests.games.test_registry import RULES, install
from tests.plugin.bare import BARE, VARIANT, install_bare

from .client import SOURCES, Server, Visitor


def test_a_broken_plug_in_is_left_out_and_the_rest_is_served(tmp_path: Path) -> None:
    install(tmp_path, "bad", rules=RULES + "def moves(:")
    install(tmp_path, "good")
    server = Server(tmp_path / "tables.sqlite3", PYTHONPATH=f"{SOURCES}{os.pathsep}{tmp_path}")
    try:
        with Visitor(server) as visitor:
            games = [info["game"] for info in visitor.get("/games")]
            assert [game for game in games if game in BUILT_IN] == list(BUILT_IN)
            assert "good" in games
            assert "bad" not in games
            assert visitor.get("/games")  # and again
            assert visitor.refused("/tables", {"game": "bad", "seats": [{"kind": "here"}, {"kind": "here"}]})
            made = visitor.post("/tables", {"game": "quits", "seats": [{"kind": "here"}, {"kind": "here"}]})
            assert made["table"]
        (complaint,) = server.log().splitlines()
        assert "the game bad of billes_bad is left out: the rules of bad cannot be loaded: SyntaxError" in complaint
    finally:
        server.close()


def test_a_game_that_brings_only_what_every_game_has(tmp_path: Path) -> None:
    """What is optional is missing, and every address says so; nothing goes wrong."""
    install_bare(tmp_path)
    server = Server(tmp_path / "tables.sqlite3", PYTHONPATH=f"{SOURCES}{os.pathsep}{tmp_path}")
    try:
        with Visitor(server) as visitor:
            (info,) = (info for info in visitor.get("/games") if info["game"] == BARE)
            assert (info["boards"], info["lessons"], info["showcase"]["variant"]) == (False, 0, VARIANT)
            assert BARE not in [row["game"] for row in visitor.get("/lessons")]
            for picture in (f"card-{BARE}-dark", f"{BARE}-{VARIANT}-start"):
                assert visitor.http.get(f"/api/pictures/{picture}.svg").text.startswith("<svg")
            for path in (f"/lessons/{BARE}/1", f"/rules/en/{BARE}", f"/explore/{BARE}/{VARIANT}"):
                assert visitor.refused(path, method="GET") == "not-found"
            for page in (f"/rules/{BARE}", f"/rules/{BARE}/print", f"/learn/{BARE}", f"/explore/{BARE}/{VARIANT}"):
                assert visitor.http.get(page).status_code == 404
            assert visitor.get(f"/training/{BARE}/{VARIANT}")
            seats = [{"kind": "here"}, {"kind": "computer", "level": 2}]
            made = visitor.post("/tables", {"game": BARE, "variant": VARIANT, "seats": seats})
            assert made["scene"]["game"] == BARE
            assert visitor.post("/position", {"game": BARE, "variant": VARIANT})["gestures"]
        assert server.log() == ""
    finally:
        server.close()


def test_a_game_with_faulty_lessons_takes_no_list_away(tmp_path: Path) -> None:
    install(tmp_path, "bad", lessons="STEPS = (")
    server = Server(tmp_path / "tables.sqlite3", PYTHONPATH=f"{SOURCES}{os.pathsep}{tmp_path}")
    try:
        with Visitor(server) as visitor:
            assert visitor.refused("/lessons/bad/1", method="GET") == "unknown-game"
            assert [info["game"] for info in visitor.get("/games")][: len(BUILT_IN)] == list(BUILT_IN)
            assert visitor.get("/lessons")
        (complaint,) = server.log().splitlines()
        assert "the game bad of billes_bad is left out: the lessons of bad cannot be loaded: SyntaxError" in complaint
    finally:
        server.close()


def test_the_rules_of_a_plug_in_are_served(visitor: Callable[[], Visitor]) -> None:
    someone = visitor()
    for info in someone.get("/games"):
        if origin(info["game"]):
            assert someone.get(f"/rules/en/{info['game']}")["html"]


def test_a_table_of_a_game_that_works_no_more(tmp_path: Path) -> None:
    """Its tables cannot be opened until the game is mended; all others can, and nothing is lost."""
    here = [{"kind": "here"}, {"kind": "here"}]
    broken = tmp_path / "broken" / "billes_morris"
    broken.mkdir(parents=True)
    (broken / "__init__.py").write_text("raise ImportError('it is being worked on')")
    server = Server(tmp_path / "tables.sqlite3")
    try:
        with Visitor(server) as visitor:
            clock = {"main": 600, "increment": 1}
            lost = visitor.post("/tables", {"game": "morris", "seats": here, "clock": clock})["table"]
            kept = visitor.post("/tables", {"game": "quits", "seats": here})["table"]
            server.stop()
            server.environment["PYTHONPATH"] = f"{SOURCES}{os.pathsep}{broken.parent}"
            server.start()
            visitor.moved()
            assert visitor.refused(f"/tables/{lost}", method="GET") == "unknown-game"
            assert visitor.get(f"/tables/{kept}")
            assert kept in {row["table"] for row in visitor.get("/tables")}
            server.stop()
            del server.environment["PYTHONPATH"]
            server.start()
            visitor.moved()
            assert visitor.get(f"/tables/{lost}")
    finally:
        server.close()
