"""Clocks live on the server, whoever is there to see them."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from billes.server.table import MOST_LAG, Clock

from .client import Server, Visitor
from .test_play import Visitors, both, pair


def test_a_clock_by_itself() -> None:
    clock = Clock.fresh(60.0, 2.0, 2)
    assert clock.up_at() is None
    assert clock.pressed(1, 5.0) == [60, 60], "before the first move no time runs, and none is added"
    clock.set([60.0, 60.0], 2, 100.0)
    assert clock.left(1, 120.0) == 60
    assert clock.left(2, 120.0) == 40
    assert clock.left(2, 120.0, lag=0.1) == 40.1
    assert clock.left(2, 120.0, lag=9.0) == 40 + MOST_LAG, "no more than so much is given back"
    assert clock.left(2, 100.05, lag=9.0) == 60, "and never more than was spent"
    assert clock.pressed(2, 120.0) == [60, 42]
    assert clock.stopped(1000.0) == [60, 0]
    assert clock.up_at() == 160
    clock.set([None, 60.0], 1, 100.0)
    assert clock.up_at() is None
    assert clock.stopped(105.0) == [None, 60]


@pytest.mark.both_databases
def test_time_is_counted_and_added(visitor: Visitors) -> None:
    host, guest, table = pair(visitor, clock={"main": 60, "increment": 5})
    a, b = both(host, guest, table)
    with a, b:
        assert a.state["clocks"]["remaining"] == [60, 60]
        assert a.state["clocks"]["running"] == 0
        time.sleep(0.3)
        a.move()
        event = b.until("move")
        assert event["clocks"]["remaining"] == [60, 60], "the first move costs nothing"
        assert event["clocks"]["running"] == 2
        time.sleep(0.5)
        b.move()
        event = a.until("move")
        assert 64.2 < event["clocks"]["remaining"][1] < 64.51 + MOST_LAG, (
            "half a second less, what the wire took, five more"
        )
        assert event["entry"]["clock"] == event["clocks"]["remaining"][1]
        assert event["clocks"]["running"] == 1
        ply = host.get(f"/tables/{table}/plies/2")
        assert ply["entry"]["clock"] == event["entry"]["clock"]


def test_the_flag_falls(visitor: Visitors) -> None:
    host, guest, table = pair(visitor, clock={"main": 1})
    a, b = both(host, guest, table)
    with a, b:
        a.move()
        end = a.until("end", 5)
        assert (end["by"], end["reason"], end["status"]["result"]["winner"]) == (2, "time", 1)
        assert end["clocks"]["remaining"][1] == 0
        assert end["clocks"]["running"] == 0
        b.until("end")
        assert b.ask(type="move", move="d4c3", answers=2)["error"] == "over"


@pytest.mark.both_databases
def test_the_flag_falls_with_nobody_there(visitor: Visitors) -> None:
    host, guest, table = pair(visitor, clock={"main": 1})
    host.post(f"/tables/{table}/move", {"move": "b2c3", "answers": 1})
    end = time.monotonic() + 5
    while (result := host.get("/tables")[0]["result"]) is None:
        assert time.monotonic() < end
        time.sleep(0.1)
    assert (result["winner"], result["reason"]) == (1, "time")


@pytest.mark.both_databases
def test_one_of_four_leaves_his_chair_when_his_time_is_up(visitor: Visitors) -> None:
    host = visitor()
    seats = [{"kind": "here"}] * 4
    table = host.post("/tables", {"game": "quits", "variant": "four", "seats": seats, "clock": {"main": 1}})["table"]
    with host.live(table) as line:
        line.until("state")
        line.move()
        gone = line.until("leave", 5)
        assert (gone["by"], gone["reason"]) == (2, "time")
        assert gone["clocks"]["remaining"][1] is None
        assert gone["seats"][1]["left"]
        moved = line.until("move", 60)
        assert moved["by"] == 2, "the computer plays for him"


def test_clocks_stand_still_while_the_server_is_down(tmp_path: Path) -> None:
    server = Server(tmp_path / "t.sqlite3")
    try:
        with Visitor(server) as host:
            table = host.create("quits", "here", "here", clock={"main": 30, "increment": 0})["table"]
            with host.live(table) as line:
                line.until("state")
                line.move()
                seen = line.seen
            time.sleep(2.5)  # time enough for a sign of life
            server.kill()
            time.sleep(2)
            server.start()
            host.moved()
            with host.live(table, seen) as line:
                event = line.until("clocks")
                assert event["number"] == seen + 1
                left = event["clocks"]["remaining"][1]
                assert 26.9 < left < 30, f"two and a half seconds were played, not {30 - left}"
                assert event["clocks"]["running"] == 2
                line.state = host.get(f"/tables/{table}")
                line.move()
        assert server.stop() == 0
    finally:
        server.close()
