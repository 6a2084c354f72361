"""The perfect level and exact analysis, where the server has a table."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from billes.core.game import Game
from billes.tablebase.probe import Tablebases

from .client import Server, Visitor
from .test_computers import stream
from .test_play import Visitors


@pytest.fixture(scope="module")
def tables(tmp_path_factory: pytest.TempPathFactory, quits_simple: Path) -> Path:
    """A data folder with the table of Quits `simple`."""
    data = tmp_path_factory.mktemp("data")
    (data / "tables").symlink_to(quits_simple)
    return data


@pytest.fixture(scope="module")
def knowing(tables: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Visitor]:
    """A visitor of a server that has that table."""
    server = Server(tmp_path_factory.mktemp("knowing") / "games.sqlite3", BILLES_DATA=str(tables))
    with Visitor(server) as one:
        yield one
    server.close()


def levels(visitor: Visitor) -> dict[tuple[str, str], list[int]]:
    """The levels of each variant."""
    return {
        (game["game"], variant["variant"]): variant["levels"]
        for game in visitor.get("/games")
        for variant in game["variants"]
    }


def test_the_ninth_level_is_offered_where_it_can_play(knowing: Visitor, visitor: Visitors) -> None:
    """One tablebase travels in the package, so that one variant is perfect everywhere."""
    for server in (knowing, visitor()):
        assert {kind for kind, numbers in levels(server).items() if 9 in numbers} == {("quits", "simple")}
    seats = [{"kind": "here"}, {"kind": "computer", "level": 9}]
    assert visitor().refused("/tables", {"game": "quits", "variant": "standard", "seats": seats}) == "bad-choice"
    assert knowing.refused("/tables", {"game": "balanx", "seats": seats}) == "bad-choice"


def test_it_plays_perfectly(knowing: Visitor, tables: Path) -> None:
    """After a losing first move the computer has a win, and keeps it move by move."""
    known = Tablebases(tables / "tables")
    seats = [{"kind": "here"}, {"kind": "computer", "level": 9}]
    state = knowing.post("/tables", {"game": "quits", "variant": "simple", "seats": seats, "starts": 1})
    table = state["table"]
    game = Game("quits", "simple").play("1>")
    assert known.value(game.position)[0] == "win"
    knowing.post(f"/tables/{table}/move", {"move": "1>", "answers": state["status"]["turn"]})
    until = time.monotonic() + 60
    while len(moves := knowing.get(f"/tables/{table}")["moves"]) < 2:
        assert time.monotonic() < until
        time.sleep(0.1)
    assert moves[1]["move"] in known.probe(game.position).best


def test_analysis_says_that_it_is_exact(knowing: Visitor, visitor: Visitors) -> None:
    asked: dict[str, str | float] = {"game": "quits", "variant": "simple", "seconds": 0.2}
    asked["text"] = "..2../..1../...../...1./..122 1 -"
    line = stream(knowing, "/analysis", **asked)[-2][1]["lines"][0]
    assert line["exact"]
    assert [sentence["key"] for sentence in line["sentences"]] == ["score.win"]
    assert line["sentences"][0]["params"]["count"] > 0
    assert line["score"] == 1
    asked |= {"variant": "standard", "text": "..1../.11../1.1.2/.2.2./..22. 1 -"}
    assert not stream(visitor(), "/analysis", **asked)[-2][1]["lines"][0]["exact"]
