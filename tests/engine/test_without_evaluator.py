"""A game that brings no evaluator is played at all levels, in matches and in analyses: by plain tree search."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from ..games.test_registry import install, python

PLUGIN = Path(__file__).parents[1] / "plugin" / "src" / "billes_morris"
# Take one to three of a pile; the last one wins. Two players lose where a multiple of four is left; three may play too.
PILE = """
from billes.core.codes import OPEN
from billes.core.jit import jit
PLAYERS, ROOM, CYCLIC = {"two": 2, "three": 3}, 3, False
def start(variant): return 15, 0, PLAYERS[variant]
@jit
def moves(s, buf, n):
    for k in range(min(3, s[0])):
        buf[n + k] = k + 1
    return n + min(3, s[0])
@jit
def apply(s, move): return s[0] - move, (s[1] + 1) % s[2], s[2]
@jit
def mover(s): return s[1] + 1
@jit
def result(s): return OPEN if s[0] > 0 else (s[1] + s[2] - 1) % s[2] + 1
@jit
def key(s): return s[0] * 16 + s[1] * 4 + s[2]
def reason(s): return "last"
def scores(s): return ()
"""
PILE_NOTATION = """
def write(s, variant): return f"{s[0]} {s[1] + 1}"
def read(text, variant):
    pile, player = map(int, text.split())
    return pile, player - 1, {"two": 2, "three": 3}[variant]
def move_text(s, move): return str(move)
"""
SPEC = 'from billes.games.spec import GameSpec\nSPEC = GameSpec("pile", __name__, ("two", "three"))\n'
SETTINGS = {"BILLES_INTERPRETED": "0"}


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with two games: the pile, and the plug-in of the tests without its evaluator, called `bare`."""
    folder = tmp_path_factory.mktemp("site")
    install(folder, "pile", SPEC, rules=PILE, notation=PILE_NOTATION)
    install(folder, "bare")
    shutil.copytree(PLUGIN, folder / "billes_bare", dirs_exist_ok=True)
    (folder / "billes_bare" / "evaluator.py").unlink()
    spec = folder / "billes_bare" / "__init__.py"
    spec.write_text(spec.read_text().replace('name="morris"', 'name="bare"'))
    return folder


def run(site: Path, *arguments: str) -> str:
    done = python(site, *arguments, **SETTINGS)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_levels(site: Path) -> None:
    """All play legal moves; those that search play the pile perfectly, and every level takes a win on the spot."""
    script = """
import billes
from billes.engine.levels import choose
for level in range(1, 10):
    for variant in ("two", "three"):
        assert str(choose(billes.read("pile", variant, "3 1"), level, seconds=0.1)) == "3"
    piles = [billes.read("pile", "two", f"{n} 1") for n in (5, 6, 7, 9, 10, 11)]
    moves = [str(choose(pile, level, seed=1, seconds=0.1)) for pile in piles]
    assert level < 5 or moves == ["1", "2", "3"] * 2, (level, moves)
    game = billes.Game("bare")
    while game.outcome is None and len(game.moves) < 8:
        game.play(choose(game, level, seed=level, seconds=0.05))
    three = billes.Game("pile", "three")
    while three.outcome is None:
        three.play(choose(three, level, seconds=0.05))
print("done")
"""
    assert run(site, "-c", script) == "done\n"


def test_analysis(site: Path) -> None:
    script = """
import billes
from billes.engine.analysis import review
lines = billes.analyse(billes.read("pile", "two", "6 1"), nodes=20_000)
print([str(line) for line in lines])
print(review(billes.Game("pile", "two", start="6 1").play("1").play("1").play("1").play("3"), nodes=20_000)[0])
print(len(billes.analyse(billes.start("pile", "three"), seconds=0.1)))
"""
    first, remark, three = run(site, "-c", script).splitlines()
    assert first.startswith("['wins in 3  2 ")
    assert remark.startswith("1. 1 mistake (-")
    assert remark.endswith("better 2 (wins in 3)")
    assert three == "3"


@pytest.mark.parametrize("variant", ["two", "three"])
def test_matches(site: Path, variant: str) -> None:
    """With three players the seats are exchanged as well as can be."""
    words = ["match", "level:6", "level:1", "random", "pile", "-v", variant, "--games", "6", "--openings", "1"]
    found = json.loads(run(site, "-m", "billes", *words, "--jobs", "1", "--json"))
    scores = {(row["first"], row["second"]): row["points"] for row in found["pairings"]}
    assert [row["games"] for row in found["pairings"]] == [6, 6, 6]
    assert variant == "three" or scores["level:6", "random"] >= 4


def test_commands(site: Path) -> None:
    found = json.loads(run(site, "-m", "billes", "analyse", "bare", "--nodes", "20000", "--json"))
    assert found["lines"][0]["moves"][0] == "b2"
    assert "8 Diamond" in run(
        site, "-m", "billes", "ladder", "bare", "--levels", "7-8", "--games", "2", "--seconds", "0.02", "--jobs", "1"
    )
    done = python(site, "-m", "billes", "play", "bare", "--level", "4", "--plain", "--seat", "2", **SETTINGS)
    assert "level 4" in done.stdout


def test_an_evaluator_that_lacks_a_name_says_so(tmp_path: Path) -> None:
    """In one line, and at once: compiled code would say it in many."""
    evaluator = "from billes.engine.defaults import *\ndel features, PAR\n"
    install(tmp_path, "pile", SPEC, rules=PILE, notation=PILE_NOTATION, evaluator=evaluator)
    done = python(tmp_path, "-m", "billes", "analyse", "pile", **SETTINGS)
    assert done.stderr.splitlines() == [
        "Error: in the evaluator of pile there is no PAR and no features: see billes.games.spec"
    ]


@pytest.mark.parametrize("who", ["greedy", "paranoid"])
def test_baselines_that_need_an_evaluator_say_so(site: Path, who: str) -> None:
    words = ["match", who, "random", "pile", "-v", "three", "--games", "2", "--openings", "0"]
    done = python(site, "-m", "billes", *words, **SETTINGS)
    assert done.returncode == 1
    assert done.stderr.splitlines()[-1] == "Error: pile has no evaluator"
    assert "Traceback" not in done.stderr
