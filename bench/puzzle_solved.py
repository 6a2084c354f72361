"""Every puzzle of Pylos or Quits against a second solution, that of bench/solve/*.cu.

    python bench/puzzle_solved.py ask quits standard asked.bin
    ./quits . 1000 10 asked.bin                                      # writes answered.bin
    python bench/puzzle_solved.py check quits standard answered.bin

Asked about is every position that a move of the solver's can lead to. Exactly one of them may keep what the position is
worth. Where a puzzle promises a win within some plies only, the right one has to win, and others may win later: these
puzzles are counted. Exit status 1 where a puzzle is wrong.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from billes.core.position import Position
from billes.games.pylos import rules as pylos
from billes.games.quits.tablebase.index import turned_slide
from billes.puzzle.puzzle import Puzzle, puzzles
from puzzle_check import by_result, own_moves

DRAW, WIN, LOSS = 0, 1, 2
RESULTS = {"win": LOSS, "draw": DRAW}  # what the right result is for the opponent
CELLS = 25


def _turned(cells: int) -> int:
    """The board seen from the other side."""
    return sum(1 << (CELLS - 1 - cell) for cell in range(CELLS) if cells >> cell & 1)


def word_of(position: Position) -> int:
    """A position as the programs of bench/solve write it, without its value."""
    if position.game == "pylos":
        own, opp = (sum((board >> bit & 1) << k for k, bit in enumerate(pylos.NAME)) for board in position.state[:2])
        return own | opp << 30 | 1 << 62
    own, opp, _, _, corner, forbidden, _ = position.state
    if corner:
        own, opp = _turned(own), _turned(opp)
        forbidden = turned_slide(forbidden)
    return own | opp << 25 | forbidden << 50 | 1 << 60


def results(puzzle: Puzzle) -> Iterator[tuple[Position, Position, bool]]:
    """Every position in which the solver moves, each with a result that can be asked about, and whether it is right."""
    for position, _, wanted in own_moves(puzzle):
        for move in by_result(position).values():
            after = position.play(move)
            yield position, after, after.state == wanted


def value_of(position: Position, after: Position, answers: dict[int, int]) -> int:
    """What a result is worth to the opponent, who moves next."""
    if after.outcome is None:
        return answers[word_of(after)]
    winner = after.outcome.winner
    return DRAW if winner is None else LOSS if winner == position.player else WIN


def wins(puzzle: Puzzle, answers: dict[int, int]) -> bool:
    """Whether every right move wins."""
    return all(value_of(position, after, answers) == LOSS for position, after, right in results(puzzle) if right)


def wrong(puzzle: Puzzle, answers: dict[int, int]) -> str:
    """What the answers find wrong with a puzzle; nothing if it is right."""
    for position, after, right in results(puzzle):
        value = value_of(position, after, answers)
        if (value == RESULTS[puzzle.goal]) != right:
            return f"{position}: {after} is worth {value} to its mover"
        if puzzle.goal == "draw" and value == LOSS:
            return f"{position}: {after} wins"
    return ""


def main() -> None:
    """Ask, or check what was answered."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=("ask", "check"))
    parser.add_argument("game")
    parser.add_argument("variant")
    parser.add_argument("file", type=Path)
    parser.add_argument("--puzzles", type=Path, help="other puzzles than those of the package")
    given = parser.parse_args()
    found = puzzles(given.game, given.variant, given.puzzles)
    if given.what == "ask":
        asked = {word_of(after) for one in found for _, after, _ in results(one) if after.outcome is None}
        np.array(sorted(asked), np.uint64).tofile(given.file)
        print(f"{len(asked):,} positions")
        return
    words: Any = np.fromfile(given.file, np.uint64).tolist()
    shift = 60 if given.game == "pylos" else 56
    answers = {word & ~(3 << shift): word >> shift & 3 for word in words}
    judged = {one: wrong(one, answers) for one in found}
    failed = {one.id: said for one, said in judged.items() if said and (one.horizon is None or not wins(one, answers))}
    for name, said in failed.items():
        print(name, said)
    moves = sum(one.moves for one in found)
    later = sum(bool(said) for said in judged.values()) - len(failed)
    print(f"{given.game} {given.variant}: {len(found)} puzzles, {moves} own moves, {len(failed)} wrong")
    print(f"in {later} another move wins later")
    sys.exit(bool(failed))


if __name__ == "__main__":
    main()
