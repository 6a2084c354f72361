"""Write scenes for the fixture page: python ui/dev/fixtures.py (with src on the path)."""

from __future__ import annotations

import json
import random
from pathlib import Path

import billes
from billes.scenes.build import scene
from billes.scenes.motions import motions

HERE = Path(__file__).parent / "fixtures"

PYLOS = "1b1 1a3 1c1 1b2 1d2 1a1 1d4 1d1 1c2 2b1 2c1 1d3 1a4 1b4 1c4 1b3 2a3 1a2-1a1 1c3 2c2 2b2 3b1 1a1 2a2"
BALANX = (
    "b8b5 g1g5 a7a4 f1c1 a7d7 g2g5 b7d7 g4g7 a6c6 g4g7 d8d5 f2d2 d7d5 d3d6 d7d3 e1e3 d5d3 d7a7 d3f3 f2f4 c8c6 f5e5 "
    "c7c4 g7f7"
)
BILITAIRE = "__ooo.oo/__.oo.oo/oo.ooo__/oooooo__/o..o..__/ooo..o__/____oooo/____oooo m 3 1 -"


def played(game: str, moves: str, variant: str | None = None) -> billes.Position:
    """Play moves from the start."""
    position = billes.start(game, variant)
    for move in moves.split():
        position = position.play(move)
    return position


SCENES = {
    "pylos": lambda: scene(played("pylos", PYLOS)),
    "pylos-start": lambda: scene(billes.start("pylos")),
    "quits": lambda: scene(billes.read("quits", "standard", "....2/2..1./.21.2/....1/..1.. 1 -"), last="c4b3"),
    "quits-four": lambda: scene(billes.read("quits", "four", ".144./..134/.13../22.../.2..3 1 -"), last="e^"),
    "balanx": lambda: scene(played("balanx", BALANX)),
    "balanx-start": lambda: scene(billes.start("balanx")),
    "bilitaire": lambda: scene(billes.read("bilitaire", "match", BILITAIRE), last="C3D3<1!3"),
    "bilitaire-start": lambda: scene(billes.start("bilitaire")),
}

QUITS = "....2/2..1./.21.2/....1/..1.. 1 -"
MOVES = {
    "m-pylos-place": lambda: (played("pylos", PYLOS), "2b3"),
    "m-pylos-take": lambda: (played("pylos", PYLOS.rsplit(" 1c3", 1)[0].rsplit(" ", 1)[0]), "1a2-1a1"),
    "m-quits-slide": lambda: (billes.read("quits", "standard", QUITS), "5<"),
    "m-quits-step": lambda: (billes.read("quits", "standard", QUITS), "c3d4"),
    "m-quits-out": lambda: (billes.read("quits", "standard", QUITS), "e^"),
    "m-balanx": lambda: (played("balanx", BALANX), "c6c4"),
    "m-bilitaire-jumps": lambda: (billes.read("bilitaire", "match", BILITAIRE), "a3c3c5e5"),
    "m-bilitaire-slide": lambda: (billes.read("bilitaire", "match", BILITAIRE).play("a3c3c5e5"), "D4v2"),
}


def motion(position: billes.Position, move: str) -> dict[str, object]:
    """A move as the page hears of it."""
    after = position.play(move)
    moved = [m.as_dict() for m in motions(position, after)]
    return {"before": scene(position).as_dict(), "motions": moved, "after": scene(after).as_dict()}


GAMES = (("pylos", "expert"), ("quits", "standard"), ("quits", "four"), ("balanx", "standard"), ("bilitaire", "match"))


def game(name: str, variant: str, moves: int = 40) -> dict[str, object]:
    """A game played at random, for the page that checks every motion."""
    chance = random.Random(5)
    position = billes.start(name, variant)
    first, steps = scene(position).as_dict(), []
    while position.moves and len(steps) < moves:
        after = position.play(chance.choice(position.moves))
        moved = [m.as_dict() for m in motions(position, after)]
        steps.append({"motions": moved, "after": scene(after).as_dict(), "move": str(after.last)})
        position = after
    return {"first": first, "steps": steps}


if __name__ == "__main__":
    HERE.mkdir(exist_ok=True)
    for name, make in SCENES.items():
        (HERE / f"{name}.json").write_text(json.dumps(make().as_dict()))
    for name, make in MOVES.items():
        position, move = make()
        (HERE / f"{name}.json").write_text(json.dumps(motion(position, move)))
    for name, variant in GAMES:
        (HERE / f"g-{name}-{variant}.json").write_text(json.dumps(game(name, variant)))
