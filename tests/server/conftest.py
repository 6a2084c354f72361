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


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Choose the databases of a test: SQLite, and where it is marked so several processes on PostgreSQL and Valkey."""
    if "server" in metafunc.fixturenames:
        both = metafunc.definition.get_closest_marker("both_databases")
        usual = ["sqlite", "several"] if both else ["sqlite"]
        metafunc.parametrize("server", [databases.CHOSEN] if databases.CHOSEN else usual, indirect=True)


@pytest.fixture(scope="session")
def servers(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[[str], Server]]:
    """One server for each kind of database, started when it is first asked for."""
    running: dict[str, Server] = {}

    def get(kind: str) -> Server:
        if kind not in running:
            file = tmp_path_factory.mktemp("server") / "tables.sqlite3"
            address, options = databases.address(file, kind), databases.options(kind)
            running[kind] = Server(file, address=address, options=options, BILLES_LIMITS=GENEROUS)
        return running[kind]

    yield get
    logs = {kind: server.log() for kind, server in running.items()}
    for server in running.values():
        server.close()
    assert not any(logs.values()), logs


@pytest.fixture
def server(request: pytest.FixtureRequest, servers: Callable[[str], Server]) -> Server:
    """A server for all tests that do not hurt it. It must have nothing to complain about in the end."""
    try:
        return servers(request.param)
    except databases.Missing as error:
        pytest.skip(str(error))


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
