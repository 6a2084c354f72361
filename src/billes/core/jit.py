"""The only file that imports numba.

The rules are plain functions over tuples of ints. `jit` compiles them; with ``BILLES_INTERPRETED=1`` in the environment
it leaves them alone, numba is never imported, and a debugger steps through the rules line by line. In a browser it
leaves them alone too, but for those that were compiled to WebAssembly before: see `webassembly`.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterable, MutableSequence, Sequence
from typing import Any, TypeVar, cast

F = TypeVar("F")
Buffer = MutableSequence[int]
Planes = MutableSequence[float]

INTERPRETED = os.environ.get("BILLES_INTERPRETED") == "1"
IN_BROWSER = sys.platform == "emscripten"
THREADS = not IN_BROWSER
"""Whether threads can be started."""
FOR_BROWSER = os.environ.get("BILLES_COMPILE_FOR") == "browser"
"""Whether what is compiled here runs in a browser: set by `billes.wasm.build`."""
NOW = "emscripten_get_now"
"""What a browser's Python calls the function that tells its milliseconds."""


def ctz(x: int) -> int:
    """Number of the lowest set bit of a word that is not zero."""
    return (x & -x).bit_length() - 1


def popcount(x: int) -> int:
    """How many bits are set."""
    return x.bit_count()


def state_of(like: Any, words: Sequence[int]) -> Any:
    """The state whose words stand in an array: a tuple as long as `like`, another state of the game."""
    return tuple(int(words[i]) for i in range(len(like)))


def clock() -> int:
    """Milliseconds of `time.perf_counter`. Compiled code that has threads beside it cannot look, and is given 0."""
    return int(1000 * time.perf_counter())


if IN_BROWSER:
    from array import array

    from .webassembly import call_compiled

    CACHE: str | None = None

    def jit(function: F) -> F:
        """Leave the function as it is, unless there is a compiled form of it for WebAssembly."""
        return cast(F, call_compiled(cast(Any, function)))

    def table(values: Iterable[int]) -> Sequence[int]:
        """A constant table of ints."""
        return tuple(values)

    def buffer(size: int) -> Buffer:
        """Room for `size` ints, all zero: in Python's memory, where compiled code finds it too."""
        return array("q", [0]) * size

    def write(values: Sequence[int], buf: Buffer, at: int) -> None:
        """Write values into a buffer, from a place on."""
        buf[at : at + len(values)] = array("q", values)

elif INTERPRETED:
    CACHE = None

    def jit(function: F) -> F:
        """Leave the function as it is."""
        return function

    def table(values: Iterable[int]) -> Sequence[int]:
        """A constant table of ints."""
        return tuple(values)

    def buffer(size: int) -> Buffer:
        """Room for `size` ints, all zero."""
        return [0] * size

    def write(values: Sequence[int], buf: Buffer, at: int) -> None:
        """Write values into a buffer, from a place on."""
        buf[at : at + len(values)] = values

else:
    import contextlib
    import hashlib
    import pickle
    import stat
    import tempfile
    from importlib import import_module
    from pathlib import Path
    from types import ModuleType

    from .plugins import plugin_sources

    # numba is typed in part only and llvmlite not at all: to the type checker they are anything.
    numba: Any = import_module("numba")
    numpy: Any = import_module("numpy")
    extending: Any = import_module("numba.extending")
    caching: Any = import_module("numba.core.caching")
    ir: Any = import_module("llvmlite.ir")

    def _digest() -> str:
        """A hash of all sources that may be compiled, of plug-ins too.

        numba does not notice edits in a *called* file, so every state of the sources gets a folder of its own.
        """
        digest = hashlib.sha256(numba.__version__.encode())
        here = Path(__file__).parents[1]
        for part in ("core/**/*.py", "games/**/*.py", "tablebase/**/*.py", "engine/**/*.py", "envs/kernel.py"):
            for file in sorted(here.glob(part)):
                digest.update(file.read_bytes())
        for file in plugin_sources():
            try:
                digest.update(file.read_bytes())
            except OSError:  # a plug-in that cannot be read does not work, and nothing else depends on it
                continue
        return digest.hexdigest()[:16]

    def _safe(folder: Path) -> bool:
        """Whether a folder is our own and nobody else can write to it: what lies in it is run."""
        found = folder.lstat()
        if not hasattr(os, "getuid"):  # Windows: the folders used here belong to the user
            return stat.S_ISDIR(found.st_mode)
        return stat.S_ISDIR(found.st_mode) and found.st_uid == os.getuid() and not found.st_mode & 0o022

    def _cache_folder() -> str | None:
        """A folder for compiled code that only this user can write to, or None where there is none."""
        home = os.environ.get("XDG_CACHE_HOME") or os.path.join(os.path.expanduser("~"), ".cache")
        user = f"-{os.getuid()}" if hasattr(os, "getuid") else ""
        name = _digest()
        for base in (Path(home) / "billes", Path(tempfile.gettempdir()) / f"billes{user}"):
            try:
                base.parent.mkdir(parents=True, exist_ok=True)
                for folder in (base, base / name):
                    folder.mkdir(mode=0o700, exist_ok=True)
                    if not _safe(folder):
                        raise PermissionError(f"{folder} can be written by others")
                with tempfile.TemporaryFile(dir=base / name) as probe:
                    probe.write(b"room?")
            except OSError:
                continue
            return str(base / name)
        return None

    CACHE = _cache_folder()
    """Where compiled code is kept, if anywhere."""
    if CACHE is not None:
        numba.config.CACHE_DIR = CACHE

    # A game module may be an argument of a compiled function: G.moves is then resolved at compile time.
    @extending.typeof_impl.register(ModuleType)  # type: ignore[untyped-decorator]  # numba's, see above
    def _typeof_module(module: ModuleType, context: Any) -> Any:
        return numba.types.Module(module)

    @extending.unbox(numba.types.Module)  # type: ignore[untyped-decorator]  # likewise
    def _unbox_module(kind: Any, obj: Any, context: Any) -> Any:
        return extending.NativeValue(context.context.get_dummy_value())

    @extending.intrinsic  # type: ignore[untyped-decorator]  # likewise
    def _cttz(typing: Any, x: Any) -> Any:
        return x(x), lambda context, builder, signature, args: builder.cttz(args[0], ir.Constant(ir.IntType(1), 1))

    @extending.intrinsic  # type: ignore[untyped-decorator]  # likewise
    def _ctpop(typing: Any, x: Any) -> Any:
        return x(x), lambda context, builder, signature, args: builder.ctpop(args[0])

    @extending.intrinsic  # type: ignore[untyped-decorator]  # likewise
    def _now(typing: Any) -> Any:
        def call(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            kind = ir.FunctionType(ir.DoubleType(), [])
            return builder.call(ir.Function(builder.module, kind, NOW), [])

        return numba.types.float64(), call

    @extending.overload(clock)  # type: ignore[untyped-decorator]  # likewise
    def _clock_compiled() -> Any:
        def in_browser() -> int:
            return int(_now())

        def elsewhere() -> int:
            return 0

        return in_browser if FOR_BROWSER else elsewhere

    @extending.overload(ctz)  # type: ignore[untyped-decorator]  # likewise
    def _ctz_compiled(x: Any) -> Any:
        def compiled(x: Any) -> Any:
            return _cttz(x)

        return compiled

    @extending.overload(popcount)  # type: ignore[untyped-decorator]  # likewise
    def _popcount_compiled(x: Any) -> Any:
        def compiled(x: Any) -> Any:
            return _ctpop(x)

        return compiled

    _set_item: Any = import_module("numba.cpython.unsafe.tuple").tuple_setitem

    @extending.overload(state_of)  # type: ignore[untyped-decorator]  # likewise
    def _state_of_compiled(like: Any, words: Any) -> Any:
        count = len(like)

        def compiled(like: Any, words: Any) -> Any:
            state = like
            for i in range(count):
                state = _set_item(state, i, words[i])
            return state

        return compiled

    class _CompiledFiles(caching.IndexDataCacheFile):  # type: ignore[misc]  # numba's, see above
        """One file for each function and kinds of arguments, named after them.

        numba itself numbers such files in an index, which processes that start together overwrite for each other: one
        of them then runs machine code that was made for another game, and crashes. A file that cannot be read is made
        again; one that cannot be written costs the next process its time, and nobody anything else.
        """

        def _path(self, key: object) -> str:
            name = hashlib.sha256(repr((self._version, self._source_stamp, key)).encode()).hexdigest()[:32]
            path: str = self._data_path(f"{self._index_name.removesuffix('.nbi')}.{name}.nbc")
            return path

        def load(self, key: object) -> object:
            """What was kept under this key, or None."""
            try:
                content = Path(self._path(key)).read_bytes()
            except OSError:
                return None
            data = content[32:]
            return pickle.loads(data) if hashlib.sha256(data).digest() == content[:32] else None

        def save(self, key: object, data: object) -> None:
            """Keep it. Whoever reads meanwhile finds the whole file or none."""
            content = self._dump(data)
            with contextlib.suppress(OSError), self._open_for_write(self._path(key)) as file:
                file.write(hashlib.sha256(content).digest() + content)

    _njit = numba.njit(cache=CACHE is not None, nogil=True, error_model="numpy")

    def jit(function: F) -> F:
        """Compile the function on its first call; later processes load it from the cache folder."""
        compiled: F = _njit(function)
        if CACHE is not None:
            cache: Any = compiled._cache  # type: ignore[attr-defined]  # numba's, see above
            about = cache._impl
            stamp = about.locator.get_source_stamp()
            cache._cache_file = _CompiledFiles(cache.cache_path, about.filename_base, stamp)
        return compiled

    def table(values: Iterable[int]) -> Sequence[int]:
        """A constant table of ints."""
        array: Sequence[int] = numpy.array(list(values), numpy.int64)
        return array

    def buffer(size: int) -> Buffer:
        """Room for `size` ints, all zero."""
        array: Buffer = numpy.zeros(size, numpy.int64)
        return array

    def write(values: Sequence[int], buf: Buffer, at: int) -> None:
        """Write values into a buffer, from a place on."""
        buf[at : at + len(values)] = values
