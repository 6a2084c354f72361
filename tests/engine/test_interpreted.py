"""The engine works interpreted too, and plays the same games as compiled."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from billes.core.record import load_all
from billes.engine.contestants import Terms
from billes.engine.match import Plan, compete
from billes.games.registry import GAMES, rules_of

SCRIPT = """
import sys
from billes.cli import main
from billes.core.jit import INTERPRETED
assert INTERPRETED
try:
    main(sys.argv[1:])
finally:
    assert "numba" not in sys.modules
"""
FOURS = [(game, variant) for game in GAMES for variant in GAMES[game] if rules_of(game).PLAYERS[variant] > 2]


@pytest.mark.parametrize(("game", "variant"), [*((game, GAMES[game][0]) for game in GAMES), *FOURS])
def test_a_match(game: str, variant: str, tmp_path: Path) -> None:
    """Level 1 against random moves, a few moves long: without numba, and without what fits weights."""
    interpreted, compiled = tmp_path / "interpreted", tmp_path / "compiled"
    words = ["match", "level:1", "random", game, "-v", variant, "--games", "2", "--openings", "1", "--longest", "9"]
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT, *words, "--jobs", "1", "--record", str(interpreted)],
        env=os.environ | {"BILLES_INTERPRETED": "1"},
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert done.returncode == 0, done.stderr
    compete(Plan(game, variant, (("level:1", "random"),), 2, 1, terms=Terms(), longest=9), record=compiled)
    assert interpreted.read_text() == compiled.read_text()
    assert len(load_all(compiled.read_text())) == 2
