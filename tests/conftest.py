"""Every run has a data folder of its own; interpreted, it leaves out what would take too long."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from billes.core.jit import INTERPRETED


@pytest.fixture(scope="session", autouse=True)
def _own_data(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """A data folder for this run alone, also for the processes it starts; servers compile nothing ahead."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(os.environ, "BILLES_DATA", str(tmp_path_factory.mktemp("data")))
        patch.setitem(os.environ, "BILLES_COMPILE", "0")
        patch.setitem(os.environ, "LC_ALL", "C.UTF-8")  # English, wherever the tests are run
        yield


@pytest.fixture(scope="session")
def quits_simple(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a tablebase that many tests ask. Nobody writes there."""
    from tests.tablebase.solved import quits_simple

    return quits_simple(tmp_path_factory.getbasetemp())


FIRST = ("server", "tablebase", "engine", "scenes", "core", "cli")
"""Folders whose files take longest. They are begun first, so that in the end no worker waits long for another."""


def _begun(item: pytest.Item) -> int:
    """The place of a test's folder in the order in which they are begun."""
    folder = item.path.parent.name
    return FIRST.index(folder) if folder in FIRST else len(FIRST)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Long ones first. The rules are tested twice, compiled and interpreted."""
    items.sort(key=_begun)
    if INTERPRETED:
        for item in items:
            if item.get_closest_marker("slow"):
                item.add_marker(pytest.mark.skip(reason="takes too long when interpreted"))


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say loudly what could not be tested."""
    from tests.server.databases import missing

    for server in missing():
        terminalreporter.write_sep("!", f"NOT TESTED: {server}", red=True)
