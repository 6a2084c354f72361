"""Every compiled entry point in fresh processes: the first compiles, the second loads what the first has stored."""

from __future__ import annotations

import ast
import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest

import billes

SCRIPT = """
import sys
import billes
from billes.games.registry import rules_of
for variant in billes.GAMES[sys.argv[1]]:
    start = billes.start(sys.argv[1], variant)
    G = rules_of(start.game)
    print(start.perft(3), start.perft(2), billes.playouts(start, 5, seed=1, limit=50))
    for move in start.moves[::5]:
        after = start.play(move)
        print(move, move.code, after, after.outcome, after.player, G.result(after.state), G.key(after.state))
        print(billes.read(after.game, variant, str(after)).perft(2), [str(m) for m in after.moves])
"""


def run(game: str, folder: Path) -> tuple[str, float]:
    settings = dict(os.environ, XDG_CACHE_HOME=str(folder / "cache"), PYTHONPATH=str(folder / "src"))
    settings.pop("BILLES_INTERPRETED", None)
    begun = time.perf_counter()
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT, game], env=settings, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout, time.perf_counter() - begun


@pytest.mark.slow
@pytest.mark.parametrize("game", list(billes.GAMES))
def test_compiled_twice(game: str, tmp_path: Path) -> None:
    # A copy of its own: what is compiled is stored under the state of the sources, which nobody may edit meanwhile.
    package = Path(billes.__file__).parent
    for part in ("__init__.py", "core", "games"):
        copy = shutil.copytree if (package / part).is_dir() else shutil.copy
        (tmp_path / "src" / "billes").mkdir(parents=True, exist_ok=True)
        copy(package / part, tmp_path / "src" / "billes" / part)
    first, slow = run(game, tmp_path)
    stored = {file: file.stat().st_mtime_ns for file in tmp_path.rglob("*.nb[ci]")}
    assert stored
    second, quick = run(game, tmp_path)
    assert first == second
    assert {file: file.stat().st_mtime_ns for file in tmp_path.rglob("*.nb[ci]")} == stored  # nothing compiled again
    assert quick < slow


def _jitted(path: Path) -> list[ast.FunctionDef]:
    """The compiled functions of a file."""
    nodes = ast.walk(ast.parse(path.read_text("utf-8")))
    functions = [node for node in nodes if isinstance(node, ast.FunctionDef)]
    return [
        one for one in functions if any(isinstance(mark, ast.Name) and mark.id == "jit" for mark in one.decorator_list)
    ]


def test_compiled_functions_have_no_defaults() -> None:
    """An argument left out is another kind than one that is given: two forms of one function, which crash when kept."""
    root = Path(__file__).parents[2]
    files = [path for part in ("src", "tests", "bench") for path in (root / part).rglob("*.py")]
    found = [(path, one) for path in files for one in _jitted(path)]
    assert len(found) > 100
    assert [f"{path}: {one.name}" for path, one in found if one.args.defaults or one.args.kw_defaults] == []
