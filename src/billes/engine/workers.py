"""Processes that do tasks at the same time. When the process that started them ends, even by a kill, so do they."""

from __future__ import annotations

import multiprocessing
import os
import pickle
import signal
import threading
import traceback
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import Executor
from functools import partial
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess
from typing import Protocol, TypeVar

from ..core.cluster import spread
from ..core.errors import SentenceError
from .external import kill_all

T = TypeVar("T")
Task = TypeVar("Task", contravariant=True)


class WorkerError(SentenceError, RuntimeError):
    """A worker could not do its work; the message says why."""


class Work(Protocol[Task]):
    """What is done in a process: something to call with one task after the other, and to close."""

    def __call__(self, task: Task) -> str:
        """Do one task."""

    def close(self) -> None:
        """There are no more."""


def run_tasks(
    tasks: Iterable[T], make: Callable[[], Work[T]], jobs: int, executor: Executor | None = None
) -> Generator[str, None, None]:
    """What `make()(task)` gives for every task, in the order in which they are done.

    `make` is called once in every process and must be importable there; with one job all happens in this process. With
    an executor, such as that of a cluster, all happens there, whatever the number of jobs.
    """
    if executor is not None:
        try:
            yield from spread(executor, partial(_elsewhere, pickle.dumps(make)), tasks)
        except SentenceError:
            raise
        except Exception as error:
            raise WorkerError.of("match.worker.failed", text=f"{type(error).__name__}: {error}") from error
        return
    if jobs == 1:
        work = make()
        try:
            for task in tasks:
                yield work(task)
        finally:
            work.close()
        return
    waiting = iter(tasks)
    team = [_Worker(make) for _ in range(jobs)]
    try:
        busy: dict[Connection, _Worker] = {}
        for worker in team:
            _give(worker, waiting, busy)
        while busy:
            for ready in wait(list(busy)):
                assert isinstance(ready, Connection)
                worker = busy.pop(ready)
                done = worker.answer()
                _give(worker, waiting, busy)
                yield done
    finally:
        for worker in team:
            worker.end()


_kept = threading.local()
"""What does the tasks in a thread of an executor's process, by how it was made: it stays from task to task."""


def _elsewhere(make: bytes, task: T) -> str:
    """Do a task in a process of an executor."""
    if getattr(_kept, "make", None) != make:
        if hasattr(_kept, "work"):
            _kept.work.close()
        _kept.make, _kept.work = make, pickle.loads(make)()
    return str(_kept.work(task))


class _Worker:
    """One process and the pipes to it: tasks and answers, and one that is closed to end it."""

    def __init__(self, make: Callable[[], Work[T]]) -> None:
        context = multiprocessing.get_context("spawn")
        self.pipe, theirs = context.Pipe()
        watched, self.life = context.Pipe(duplex=False)
        self.process: SpawnProcess = context.Process(target=_serve, args=(theirs, watched, make), daemon=True)
        self.process.start()
        theirs.close()
        watched.close()

    def answer(self) -> str:
        """What the process has done, or WorkerError with what went wrong."""
        try:
            good, text = self.pipe.recv()
        except (EOFError, OSError) as error:
            self.process.join(1)
            raise WorkerError.of("match.worker.ended", status=str(self.process.exitcode)) from error
        if not good:
            raise WorkerError.of("match.worker.failed", text=text)
        return str(text)

    def end(self) -> None:
        """End the process, at once."""
        self.life.close()
        self.process.join(2)
        if self.process.is_alive():
            self.process.kill()
            self.process.join()
        self.pipe.close()
        self.process.close()


def _give(worker: _Worker, waiting: Iterator[T], busy: dict[Connection, _Worker]) -> None:
    """The next task to a worker, if there is one."""
    for task in waiting:
        worker.pipe.send(task)
        busy[worker.pipe] = worker
        return


def _serve(pipe: Connection, watched: Connection, make: Callable[[], Work[T]]) -> None:
    """Do tasks in a process of its own."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the process that started it decides when to end
    threading.Thread(target=_end_with, args=(watched,), daemon=True).start()
    try:
        work = make()
        while True:
            pipe.send((True, work(pipe.recv())))
    except (EOFError, BrokenPipeError):
        kill_all()
    except Exception:  # any error is reported
        pipe.send((False, traceback.format_exc()))
        kill_all()


def _end_with(watched: Connection) -> None:
    """Wait until the other end of a pipe is closed, then end everything."""
    wait([watched])
    kill_all()
    os._exit(0)
