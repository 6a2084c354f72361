"""Solved variants walked through: from the opening book, from a tablebase; making one on request; refusals."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from billes.core.position import read, start
from billes.server.errors import Refused
from billes.server.work.solving import Solving
from billes.tablebase.probe import Tablebases
from billes.tablebase.shipped import shipped

from .client import Server, Visitor
from .test_play import Visitors


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


def test_the_tablebase_that_travels_with_a_game_is_walked_through(visitor: Visitors, tmp_path: Path) -> None:
    host = visitor()
    state = host.get("/explore/quits/simple/tablebase")
    assert (state["form"], state["share"]) == ("distances", None)
    assert state["minutes"] > 0 < state["memory"]
    assert host.post("/explore/quits/simple/tablebase")["share"] is None, "it is there: nothing is made"
    text = ".1.../1..../..1../..2../...22 2 -"
    told = host.get("/explore/quits/simple", text=text)
    known = Tablebases(tmp_path)
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
    over = ".1.../11.../...../...22/..... 1 -"
    assert [host.get("/explore/quits/simple", text=over)[key] for key in ("player", "moves")] == [0, []]
    assert host.get("/explore/quits/simple/levels", text=over) == []
    # The engine may have to compile first.
    played = host.http.get("/api/explore/quits/simple/levels", params={"text": text}, timeout=120).json()
    assert [each["level"] for each in played] == [6, 7, 8]
    assert {each["move"] for each in played} <= found.moves.keys()


def test_a_missing_tablebase_is_made_and_what_is_reached_is_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("BILLES_DATA", str(tmp_path))
    monkeypatch.setattr("billes.tablebase.shipped.place", lambda game, variant: tmp_path / "none")
    shipped.cache_clear()

    async def make() -> None:
        solving = Solving(allowed=True)
        await solving.start("quits", "simple")
        assert solving.of("quits", "simple")
        await solving.start("quits", "simple")  # asked again: nothing changes
        with pytest.raises(Refused, match="being made"):
            await solving.start("pylos", "children")
        beside = Solving(allowed=True)  # of another process on this machine
        await beside.start("quits", "simple")
        assert not beside.running, "one makes it"
        with pytest.raises(Refused, match="being made"):
            await beside.start("pylos", "children")
        while not (work := (await beside.look("quits", "simple"))[0]) or not work.share:
            assert solving.running
            await asyncio.sleep(0.05)
        assert await beside.look("pylos", "children") == (None, False)
        await solving.close()
        assert not solving.running
        for each in (solving, beside):
            assert await each.look("quits", "simple") == (None, False)

    try:
        asyncio.run(make())
    finally:
        shipped.cache_clear()
    assert (tmp_path / "tables" / "quits-simple.unfinished").exists()


def test_what_is_not_solved_or_not_allowed_is_refused(visitor: Visitors, tmp_path: Path) -> None:
    host = visitor()
    for path in ("/explore/balanx/standard", "/explore/quits/four", "/explore/quits/four/tablebase"):
        assert host.refused(path, method="GET") == "not-found"
    for path in ("/explore/chess/x", "/explore/quits/x", "/explore/quits/x/tablebase"):
        assert host.refused(path, method="GET") == "unknown-game"
    assert host.refused("/explore/quits/simple?text=x", method="GET") == "bad-position"
    closed = Server(tmp_path / "closed.sqlite3", BILLES_DATA=str(tmp_path))
    with Visitor(closed) as one:
        assert one.get("/explore/pylos/expert/tablebase")["allowed"] is False
        assert one.refused("/explore/pylos/expert/tablebase") == "not-allowed"
    closed.close()
