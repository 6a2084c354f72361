from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from .client import Server, Visitor

GENEROUS = '{"talking": [1000, 1000], "asking": [10000, 1000], "creating": [1000, 100]}'
"""Tests are quicker than people."""


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One server for all tests that do not hurt it. It must have nothing to complain about in the end."""
    running = Server(tmp_path_factory.mktemp("server") / "tables.sqlite3", BILLES_LIMITS=GENEROUS)
    yield running
    log = running.log()
    running.close()
    assert log == ""


@pytest.fixture
def visitor(server: Server) -> Iterator[Callable[[], Visitor]]:
    """Makes visitors."""
    with ExitStack() as stack:
        yield lambda: stack.enter_context(Visitor(server))


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[Server]:
    """A server that may be killed."""
    running = Server(tmp_path / "tables.sqlite3")
    yield running
    running.close()
