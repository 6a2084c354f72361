"""Engine lines as streams, bounded pools, computers that do not hold each other up."""

from __future__ import annotations

import asyncio
import time
from contextlib import aclosing

import httpx
from msgspec import json

from billes.core.position import read
from billes.server.pool import Pool
from billes.server.thinker import Job

from .client import Json, Visitor
from .test_play import Visitors, pair

OPEN = ".1.1./.11../1.222/2..2./..... 2 -"
"""A position that no opening book knows: there is something to think about."""


def stream(visitor: Visitor, path: str, **params: str | float) -> list[tuple[str, Json]]:
    """All events of a stream, to its end."""
    events, kind = [], ""
    with visitor.http.stream("GET", f"/api{path}", params=params, timeout=120) as answer:
        assert answer.headers["content-type"].startswith("text/event-stream"), answer.read()
        for line in answer.iter_lines():
            name, _, value = line.partition(": ")
            if name == "event":
                kind = value
            elif name == "data":
                events.append((kind, json.decode(value)))
                if kind == "done":
                    break
    return events


def test_lines_stream_and_are_legal(visitor: Visitors) -> None:
    events = stream(visitor(), "/analysis", game="quits", seconds=0.5, lines=2)
    assert events[-1] == ("done", {})
    assert {kind for kind, _ in events} == {"thought", "done"}
    last = events[-2][1]
    assert last["final"]
    assert len(last["lines"]) == 2
    for line in last["lines"]:
        assert -1 <= line["score"] <= 1
        position = read("quits", None, last["text"])
        for move, text in zip(line["moves"], line["texts"], strict=True):
            position = position.play(move)
            assert str(position) == text


def test_a_game_is_reviewed(visitor: Visitors) -> None:
    host, guest, table = pair(visitor)
    host.post(f"/tables/{table}/move", {"move": "b2c3", "answers": 1})
    assert host.refused(f"/tables/{table}/review", method="GET") == "not-allowed"
    guest.post(f"/tables/{table}/resign")
    events = stream(host, f"/tables/{table}/review", seconds=0.1)
    assert [kind for kind, _ in events] == ["marked", "done"]
    marked = events[0][1]
    assert (marked["ply"], marked["player"], marked["move"]) == (1, 1, "b2c3")
    assert -1 <= marked["after"] <= marked["before"] + 0.5
    assert stream(host, f"/tables/{table}/analysis", ply=0, seconds=0.2)[-1][0] == "done"


def test_a_position_that_is_over_has_no_lines(visitor: Visitors) -> None:
    events = stream(visitor(), "/analysis", game="quits", variant="simple", text=".1.../11.../...../...22/..... 1 -")
    assert [kind for kind, _ in events] == ["thought", "done"]
    assert events[0][1]["lines"] == []


def test_leaving_a_stream_frees_the_thinker(visitor: Visitors) -> None:
    host = visitor()
    for _ in range(4):
        with host.http.stream(
            "GET", "/api/analysis", params={"game": "quits", "text": OPEN, "seconds": 60}, timeout=60
        ) as answer:
            next(answer.iter_lines())
    began = time.monotonic()
    assert stream(host, "/analysis", game="quits", seconds=0.2)[-1] == ("done", {})
    assert time.monotonic() - began < 40, "the thoughts nobody listens to are not thought to their end"


def test_a_thought_delays_nobody(visitor: Visitors) -> None:
    thoughtful, host = visitor(), visitor()
    with thoughtful.http.stream(
        "GET", "/api/analysis", params={"game": "quits", "text": OPEN, "seconds": 20}
    ) as answer:
        lines = answer.iter_lines()
        next(lines)
        table = host.create("quits", "here", "here")["table"]
        with host.live(table) as line:
            line.until("state")
            delays = []
            for _ in range(20):
                began = time.monotonic()
                line.move()
                delays.append(time.monotonic() - began)
        assert sorted(delays)[10] < 0.5
        assert next(lines), "and the thought goes on"


def test_only_so_many_thoughts_at_once(visitor: Visitors) -> None:
    host = visitor()
    with (
        host.http.stream("GET", "/api/analysis", params={"game": "quits", "text": OPEN, "seconds": 30}) as one,
        host.http.stream("GET", "/api/analysis", params={"game": "quits", "text": OPEN, "seconds": 30}),
    ):
        lines = one.iter_lines()  # letting go of it would close the stream
        assert next(lines) == "event: thought"
        assert host.refused("/analysis?game=quits", method="GET") == "too-many"


def test_a_dead_thinker_is_replaced() -> None:
    async def scene() -> None:
        pool = Pool(1, 1)
        try:
            job = Job(0, "move", "quits", "standard", "", [], level=1)
            assert (await pool.last(job)).move
            worker = pool._all[0]
            assert worker._process is not None
            worker._process.kill()
            await worker._process.wait()
            assert (await pool.last(job)).move
            async with aclosing(pool.think(Job(0, "lines", "quits", "standard", OPEN, seconds=60.0))) as thoughts:
                async for found in thoughts:
                    assert found.thought
                    break
            process = worker._process
            bad = Job(0, "move", "quits", "standard", "", ["nonsense"])
            found_bad = [found async for found in pool.think(bad)]
            assert "IllegalMove" in found_bad[-1].error
            assert (await pool.last(job)).move
            assert worker._process is process, "leaving early costs no process"
        finally:
            await pool.close()

    asyncio.run(scene())


def test_health(visitor: Visitors) -> None:
    host = visitor()
    assert host.get("/health")["ok"]
    assert isinstance(httpx.get(f"{host.server.url}/api/health").json()["tables"], int)
