"""Processes for costly work: fair turns, errors that come back, and processes that die or are stuck."""

from __future__ import annotations

import asyncio
import os
import signal
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from types import SimpleNamespace
from typing import Any, TypeVar

import pytest

from billes.server.errors import Refused
from billes.server.work import workers as workers_module
from billes.server.work.answers import Answers
from billes.server.work.turns import Asker, Turns
from billes.server.work.workers import Lost, Workers

T = TypeVar("T")
ONE, TWO = Asker("1.1.1.1", "one"), Asker("2.2.2.2", "two")


def with_workers(work: Callable[[Workers], Awaitable[T]], size: int = 1, **options: int) -> T:
    async def main() -> T:
        workers = Workers(size, **options)
        try:
            return await work(workers)
        finally:
            await workers.close()

    return asyncio.run(main())


def test_work_is_done_elsewhere_and_errors_come_back() -> None:
    async def work(workers: Workers) -> None:
        assert await workers.run(ONE, os.getpid) not in (0, os.getpid())
        with pytest.raises(ZeroDivisionError):
            await workers.run(ONE, divmod, 1, 0)
        with pytest.raises(Refused) as refused:
            await workers.run(ONE, refuse)
        assert (refused.value.code, refused.value.sentence.params) == ("illegal", {"move": "a1"})

    with_workers(work)


def refuse() -> None:
    """In the other process."""
    raise Refused("illegal", "illegal.last", move="a1")


def test_addresses_and_visitors_take_turns() -> None:
    async def work(workers: Workers) -> list[str]:
        done: list[str] = []

        async def ask(asker: Asker, name: str) -> None:
            await workers.run(asker, time.sleep, 0.01)
            done.append(name)

        await workers.run(ONE, os.getpid)  # it has been started
        many = [ask(Asker("1.1.1.1", f"cookie {number}"), "many") for number in range(8)]
        more = [ask(ONE, "one") for _ in range(8)]
        tasks = [asyncio.create_task(one) for one in (*many, *more)]
        await asyncio.sleep(0)
        tasks.append(asyncio.create_task(ask(TWO, "two")))
        await asyncio.gather(*tasks)
        return done

    assert "two" in with_workers(work)[:3], "one address waits for another once"


def test_too_much_that_waits_is_refused() -> None:
    turns = Turns[int](2, 3)
    turns.put(ONE, 1)
    turns.put(ONE, 2)
    with pytest.raises(Refused, match="waiting already"):
        turns.put(ONE, 3)
    turns.put(Asker(ONE.address, "three"), 4)
    with pytest.raises(Refused, match="waiting already"):
        turns.put(Asker(ONE.address, "four"), 5)
    turns.put(TWO, 6)
    assert turns.drop(ONE, 1)
    assert not turns.drop(ONE, 1)
    assert [turns.take() for _ in range(len(turns))] == [2, 6, 4]


def test_a_process_that_dies_or_is_stuck_is_replaced() -> None:
    async def work(workers: Workers) -> None:
        first = await workers.run(ONE, os.getpid)
        os.kill(first, signal.SIGKILL)
        second = await workers.run(ONE, os.getpid)
        assert second != first
        os.kill(second, signal.SIGSTOP)
        began = time.monotonic()
        with pytest.raises(Lost):
            await workers.run(ONE, os.getpid, seconds=0.2)
        assert time.monotonic() - began < 5
        assert await workers.run(ONE, os.getpid) not in (first, second)

    with_workers(work)


def test_a_stopped_process_costs_seconds_only(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workers_module, "STILL", 1.0)

    async def work(workers: Workers) -> None:
        first = await workers.run(ONE, os.getpid)
        assert await workers.run(ONE, busily, 1.5) == first, "who computes is not stopped"
        os.kill(first, signal.SIGSTOP)
        assert await workers.run(ONE, os.getpid) != first, "a fresh process does the work"

    with_workers(work)


def busily(seconds: float) -> int:
    """In a worker: compute for some time."""
    until = time.process_time() + seconds
    while time.process_time() < until:
        pass
    return os.getpid()


def test_work_of_somebody_who_has_gone_is_not_done() -> None:
    async def work(workers: Workers) -> None:
        await workers.run(ONE, os.getpid)
        asked = [asyncio.create_task(workers.run(ONE, time.sleep, 0.2)) for _ in range(10)]
        await asyncio.sleep(0.05)
        for task in asked:
            task.cancel()
        began = time.monotonic()
        await workers.run(ONE, os.getpid)
        assert time.monotonic() - began < 1.0
        assert not len(workers.waiting)

    with_workers(work)


def test_what_stays_the_same_is_made_once_for_all_who_ask_together() -> None:
    made: list[str] = []

    def make(name: str) -> bytes:
        made.append(name)
        time.sleep(0.05)
        if name == "nothing":
            raise Refused("not-found")
        return name.encode()

    async def main() -> None:
        answers = Answers(1)
        request: Any = SimpleNamespace(headers={})
        got = await asyncio.gather(*(answers.constant(request, make, "page") for _ in range(20)))
        assert ({one.content for one in got}, made) == ({b"page"}, ["page"])
        again: Any = SimpleNamespace(headers={"if-none-match": got[0].headers["etag"]})
        assert (await answers.constant(again, make, "page")).status_code == 304
        for _ in range(2):  # what cannot be made is tried again: nothing is kept of it
            with pytest.raises(Refused):
                await answers.constant(request, make, "nothing")
        assert made == ["page", "nothing", "nothing"]
        await answers.close()

    asyncio.run(main())


def test_those_who_waited_together_are_answered_one_after_another() -> None:
    """A hundred answers in one look of the event loop would hold up everybody's moves."""

    async def main() -> None:
        answers = Answers(1)
        request: Any = SimpleNamespace(headers={})
        looks = 0
        answered: list[int] = []

        def page() -> bytes:
            time.sleep(0.05)
            return b"page"

        async def ask() -> None:
            await answers.constant(request, page)
            answered.append(looks)

        asking = asyncio.gather(*(ask() for _ in range(50)))
        while not asking.done():
            looks += 1
            await asyncio.sleep(0)
        assert len(answered) == 50
        assert max(Counter(answered).values()) <= 2, answered
        await answers.close()

    asyncio.run(main())
