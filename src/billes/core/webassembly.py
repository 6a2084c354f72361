"""Compiled functions in a browser: the modules that `billes.wasm.build` makes, called from Python in Pyodide.

A module is a shared library for WebAssembly, one for each game. It works on Python's own memory: an array is handed to
it by its address. `modules.json` beside the modules says which functions there are, and how they are called. Only some
are: those that are called rarely and take long. All others stay as they are, interpreted.
"""

from __future__ import annotations

import json
import os
import sys
from array import array
from collections.abc import Callable
from ctypes import CDLL, addressof, c_double, c_int8, c_int32, c_int64, c_void_p, create_string_buffer
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

MANIFEST = "modules.json"
VERSION = 1  # of the manifest and of how functions are called
RUNS_HERE = sys.platform == "emscripten"

_FLAT: dict[str, list[Any]] = {"module": [c_void_p], "int": [c_int64], "float": [c_double], "bool": [c_int8]}
_LONGEST = 16  # words of a result


class Entry:
    """One compiled function for one game. It is looked up in its module when it is first called."""

    def __init__(self, folder: Path, about: dict[str, Any]) -> None:
        self.file = folder / about["file"]
        self.symbol: str = about["symbol"]
        self.takes: list[str] = about["takes"]
        self.gives: str = about["gives"]
        self.function: Any = None
        self.room = create_string_buffer(8 * (_LONGEST + 1))
        self.result, self.error = addressof(self.room), addressof(self.room) + 8 * _LONGEST

    def fits(self, args: tuple[Any, ...]) -> bool:
        """Whether it takes these arguments: states of another length, and arrays of another kind, it does not."""
        if len(args) != len(self.takes):
            return False
        for kind, arg in zip(self.takes, args, strict=True):
            name, _, size = kind.partition(" ")
            if name == "words" and len(arg) != int(size):
                return False
            if name == "array" and not (isinstance(arg, array) and arg.typecode == size):
                return False
        return True

    def __call__(self, args: tuple[Any, ...]) -> Any:
        """Call it."""
        function = self.function or self._find()
        flat: list[Any] = [self.result, self.error]
        for kind, arg in zip(self.takes, args, strict=True):
            if kind == "module":
                flat.append(None)
            elif kind.startswith("words"):
                flat.extend(arg)
            elif kind.startswith("array"):
                address, count = arg.buffer_info()
                flat.extend((None, None, count, arg.itemsize, address, count, arg.itemsize))
            else:
                flat.append(arg)
        status = function(*flat)
        if status != 0:
            raise RuntimeError(f"{self.symbol} in {self.file} ended with status {status}")
        return self._read()

    def _find(self) -> Any:
        kinds: list[Any] = [c_void_p, c_void_p]
        for kind in self.takes:
            name, _, size = kind.partition(" ")
            if name == "words":
                kinds += [c_int64] * int(size)
            elif name == "array":
                kinds += [c_void_p, c_void_p, c_int64, c_int64, c_void_p, c_int64, c_int64]
            else:
                kinds += _FLAT[name]
        function = getattr(_library(self.file), self.symbol)
        function.argtypes, function.restype = kinds, c_int32
        self.function = function
        return function

    def _read(self) -> Any:
        name, _, size = self.gives.partition(" ")
        if name == "words":
            return tuple((c_int64 * int(size)).from_buffer(self.room))
        if name == "bool":
            return bool(c_int8.from_buffer(self.room).value)
        return c_int64.from_buffer(self.room).value if name == "int" else None


@cache
def _library(file: Path) -> CDLL:
    return CDLL(str(file))


def _folder() -> Path:
    """Where the modules are: in the folder that BILLES_WASM names, else in the package."""
    named = os.environ.get("BILLES_WASM")
    return Path(named) if named else Path(__file__).parents[1] / "wasm" / "modules"


def _entries() -> dict[str, dict[tuple[str, ...], Entry]]:
    """All compiled functions: by name, then by the names of the modules that they are called with."""
    if not RUNS_HERE or os.environ.get("BILLES_INTERPRETED") == "1":
        return {}
    folder = _folder()
    try:
        manifest = json.loads((folder / MANIFEST).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    found: dict[str, dict[tuple[str, ...], Entry]] = {}
    if manifest.get("version") == VERSION:
        for about in manifest["entries"]:
            found.setdefault(about["function"], {})[tuple(about["modules"])] = Entry(folder, about)
    return found


ENTRIES = _entries()


def call_compiled(function: Callable[..., Any]) -> Callable[..., Any]:
    """The function itself, or one that calls its compiled form wherever there is one for the arguments."""
    compiled = ENTRIES.get(f"{function.__module__}.{function.__qualname__}")
    if compiled is None:
        return function

    def call(*args: Any) -> Any:
        entry = compiled.get(tuple([arg.__name__ for arg in args if isinstance(arg, ModuleType)]))
        return entry(args) if entry is not None and entry.fits(args) else function(*args)

    return call
