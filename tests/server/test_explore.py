"""Solved variants walked through: from the opening book, from a tablebase made on request, and refusals."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from billes.core.position import read, start
from billes.tablebase.probe import Tablebases

from .client import Server, Visitor
from .test_play import Visitors


@pytest.fixture
def own(tmp_path: Path) -> Iterator[Visitor]:
    """A visitor of a server with a data folder of its own."""
    server = Server(tmp_path / "games.sqlite3", options=("--allow-solving",), BILLES_DATA=str(tmp_path))
    with Visitor(server) as one:
        yield one
    server.close()


def test_the_opening_book_is_walked_through_to_its_edge(visitor: Visitors) -> None:
    host = visitor()
    position, told = start("pylos", "standard"), host.get("/explore/pylos/standard")
    assert (told["source"], told["value"], told["depth"], told["player"]) == ("book", "loss", 40, 1)
    assert sorted(each["move"] for each in told["moves"]) == sorted(move.text for move in position.moves)
    assert all(each["replies"] and each["sentences"] for each in told["moves"])
    best = told["moves"][0]
    assert (best["value"], best["depth"]) == ("loss", 39)
    while told["source"]:
        position = position.play(told["moves"][0]["move"])
        told = host.get("/explore/pylos/standard", text=str(position))
    assert all((each["value"], each["replies"]) == ("", 0) for each in told["moves"])
    assert (told["value"], told["depth"]) == ("", None)


def test_a_missing_tablebase_is_made_on_request(own: Visitor, tmp_path: Path) -> None:
    state = own.get("/explore/quits/simple/tablebase")
    assert (state["form"], state["allowed"], state["share"]) == ("", True, None)
    assert state["minutes"] > 0 < state["memory"]
    assert own.post("/explore/quits/simple/tablebase")["share"] is not None
    assert own.refused("/explore/pylos/children/tablebase") == "busy"
    until = time.monotonic() + 120
    while not (state := own.get("/explore/quits/simple/tablebase"))["form"]:
        assert state["trouble"] is None
        assert time.monotonic() < until
        time.sleep(0.2)
    assert (state["form"], state["share"]) == ("distances", None)
    assert own.post("/explore/quits/simple/tablebase")["share"] is None, "it is there"
    text = ".1.../1..../..1../..2../...22 2 -"
    told = own.get("/explore/quits/simple", text=text)
    known = Tablebases(tmp_path / "tables")
    position = read("quits", "simple", text)
    found = known.probe(position)
    assert (told["source"], told["value"], told["depth"]) == ("tablebase", found.value, found.depth)
    assert {each["move"]: (each["value"], each["depth"]) for each in told["moves"]} == found.moves
    for each in told["moves"]:
        after = position.play(each["move"])
        if after.outcome is None:
            replies = known.probe(after)
            keeping = sum(value == replies.value for value, _ in replies.moves.values())
            assert (each["keeping"], each["replies"]) == (keeping, len(after.moves))
    over = own.get("/explore/quits/simple", text=".1.../11.../...../...22/..... 1 -")
    assert (over["player"], over["moves"]) == (0, [])


def test_what_is_not_solved_or_not_allowed_is_refused(visitor: Visitors, tmp_path: Path) -> None:
    host = visitor()
    for path in ("/explore/balanx/standard", "/explore/quits/four", "/explore/quits/four/tablebase"):
        assert host.refused(path, method="GET") == "not-found"
    for path in ("/explore/chess/x", "/explore/quits/x", "/explore/quits/x/tablebase"):
        assert host.refused(path, method="GET") == "unknown-game"
    assert host.refused("/explore/quits/simple?text=x", method="GET") == "bad-position"
    closed = Server(tmp_path / "closed.sqlite3", options=("--no-allow-solving",), BILLES_DATA=str(tmp_path))
    with Visitor(closed) as one:
        assert one.get("/explore/quits/simple/tablebase")["allowed"] is False
        assert one.refused("/explore/quits/simple/tablebase") == "not-allowed"
    closed.close()
