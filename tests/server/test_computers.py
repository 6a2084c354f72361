"""Engine lines as streams, fair pools, engines that die or hang, computers that do not hold each other up."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
import time
from contextlib import ExitStack, aclosing
from pathlib import Path

import httpx
import pytest
from msgspec import json

from billes.core.game import Game
from billes.core.position import read
from billes.engine.conversation import Info, Question, position_command
from billes.engine.limits import Limits
from billes.server import settings
from billes.server.errors import Refused
from billes.server.lobby import Lobby
from billes.server.storage.store import Store
from billes.server.work import pool as pools
from billes.server.work.computers import Computers, lines_question
from billes.server.work.pool import Pool
from billes.server.work.turns import Asker

from .client import Json, Visitor
from .test_play import Visitors, pair

X = Asker("1.1.1.1", "x")
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


def test_leaving_a_stream_frees_the_engine(visitor: Visitors) -> None:
    host = visitor()
    for _ in range(4):
        with host.http.stream(
            "GET", "/api/analysis", params={"game": "quits", "text": OPEN, "seconds": 60}, timeout=60
        ) as answer:
            next(answer.iter_lines())
    began = time.monotonic()
    assert stream(host, "/analysis", game="quits", seconds=0.2)[-1] == ("done", {})
    assert time.monotonic() - began < 40, "searches nobody listens to are stopped"


def test_an_analysis_delays_nobody(visitor: Visitors) -> None:
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


def test_only_so_many_analyses_at_once(visitor: Visitors) -> None:
    host = visitor()
    asked: dict[str, str | int] = {"game": "quits", "text": OPEN, "seconds": 30}
    with ExitStack() as open_streams:
        answers = [
            open_streams.enter_context(host.http.stream("GET", "/api/analysis", params=asked))
            for _ in range(settings.Limits().analyses)
        ]
        lines = answers[0].iter_lines()  # letting go of it would close the stream
        assert next(lines) == "event: thought"
        assert host.refused("/analysis?game=quits", method="GET") == "too-many"


def lines(seconds: float, text: str = OPEN, count: int = 1) -> Question:
    return lines_question(position_command("quits", "standard", text), Limits(seconds), count)


def level(number: int = 1) -> Question:
    options = {"Level": number, "Seed": 1, "Threads": 1}
    return Question(position_command("quits", "standard"), options=options)


def test_a_dead_engine_is_replaced() -> None:
    async def scene() -> None:
        pool = Pool(1)
        try:
            assert (await pool.ask(X, level())).move
            engine = pool.engines[0]
            assert engine.process is not None
            engine.process.kill()
            await engine.process.wait()
            assert (await pool.ask(X, level())).move
            process = engine.process
            heard = asyncio.Event()
            search = asyncio.create_task(pool.ask(X, lines(60.0), lambda info: heard.set()))
            await heard.wait()
            search.cancel()
            began = time.monotonic()
            assert (await pool.ask(X, level())).move
            assert time.monotonic() - began < 5, "leaving early stops the search"
            with pytest.raises(Refused, match="move 1, 'nonsense'"):
                await pool.ask(X, Question(position_command("quits", "standard", moves=["nonsense"])))
            assert (await pool.ask(X, level())).move
            assert engine.process is process, "neither costs a process"
        finally:
            await pool.close()

    asyncio.run(scene())


def test_a_hung_engine_is_replaced_and_the_question_asked_again(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(pools, "MARGIN", 1.0)

    async def scene() -> None:
        pool = Pool(1)
        try:
            await pool.ask(X, lines(0.1))
            process = pool.engines[0].process
            assert process is not None
            stop = asyncio.get_running_loop().call_later
            stop(0.2, os.kill, process.pid, signal.SIGSTOP)
            heard: list[Info] = []
            answer = await asyncio.wait_for(pool.ask(X, lines(0.5), heard.append), 30)
            assert answer.move == answer.lines[0].moves[0]
            assert pool.engines[0].process is not process
            assert process.returncode == -signal.SIGKILL
        finally:
            await pool.close()

    asyncio.run(scene())
    assert "did not send its move in time" in caplog.text


def test_an_engine_that_always_dies_is_refused_clearly(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(pools, "COMMAND", (sys.executable, "-c", "print('billesok')"))

    async def scene() -> None:
        pool = Pool(1)
        for _ in range(2):
            with pytest.raises(Refused, match="the engine ended") as refused:
                await asyncio.wait_for(pool.ask(X, level()), 20)
            assert refused.value.code == "busy"
        monkeypatch.setattr(pools, "COMMAND", ("/nowhere/billes",))
        with pytest.raises(Refused, match="cannot be started"):
            await pool.ask(X, level())
        await pool.close()

    asyncio.run(scene())


def test_askers_take_turns() -> None:
    """Who asks many things at once does not keep others waiting for all of them."""

    async def scene() -> None:
        pool = Pool(1)
        order: list[str] = []

        async def ask(visitor: str, name: str) -> None:
            await pool.ask(Asker("", visitor), lines(0.05))
            order.append(name)

        try:
            await pool.ask(Asker(), lines(0.05))
            many = [asyncio.create_task(ask("many", f"many {n}")) for n in range(4)]
            await asyncio.sleep(0)
            one = asyncio.create_task(ask("one", "one"))
            await asyncio.sleep(0)
            many[2].cancel()
            await asyncio.wait_for(asyncio.gather(*many, one, return_exceptions=True), 30)
            assert order == ["many 0", "many 1", "one", "many 3"]
        finally:
            await pool.close()

    asyncio.run(scene())


def test_a_review_takes_one_thread_and_blocks_nobody(tmp_path: Path) -> None:
    """While a long game is reviewed, somebody else's analysis is answered promptly."""

    async def scene() -> None:
        computers = Computers(Lobby(Store(f"sqlite:///{tmp_path / 't.sqlite3'}")), 1)
        game = Game("quits", start=OPEN)
        while len(game.moves) < 30 and game.outcome is None:
            game.play(game.position.moves[len(game.moves) % 3])
        texts = [move.text for move in game.moves]
        questions = [
            lines_question(position_command("quits", "standard", OPEN, texts[:ply]), Limits(0.5), 1)
            for ply in range(len(texts))
        ]
        try:
            async with aclosing(
                computers.review(Asker("", "reviewer"), questions, game.positions, game.moves)
            ) as review:
                assert (await anext(review)).ply == 1
                process = computers.analysts.engines[0].process
                assert process is not None
                began, used = time.monotonic(), processor(process.pid)
                rest = asyncio.create_task(anext(review))
                delays = []
                for _ in range(3):
                    asked = time.monotonic()
                    position = read("quits", None, OPEN)
                    thoughts = [one async for one in computers.analyse(Asker("", "other"), lines(0.2), position)]
                    assert thoughts[-1].final
                    assert thoughts[-1].lines
                    delays.append(time.monotonic() - asked)
                assert max(delays) < 5, "a question waits for one question of the review at most"
                assert (await rest).ply == 2
                for ply in (3, 4):
                    assert (await anext(review)).ply == ply
                share = (processor(process.pid) - used) / (time.monotonic() - began)
                assert share < 1.25, "one thread"
        finally:
            await computers.close()

    asyncio.run(scene())


def processor(pid: int) -> float:
    """Seconds of processor time a process has used."""
    fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def test_health(visitor: Visitors) -> None:
    host = visitor()
    assert host.get("/health")["ok"]
    assert isinstance(httpx.get(f"{host.server.url}/api/health").json()["tables"], int)
