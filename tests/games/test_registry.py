"""Games of other distributions: found, named with their origin, and left out where they do not work."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

import billes
from billes.core.errors import BrokenGame, MissingPart, UnknownGame
from billes.games.registry import BUILT_IN, origin, spec_of
from billes.games.spec import REQUIRED, GameSpec

SRC = Path(billes.__file__).parents[1]
SPEC = 'from billes.games.spec import GameSpec\nSPEC = GameSpec("{name}", __name__, {variants!r})\n'
# A game whose only move ends it: just enough to be listed, started and played.
RULES = """
from billes.core.codes import OPEN
PLAYERS, ROOM, CYCLIC = {"one": 2, "two": 2}, 1, False
def start(variant): return 0, 0
def moves(s, buf, n):
    buf[n] = 1
    return n + 1
def apply(s, move): return 1, 1
def mover(s): return s[1] + 1
def result(s): return s[0] or OPEN
def key(s): return s[0]
def reason(s): return "blocked"
def scores(s): return ()
"""
NOTATION = """
def write(s, variant): return f"{s[0]} {s[1] + 1}"
def read(text, variant): return tuple(map(int, text.split()))
def move_text(s, move): return "go"
"""
BOARD = """
from billes.scenes.scene import Place, Scene, Slab, View
from billes.scenes.grid import players
def scene(position, last):
    one = Place("a1", (0.0, 0.0, 0.0), 0.3, "bowl")
    look = {"felt": "moss", "view": View(0, 48, 9, 0, 62), "players": players(2, 1, [[], []])}
    return Scene("good", position.variant, str(position), last, **look, places=(one,), marbles=(), slabs=(SLAB,))
SLAB = Slab("base", "base", "walnut", (0.0, -0.1, 0.0), (2.0, 0.2, 2.0))
"""
EXPLAIN = "def explain(s, text): return 'you can only go'"
HANDLING = """
from billes.scenes.handling import Prompt
class Hand:
    def __init__(self, position): pass
    def sequences(self): return iter([(("a1",), "go")])
    def detours(self, first): return {}
    def prompt(self, touched, handles): return Prompt("ask.move")
    def shows(self, touched): return ()
def motions(before, after, move, touched): return ()
"""
PARTS = {"rules": RULES, "notation": NOTATION, "explain": EXPLAIN, "board": BOARD, "handling": HANDLING}
LISTED = [*BUILT_IN]


def install(folder: Path, name: str, spec: str = "", *, entry: str = "", **parts: str | None) -> None:
    """Put a distribution with one game into a folder: what pip does, without pip. A part that is None is missing."""
    package = folder / f"billes_{name}"
    package.mkdir()
    (package / "__init__.py").write_text(spec or SPEC.format(name=name, variants=("one", "two")))
    for part, source in (PARTS | parts).items():
        if source is not None:
            (package / f"{part}.py").write_text(source)
    told = folder / f"billes_{name}-1.2.dist-info"
    told.mkdir()
    (told / "METADATA").write_text(f"Metadata-Version: 2.1\nName: billes-{name}\nVersion: 1.2\n")
    (told / "entry_points.txt").write_text(f"[billes.games]\n{name} = {entry or package.name}\n")


def python(folder: Path, *arguments: str, **settings: str) -> subprocess.CompletedProcess[str]:
    """Run Python where the distributions of a folder are installed as well."""
    environment = os.environ | {"PYTHONPATH": f"{SRC}{os.pathsep}{folder}", "BILLES_INTERPRETED": "1"} | settings
    return subprocess.run([sys.executable, *arguments], env=environment, capture_output=True, text=True, check=False)


def listed(folder: Path) -> tuple[list[str], list[str]]:
    """The games that `billes games` lists, and the lines on stderr."""
    done = python(folder, "-m", "billes", "games", "--json")
    assert done.returncode == 0, done.stderr
    names = [row["game"] for row in json.loads(done.stdout) if row["origin"] in ("", "billes-good 1.2")]
    return list(dict.fromkeys(names)), done.stderr.splitlines()


def test_a_game_of_another_distribution_is_played(tmp_path: Path) -> None:
    install(tmp_path, "good")
    names, complaints = listed(tmp_path)
    assert names == [*LISTED, "good"]
    assert complaints == []
    script = """
import billes
print(billes.GAMES["good"], billes.start("good", "two").play("go").outcome)
print(billes.load(billes.Game("good").play("go").record()).moves)
"""
    done = python(tmp_path, "-c", script)
    first, second = done.stdout.splitlines()
    assert first == "('one', 'two') player 1 wins: the next player has no legal move"
    assert second == "(Move(text='go'),)"


def test_games_says_where_a_game_comes_from(tmp_path: Path) -> None:
    install(tmp_path, "good")
    lines = python(tmp_path, "-m", "billes", "games").stdout.splitlines()
    assert "good       one            2 players   one (default, from billes-good 1.2)" in lines
    assert "quits      standard       2 players   Standard (default)" in lines
    assert origin("quits") == ""


BROKEN = {
    "raises when imported": ({"spec": "import no_such_module"}, "No module named 'no_such_module'"),
    "leaves the program": ({"spec": "raise SystemExit(3)"}, "SystemExit: 3"),
    "says much": ({"spec": "raise ValueError('one\\ntwo')"}, "one two"),
    "has no spec": ({"spec": "NAME = 1"}, "billes_bad has no GameSpec called SPEC"),
    "has a spec of another type": ({"spec": "SPEC = 'bad'"}, "billes_bad has no GameSpec called SPEC"),
    "is not there": ({"entry": "billes_nowhere"}, "No module named 'billes_nowhere'"),
    "takes a name": ({"spec": SPEC.format(name="quits", variants=("one",))}, "there is another game called quits"),
    "has a bad name": ({"spec": SPEC.format(name="Go on", variants=("one",))}, "'Go on' is no name"),
    "has a bad variant": ({"spec": SPEC.format(name="bad", variants=("a/b",))}, "'a/b' is no name"),
    "has no variants": ({"spec": SPEC.format(name="bad", variants=())}, "its variants are not a tuple"),
    "lacks a part": ({"board": None}, "billes_bad has no board"),
    "lacks two parts": ({"rules": None, "handling": None}, "billes_bad has no rules and no handling"),
    "has a syntax error": ({"rules": "def moves(:"}, "the rules of bad cannot be loaded: SyntaxError"),
    "has a faulty board": (
        {"board": "1 / 0"},
        "the board of bad cannot be loaded: ZeroDivisionError: division by zero",
    ),
    "cannot lay out its start": (
        {"board": BOARD.replace("return ", "return last + 1 + ")},
        "TypeError: can only concat",
    ),
    "has a variant without rules": (
        {"spec": SPEC.format(name="bad", variants=("one", "three"))},
        "its rules do not know the variant three",
    ),
    "has a showcase that cannot be": (
        {"spec": SPEC.format(name="bad", variants=("one",)).replace("))", "), ('one', 'x y', ''))")},
        "invalid literal for int",
    ),
    "has faulty lessons": ({"lessons": "STEPS = ("}, "the lessons of bad cannot be loaded: SyntaxError"),
    "has faulty puzzles": ({"puzzles": "1 / 0"}, "the puzzles of bad cannot be loaded: ZeroDivisionError"),
    "has faulty sentences": ({"sentences": "from nowhere import it"}, "the sentences of bad cannot be loaded"),
    "has half a handling": (
        {"handling": "def Hand(position): pass"},
        "in the handling of bad there is no motions: see billes.games.spec",
    ),
    "has lessons without steps": ({"lessons": ""}, "in the lessons of bad there is no STEPS"),
    "has puzzles of nothing": ({"puzzles": ""}, "in the puzzles of bad there is no THEMES and no themes"),
    "cannot start": ({"rules": RULES.replace("return 0, 0", "return 1 / 0")}, "ZeroDivisionError: division by zero"),
}


@pytest.mark.parametrize("fault", BROKEN)
def test_a_broken_game_is_named_in_one_line_and_left_out(fault: str, tmp_path: Path) -> None:
    parts, reason = BROKEN[fault]
    install(tmp_path, "bad", **parts)  # type: ignore[arg-type]
    install(tmp_path, "good")
    names, complaints = listed(tmp_path)
    assert names == [*LISTED, "good"]
    assert len(complaints) == 1
    assert complaints[0].startswith("the game bad of billes_")
    assert "is left out: " in complaints[0]
    assert reason in complaints[0]


def test_a_game_whose_rules_fail_when_first_used(tmp_path: Path) -> None:
    install(tmp_path, "bad", rules="def moves(:")
    install(tmp_path, "good")
    script = """
import billes
assert "bad" in billes.GAMES  # nobody has looked at its rules yet
for _ in range(2):
    try:
        billes.start("bad")
    except billes.UnknownGame as error:
        print(error)
print("bad" in billes.GAMES, billes.start("good"), billes.start("quits"))
"""
    done = python(tmp_path, "-c", script)
    first, second, last = done.stdout.splitlines()
    assert first == second
    assert first.startswith("the game bad is left out: the rules of bad cannot be loaded: SyntaxError")
    assert last.startswith("False 0 1 .11../11...")
    assert len(done.stderr.splitlines()) == 1


def test_the_command_line_says_in_one_line_what_is_wrong(tmp_path: Path) -> None:
    install(tmp_path, "bad", rules="def moves(:")
    done = python(tmp_path, "-m", "billes", "moves", "bad")
    assert done.returncode == 1
    assert "Traceback" not in done.stderr
    assert done.stderr.splitlines()[-1].startswith("Error: the game bad is left out: the rules of bad cannot be loaded")


COMPILED = """
from billes.core.codes import OPEN
from billes.core.jit import jit
PLAYERS, ROOM, CYCLIC = {"one": 2, "two": 2}, 9, False
def start(variant): return 0, 0
@jit
def moves(s, buf, n):
    for k in range(WIDTH):
        buf[n + k] = k
    return n + WIDTH
@jit
def apply(s, move): return s[0] + 1, 1 - s[1]
@jit
def mover(s): return s[1] + 1
@jit
def result(s): return OPEN
@jit
def key(s): return s[0]
def reason(s): return "blocked"
def scores(s): return ()
"""


@pytest.mark.slow
def test_compiled_code_follows_the_sources_of_a_plug_in(tmp_path: Path) -> None:
    """Compiled code is stored; what was compiled from other sources must not be taken."""
    install(tmp_path, "good", rules=COMPILED.replace("WIDTH", "2"))
    settings = {"BILLES_INTERPRETED": "0", "XDG_CACHE_HOME": str(tmp_path / "cache")}
    script = "import billes; print(billes.start('good').perft(3))"
    assert python(tmp_path, "-c", script, **settings).stdout == "8\n"
    (tmp_path / "billes_good" / "rules.py").write_text(COMPILED.replace("WIDTH", "3"))
    assert python(tmp_path, "-c", script, **settings).stdout == "27\n"


def test_two_games_of_one_name(tmp_path: Path) -> None:
    install(tmp_path, "alpha", SPEC.format(name="good", variants=("one",)))
    install(tmp_path, "good")
    done = python(tmp_path, "-c", "import billes; print(billes.GAMES['good'])")
    assert done.stdout == "('one',)\n"
    assert done.stderr == "the game good of billes_good is left out: there is another game called good\n"


def test_importing_billes_looks_for_no_games() -> None:
    script = (
        "import billes, sys; print([m for m in ('importlib.metadata', 'billes.games.registry') if m in sys.modules])"
    )
    assert python(Path(), "-c", script).stdout == "[]\n"


def test_a_part_that_a_game_does_not_have() -> None:
    assert not spec_of("balanx").has("tablebase")
    with pytest.raises(MissingPart, match=r"^balanx has no tablebase$"):
        _ = spec_of("balanx").tablebase
    with pytest.raises(UnknownGame, match="Did you mean quits"):
        spec_of("quitz")


def test_every_built_in_game_passes_the_check_of_plug_ins() -> None:
    for game in BUILT_IN:
        assert all(spec_of(game).has(part) for part in REQUIRED)
        spec_of(game).check()
    with pytest.raises(BrokenGame, match="do not know the variant odd"):
        GameSpec("quits", "billes.games.quits", ("standard", "odd")).check()


def test_looking_at_a_tablebase_loads_no_solver() -> None:
    """A browser's Python has no numpy, which only solving needs; and probing is to be quick."""
    script = """
import sys
sys.modules["numpy"] = None
from billes.games.registry import SPECS
print([game for game, spec in SPECS.items() if spec.has("tablebase") and spec.tablebase.NEEDS])
"""
    done = python(Path(), "-c", script)
    assert done.stdout == "['pylos', 'quits']\n", done.stderr
