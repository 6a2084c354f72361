from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from billes.cli import main

Run = Callable[..., Result]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A data folder of the test's own."""
    monkeypatch.setenv("BILLES_DATA", str(tmp_path / "data"))
    return tmp_path / "data"


@pytest.fixture
def run(folder: Path) -> Run:
    """Run a command; `keys` is what is typed."""

    def call(*words: str, keys: str = "") -> Result:
        return CliRunner().invoke(main, list(words), input=keys)

    return call
