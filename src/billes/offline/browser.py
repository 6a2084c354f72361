"""What the workers of the page call, in Pyodide: `ui/src/offline/backend_worker.ts` and `engine_worker.ts`."""

from __future__ import annotations

import sqlite3
import sys
import warnings
from collections.abc import Awaitable, Callable
from contextlib import closing
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

from ..core.folders import data_folder

DATABASE = "tables.sqlite3"
"""The file with all games."""
EMPTY = Path(__file__).parent / "empty.sqlite3"
"""A database without games, made with the site."""


class BrowserHost:
    """What JavaScript does for the application."""

    def __init__(self, host: Any) -> None:
        self._host = host
        self._retained: Any = import_module("pyodide.ffi").create_proxy

    def post(self, text: str) -> None:
        """Send a message to the page."""
        self._host.post(text)

    def keep(self) -> Awaitable[object]:
        """Copy the folder to the browser's disk."""
        kept: Awaitable[object] = self._host.keep()
        return kept

    def engine(self, hear: Callable[[str], None]) -> Any:
        """Start an engine in a worker."""
        return self._host.engine(self._retained(hear))


def backend(host: Any, folder: str) -> Any:
    """The application, which keeps its games in a folder."""
    _leave_out_interpreters()
    warnings.simplefilter("ignore")  # of libraries that miss their larger parts
    from .backend import Backend

    data_folder().mkdir(parents=True, exist_ok=True)
    return Backend(BrowserHost(host), Path(folder), EMPTY if EMPTY.exists() else None)


def outdated(folder: str) -> bool:
    """Whether the games in a folder are of an earlier version: bringing them up to date takes one more archive."""
    from ..server.storage.version import VERSION

    file = Path(folder, DATABASE)
    if not file.exists():
        return not EMPTY.exists()
    # Not with SQLAlchemy: the archive brings a larger part of it, which has to be there before it is imported.
    with closing(sqlite3.connect(file)) as database:
        (version,) = database.execute("SELECT version_num FROM alembic_version").fetchone()
    return bool(version != VERSION)


def engine(write: Callable[[str], None]) -> Any:
    """The engine's side of its protocol."""
    from ..engine.protocol import Engine

    return Engine(write)


def _leave_out_interpreters() -> None:
    """Let anyio be imported, which asks for interpreters beside this one; it is never asked to start any."""
    stub: Any = ModuleType("concurrent.interpreters")
    stub.create, stub.ExecutionFailed = None, RuntimeError
    sys.modules.setdefault("concurrent.interpreters", stub)
