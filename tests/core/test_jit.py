"""Where compiled code is kept: a folder per state of the sources, which nobody else can write to."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

import billes
from billes.core.jit import INTERPRETED

SRC = Path(billes.__file__).parents[1]
FOLDER = "from billes.core.jit import numba, CACHE, jit; print(CACHE)"

pytestmark = pytest.mark.skipif(INTERPRETED, reason="nothing is compiled")


def python(script: str, **settings: str) -> str:
    """What a script prints in a process of its own."""
    path = os.pathsep.join([str(SRC), settings.pop("PLUGINS", "")])
    done = subprocess.run(
        [sys.executable, "-c", script],
        env=os.environ | {"PYTHONPATH": path} | settings,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def plugin(folder: Path, package: str, source: str) -> Path:
    """A distribution with a package that must not be imported; its file."""
    file = folder.joinpath(*package.split("."), "rules.py")
    file.parent.mkdir(parents=True)
    (file.parent / "__init__.py").write_text("raise RuntimeError('imported')\n")
    file.write_text(source)
    about = folder / f"{package}-1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {package}\nVersion: 1.0\n")
    (about / "entry_points.txt").write_text(f"[billes.games]\ngame = {package}\n")
    return file


@pytest.mark.parametrize("package", ["stranger", "some_namespace.stranger"])
def test_the_sources_of_plug_ins_count(tmp_path: Path, package: str) -> None:
    """A folder of its own with a plug-in, and another one when a line of it changes; nothing of it is imported."""
    settings = {"XDG_CACHE_HOME": str(tmp_path / "cache")}
    without = python(FOLDER, **settings)
    file = plugin(tmp_path / "site", package, "ROOM = 1\n")
    settings["PLUGINS"] = str(tmp_path / "site")
    before = python(FOLDER, **settings)
    assert before == python(FOLDER, **settings)
    file.write_text("ROOM = 2\n")
    after = python(FOLDER, **settings)
    assert len({without, before, after}) == 3
    assert {Path(folder).parent for folder in (without, before, after)} == {tmp_path / "cache" / "billes"}


def test_a_plug_in_that_is_not_there(tmp_path: Path) -> None:
    """Its entry point is left over: the cache does without it."""
    file = plugin(tmp_path / "site", "stranger", "")
    for path in [*file.parent.iterdir()]:
        path.unlink()
    file.parent.rmdir()
    assert python(FOLDER, PLUGINS=str(tmp_path / "site"), XDG_CACHE_HOME=str(tmp_path)).startswith(str(tmp_path))


def test_a_system_without_user_numbers(tmp_path: Path) -> None:
    """Windows has no os.getuid."""
    script = f"import os; del os.getuid; {FOLDER}"
    assert python(script, XDG_CACHE_HOME=str(tmp_path / "cache")).startswith(str(tmp_path / "cache" / "billes"))
    fallen = python(script, XDG_CACHE_HOME=os.devnull, TMPDIR=str(tmp_path))
    assert fallen.startswith(str(tmp_path / "billes"))


def in_temporary_folder(tmp_path: Path) -> str:
    """The folder where the usual one cannot be made."""
    return python(FOLDER, XDG_CACHE_HOME=os.devnull, TMPDIR=str(tmp_path))


def test_the_folder_is_private(tmp_path: Path) -> None:
    folder = Path(in_temporary_folder(tmp_path))
    assert folder.parent == tmp_path / f"billes-{os.getuid()}"
    assert [path.stat().st_mode & 0o777 for path in (folder, folder.parent)] == [0o700, 0o700]
    assert in_temporary_folder(tmp_path) == str(folder)


@pytest.mark.parametrize("level", ["base", "folder"])
def test_a_folder_that_others_can_write_to_is_refused(tmp_path: Path, level: str) -> None:
    folder = Path(in_temporary_folder(tmp_path))
    (folder if level == "folder" else folder.parent).chmod(0o777)
    assert in_temporary_folder(tmp_path) == "None"


def test_a_folder_of_somebody_else_is_refused(tmp_path: Path) -> None:
    if os.getuid() != 0:
        pytest.skip("only root can give a folder away")
    folder = Path(in_temporary_folder(tmp_path))
    os.chown(folder.parent, 12345, 12345)
    assert in_temporary_folder(tmp_path) == "None"


def test_a_link_is_refused(tmp_path: Path) -> None:
    """It may lead to a folder that somebody else prepared."""
    (tmp_path / "prepared").mkdir(mode=0o700)
    (tmp_path / f"billes-{os.getuid()}").symlink_to(tmp_path / "prepared")
    assert in_temporary_folder(tmp_path) == "None"


def test_without_a_folder_everything_works(tmp_path: Path) -> None:
    """It is compiled anew in every process."""
    (tmp_path / f"billes-{os.getuid()}").mkdir(mode=0o777)
    (tmp_path / f"billes-{os.getuid()}").chmod(0o777)
    script = "from billes.core.codes import mix; from billes.core.jit import CACHE; print(mix(1, 2) > 0, CACHE)"
    assert python(script, XDG_CACHE_HOME=os.devnull, TMPDIR=str(tmp_path)) == "True None"


def double(x: int) -> int:
    """Something to compile."""
    return 2 * x


def test_two_processes_that_compile_at_once_keep_apart() -> None:
    """Each finds its own machine code again: that of other types would crash.

    numba numbers its files in an index that processes overwrite for each other.
    """
    from billes.core.jit import jit

    compiled: Any = jit(double)
    files = [compiled._cache._cache_file for _ in range(4)]
    together = threading.Barrier(len(files))

    def keep(number: int) -> None:
        for turn in range(25):
            together.wait(60)
            files[number].save((f"types {turn}.{number}",), (turn, number, b"code" * 10_000))

    with ThreadPoolExecutor(len(files)) as pool:
        list(pool.map(keep, range(len(files))))
    for turn in range(25):
        for number, file in enumerate(files):
            assert file.load((f"types {turn}.{number}",))[:2] == (turn, number)


COUNTS = (
    "from billes.core.codes import mix; mix(1, 2);"
    "print(sum(mix.stats.cache_hits.values()), sum(mix.stats.cache_misses.values()))"
)
"""How many functions were found compiled, and how many were not."""


def test_the_next_process_compiles_nothing(tmp_path: Path) -> None:
    """And there is no index that several processes write."""
    assert [python(COUNTS, XDG_CACHE_HOME=str(tmp_path)) for _ in range(2)] == ["0 1", "1 0"]
    assert [path.suffix for path in tmp_path.glob("billes/**/*.nb?")] == [".nbc"]


@pytest.mark.parametrize("damage", [b"", b"x" * 500, slice(-100), slice(100, None)], ids=str)
def test_a_damaged_file_is_made_again(tmp_path: Path, damage: bytes | slice) -> None:
    """The machine lost power, or the disk was full."""
    assert python(COUNTS, XDG_CACHE_HOME=str(tmp_path)) == "0 1"
    (file,) = tmp_path.glob("billes/**/*.nbc")
    file.write_bytes(damage if isinstance(damage, bytes) else file.read_bytes()[damage])
    assert [python(COUNTS, XDG_CACHE_HOME=str(tmp_path)) for _ in range(2)] == ["0 1", "1 0"]


def test_a_full_disk_costs_only_the_keeping(tmp_path: Path) -> None:
    script = (
        "import resource, signal; from billes.core.codes import mix;"
        "signal.signal(signal.SIGXFSZ, signal.SIG_IGN);"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0)); value = mix(1, 2);"
        "import os; os.write(1, str(value > 0).encode())"
    )
    assert python(script, XDG_CACHE_HOME=str(tmp_path)) == "True"
    assert not [*tmp_path.glob("billes/**/*.nbc*")]
