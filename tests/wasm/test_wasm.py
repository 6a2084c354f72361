"""The kernels as WebAssembly, in Pyodide in Node: they find what the compiled ones find, in all games and variants."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from billes.core.webassembly import MANIFEST
from billes.games.registry import BUILT_IN, GAMES
from tests.wasm.figures import all_figures
from tests.wasm.modules import in_pyodide, modules

HERE = Path(__file__).parent


@pytest.fixture(scope="module")
def built() -> Path:
    return modules()


@pytest.fixture(scope="module")
def native() -> dict[str, Any]:
    found: dict[str, Any] = json.loads(json.dumps(all_figures()))
    return found


@pytest.fixture(scope="module")
def in_browser(built: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(in_pyodide(HERE / "figures.py", built))
    return found


@pytest.mark.parametrize(("game", "variant"), [(game, variant) for game in BUILT_IN for variant in GAMES[game]])
def test_finds_the_same(game: str, variant: str, native: dict[str, Any], in_browser: dict[str, Any]) -> None:
    for number in (0, 1):
        assert in_browser[f"{game} {variant} {number}"] == native[f"{game} {variant} {number}"]


def test_every_entry_is_called(built: Path, in_browser: dict[str, Any]) -> None:
    """Else interpreted code would be compared with compiled code."""
    entries = json.loads((built / MANIFEST).read_text())["entries"]
    assert {(entry["file"], entry["symbol"]) for entry in entries} == {tuple(each) for each in in_browser["called"]}
    assert {entry["file"] for entry in entries} == {f"{game}.wasm" for game in BUILT_IN}


def test_the_engine_answers_without_threads(built: Path) -> None:
    said = json.loads(in_pyodide(HERE / "protocol.py", built))
    assert said["entries"] > 5
    assert said["ready"] == ["readyok"]
    assert said["options"] == ["option name Threads type spin default 1 min 1 max 1"]
    assert [line.split()[0] for line in said["level"]] == ["readyok", "bestmove"]
    assert said["nodes"][-1].startswith("bestmove ")
    assert " nodes 5000 " in said["nodes"][-2]
    for game in ("pylos", "quits", "bilitaire"):
        assert said[game]["answers"][-1].startswith("bestmove "), game
        assert len(said[game]["answers"]) > 2, game
        assert 0.3 <= said[game]["seconds"] < 3, game
    assert said["spread"] <= 64  # MB: what searches have used is used again


def test_without_modules_it_is_interpreted(tmp_path: Path) -> None:
    program = tmp_path / "interpreted.py"
    program.write_text(
        "import billes\nfrom billes.core.webassembly import ENTRIES\n"
        "from billes.engine.levels import choose\n"
        "print(len(ENTRIES), billes.start('pylos').perft(2), choose(billes.start('quits', 'simple'), 3))\n"
    )
    entries, leaves, move = in_pyodide(program, tmp_path).split()
    assert (entries, leaves) == ("0", "240")
    assert move
