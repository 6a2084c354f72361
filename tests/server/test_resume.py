"""Coming back: by number, after a cut line, after a restart."""

from __future__ import annotations

from pathlib import Path

import pytest

from .client import Json, Server, Visitor
from .test_play import Visitors, both, pair


@pytest.mark.both_databases
def test_who_returns_gets_the_rest(visitor: Visitors) -> None:
    host, guest, table = pair(visitor, "pylos")
    a, b = both(host, guest, table)
    with b:
        with a:
            a.move()
            seen, scene = a.seen, a.state["scene"]
        told: list[Json] = [b.until("move")]
        for _ in range(3):
            b.move()
            with host.live(table) as other:
                other.until("state")
                other.move()
            b.until(lambda heard: heard.get("kind") == "move" and heard["by"] == 1)
        live = guest.get(f"/tables/{table}/events", after=told[0]["number"])
        assert [event["kind"] for event in guest.get(f"/tables/{table}/events")] == ["start"] + ["move"] * 7
        with host.live(table, seen) as back:
            back.state = {"scene": scene}
            events = [back.until("event") for _ in range(6)]
            assert [event["number"] for event in events] == list(range(seen + 1, seen + 7))
            assert "gestures" not in back.look(events[-1]["number"]), "it is the other's turn"
            assert back.state["scene"] == host.get(f"/tables/{table}")["scene"], "one look shows what they came to"
            back.until("presence")
        assert events == live
        with host.live(table, seen + 5) as back:
            assert back.look(seen + 6)["motions"], "what moved last is shown as it moved"


def test_nothing_missed_is_nothing_sent(visitor: Visitors) -> None:
    host, _, table = pair(visitor)
    with host.live(table, 1) as line:
        assert line.hear()["type"] == "presence"


@pytest.mark.parametrize("seen", [0, 99999])
def test_a_number_that_never_was_gets_the_whole_table(visitor: Visitors, seen: int) -> None:
    host, _, table = pair(visitor)
    with host.live(table, seen) as line:
        assert line.hear()["type"] == "state"


@pytest.mark.both_databases
def test_a_move_sent_again_is_played_once(visitor: Visitors) -> None:
    host, guest, table = pair(visitor)
    a, b = both(host, guest, table)
    with a, b:
        turn = a.state["status"]["turn"]
        first = a.move("b2c3")
        for _ in range(3):
            again = a.ask(type="move", move="b2c3", answers=turn)
            assert again["number"] == first["number"]
        assert a.ask(type="move", move="b1c2", answers=turn)["error"] == "stale"
        b.until("move")
        b.move()
        assert a.ask(type="move", move="b2c3", answers=turn)["number"] == first["number"], "later, too"
        assert b.ask(type="move", move="b2c3", answers=turn)["error"] == "stale", "it was not his"
        assert a.ask(type="move", move="b2c3", answers=12345)["error"] == "stale"
        assert host.get(f"/tables/{table}")["status"]["ply"] == 2


def test_everything_is_as_it_was_after_a_restart(tmp_path: Path) -> None:
    server = Server(tmp_path / "t.sqlite3")
    try:
        with Visitor(server) as host, Visitor(server) as guest:
            host.http.put("/api/me", json={"name": "Host"})
            waiting = host.create("bilitaire", "here", "link")
            made = host.create("quits", "here", "link")
            guest.post(made["seats"][1]["invite"], {"name": "Guest"})
            table = made["table"]
            with host.live(table) as line:
                line.until("state")
                line.move()
                line.ask(type="offer", offer="draw")
            before = [host.get(f"/tables/{name}") for name in (table, waiting["table"])]
            assert server.stop() == 0
            server.start()
            for visitor in (host, guest):
                visitor.moved()
            after = [host.get(f"/tables/{name}") for name in (table, waiting["table"])]
            for old, new in zip(before, after, strict=True):
                assert {**old, "now": 0} == {**new, "now": 0}
            guest.post(f"/tables/{table}/answer", {"number": after[0]["status"]["offer"]["number"], "accept": True})
            assert host.get(f"/tables/{table}")["status"]["result"]["draw"]
            guest.post(waiting["seats"][1]["invite"])
            assert host.get(f"/tables/{waiting['table']}")["status"]["phase"] == "playing"
            assert [one["table"] for one in host.get("/tables")] == [waiting["table"], table]
        assert server.stop() == 0
        assert server.log() == ""
    finally:
        server.close()


def test_a_computer_goes_on_thinking_after_a_restart(tmp_path: Path) -> None:
    server = Server(tmp_path / "t.sqlite3")
    try:
        with Visitor(server) as host:
            table = host.create("quits", "here", "computer")["table"]
            host.post(f"/tables/{table}/move", {"move": "b2c3", "answers": 1})
            server.kill()
            server.start()
            host.moved()
            with host.live(table) as line:
                line.until(lambda heard: heard["type"] in ("state", "event") and heard["status"]["ply"] == 2, 60)
    finally:
        server.close()
