from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from . import databases
from .client import Server, Visitor

GENEROUS = (
    '{"talking": [1000, 1000], "address_talking": [10000, 10000], "asking": [10000, 1000], '
    '"visitor_asking": [10000, 1000], "creating": [1000, 100]}'
)
"""Tests are quicker than people."""


ON_BOTH = ("test_play", "test_offers", "test_clocks", "test_resume")
"""Modules whose tests with the shared server run on SQLite, and with several processes on PostgreSQL and Valkey."""


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Choose the databases of a test."""
    if "server" in metafunc.fixturenames and metafunc.module.__name__.rpartition(".")[2] in ON_BOTH:
        chosen = ["sqlite", "several"] if not databases.CHOSEN else [databases.CHOSEN]
        metafunc.parametrize("server", chosen, indirect=True, scope="session")


@pytest.fixture(scope="session")
def server(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One server for all tests that do not hurt it. It must have nothing to complain about in the end."""
    file, chosen = tmp_path_factory.mktemp("server") / "tables.sqlite3", getattr(request, "param", "")
    try:
        address, options = databases.address(file, chosen), databases.options(chosen)
    except databases.Missing as error:
        pytest.skip(str(error))
    running = Server(file, address=address, options=options, BILLES_LIMITS=GENEROUS)
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
