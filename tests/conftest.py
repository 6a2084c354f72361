"""Tests know nothing of the games and tables that whoever runs them keeps at home."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest


@pytest.fixture(scope="session", autouse=True)
def _own_data(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """A data folder for this run alone, also for the processes it starts."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(os.environ, "BILLES_DATA", str(tmp_path_factory.mktemp("data")))
        yield
