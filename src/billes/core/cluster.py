"""Independent tasks on many machines: a Dask cluster behind the interface of `concurrent.futures`.

It needs `billes[cluster]`, and a scheduler with workers (`dask scheduler`, `dask worker ADDRESS`).
A worker that dies costs the tasks that it was at; others do them again. Every worker has to run the same version.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Executor, wait
from contextlib import contextmanager, suppress
from importlib import import_module
from itertools import islice
from typing import Any, TypeVar

from .errors import BillesError

T = TypeVar("T")
R = TypeVar("R")

PATIENCE = 10.0  # seconds until a scheduler that does not answer is given up
AT_ONCE = 1000  # tasks that wait for their turn or are being done


class ClusterError(BillesError):
    """The cluster is not there, or cannot do what is asked; the message says why."""


@contextmanager
def cluster(address: str) -> Iterator[Executor]:
    """What runs tasks on the workers of a scheduler, such as tcp://scheduler:8786; ClusterError where it cannot."""
    here = _version()
    try:
        distributed: Any = import_module("distributed")
    except ImportError as error:
        raise ClusterError.of("cluster.missing") from error
    try:
        client = distributed.Client(address, timeout=PATIENCE, set_as_default=False)
        client.wait_for_workers(1, timeout=PATIENCE)
    except (OSError, ValueError) as error:
        raise ClusterError.of("cluster.unreachable", address=address, why=str(error) or type(error).__name__) from error
    try:
        for worker, version in client.run(_version).items():
            if version != here:
                raise ClusterError.of("cluster.version", worker=worker, found=version, wanted=here)
        yield client.get_executor(pure=False)
    finally:
        with suppress(OSError, TimeoutError):
            client.close()


def _version() -> str:
    """The version of Billes that a process runs; `core` must not import the package."""
    return str(import_module(__name__.partition(".")[0]).__version__)


def spread(executor: Executor, function: Callable[[T], R], tasks: Iterable[T]) -> Generator[R, None, None]:
    """What a function gives for every task, in the order in which they are done. Those left are cancelled.

    There may be any number of tasks, even without end: they are handed out as others are done.
    """
    left = iter(tasks)
    waiting = {executor.submit(function, task) for task in islice(left, AT_ONCE)}
    try:
        while waiting:
            done, waiting = wait(waiting, return_when=FIRST_COMPLETED)
            waiting |= {executor.submit(function, task) for task in islice(left, len(done))}
            for one in done:
                yield one.result()
    finally:
        for one in waiting:
            one.cancel()
