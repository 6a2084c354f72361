"""Every puzzle proved again, and their counts.

    python bench/puzzle_check.py --sample 100 --tablebases FOLDER
    python bench/puzzle_check.py --counts

Solved variants are looked up in tablebases, which `--solve` makes in FOLDER where they are missing. A Balanx puzzle is
searched by alpha-beta without shortcuts, two plies deeper than the proof that made it went. A Bi-litaire puzzle is
played to its end by the plain search below. None of this shares a line with what made the puzzles.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections import Counter
from itertools import pairwise
from pathlib import Path
from typing import Any

from billes.core.codes import DRAW, OPEN, SCORE
from billes.core.jit import buffer
from billes.core.position import Position
from billes.engine.alphabeta import AlphaBeta
from billes.engine.limits import Limits
from billes.games.registry import GAMES, rules_of
from billes.puzzle.puzzle import NoPuzzles, Puzzle, puzzles
from billes.tablebase import solvable
from billes.tablebase.probe import Tablebases
from billes.tablebase.run import Run
from billes.tablebase.solve import solve

DEEPER = 2
MOST_NODES = 300_000
FINISHED = 1000


def own_moves(puzzle: Puzzle) -> list[tuple[Position, str, tuple[int, ...]]]:
    """The positions in which the solver moves, with the right move and what it leads to."""
    places = puzzle.positions
    return [(places[k], puzzle.solution[k].text, places[k + 1].state) for k in range(0, len(puzzle.solution), 2)]


def by_result(position: Position) -> dict[tuple[int, ...], str]:
    """One move per resulting position."""
    return {position.play(move).state: move.text for move in position.moves}


# ------------------------------------------------------------------------------------------------------- tablebases
def looked_up(puzzle: Puzzle, tablebases: Tablebases) -> str:
    """What a tablebase finds wrong with a puzzle; nothing if it is right."""
    for position, _, wanted in own_moves(puzzle):
        found = tablebases.probe(position)
        if found.value != puzzle.goal:
            return f"{position} is a {found.value}"
        keeping = {state for state, move in by_result(position).items() if found.moves[move][0] == found.value}
        if keeping != {wanted}:
            return f"{len(keeping)} results keep the value in {position}"
    for position, reply in zip(puzzle.positions[1::2], puzzle.solution[1::2], strict=False):
        if reply.text not in tablebases.probe(position).best:
            return f"{reply} is not the longest defence in {position}"
    return ""


# ----------------------------------------------------------------------------------------------------------- search
def searched(puzzle: Puzzle) -> str:
    """What alpha-beta without shortcuts finds wrong with a puzzle of a win within some plies."""
    assert puzzle.plies is not None
    assert puzzle.horizon is not None
    left, margin = puzzle.plies, puzzle.horizon - puzzle.plies
    for position, _, wanted in own_moves(puzzle):
        results = by_result(position)
        only = [position.move(move) for move in results.values()]
        for depth, others_too in ((left + margin, True), (left + margin + DEEPER, False)):
            lines = AlphaBeta(position, exact=True, only=only).think(Limits(depth=depth), lines=2 if others_too else 1)
            best = lines[0]
            if best.score.wins_in is None or best.score.wins_in > left:
                return f"no win in {left} from {position}"
            if position.play(best.move).state != wanted:
                return f"{best.move} wins as fast in {position}"
            if others_too and len(lines) > 1 and (lines[1].score.wins_in or FINISHED) <= left + margin:
                return f"{lines[1].move} wins too in {position}"
        left -= 2
    return ""


# ----------------------------------------------------------------------------------------------------------- to the end
class TooMany(Exception):
    """The search to the end took too many nodes."""


class Ends:
    """A plain search of Bi-litaire to the end of the round: can the tray player keep at least so many marbles?"""

    def __init__(self, game: str) -> None:
        self.G = rules_of(game)
        self.known: dict[tuple[Any, int], bool] = {}
        self.nodes = 0
        self.buffer = buffer(self.G.ROOM)

    def keeps(self, s: Any, target: int) -> bool:
        """Whether the tray player can keep at least `target` marbles in the round being played."""
        if s[0].bit_count() + s[1].bit_count() < target:
            return False
        if self.G.result(s) != OPEN:
            return True
        if (s, target) in self.known:
            return self.known[s, target]
        self.nodes += 1
        if self.nodes > MOST_NODES:
            raise TooMany
        trays = s[3] == 1
        moves = [int(self.buffer[i]) for i in range(self.G.moves(s, self.buffer, 0))]
        after = [self.G.apply(s, move) for move in moves]
        # a tray move that ends the round keeps all marbles that are there now: nothing is better
        found = trays and any(self.G.result(one) != OPEN for one in after)
        if not found:
            found = (any if trays else all)(self.keeps(one, target) for one in after)
        self.known[s, target] = found
        return found


def ended(puzzle: Puzzle) -> str:
    """What the search to the end finds wrong with a puzzle of the last moves of a round."""
    ends = Ends(puzzle.game)
    for position, _, wanted in own_moves(puzzle):
        trays = position.state[3] == 1
        if puzzle.goal == "score":
            target = puzzle.number or 0
        else:  # in round two of a match: more than the first round's marbles win for the trays, as many draw
            first = position.state[6]
            target = first + 1 if (puzzle.goal == "win") == trays else first
        worth = target if trays or puzzle.goal != "score" else target + 1  # the marble player keeps below it
        states = {tuple(map(int, state)) for state in by_result(position)}
        good = {state for state in states if _keeps(ends, state, worth) == trays}
        if good != {tuple(map(int, wanted))}:
            return f"{len(good)} results are good in {position}"
        better = worth + 1 if trays else worth - 1
        if puzzle.goal != "win" and any(_keeps(ends, state, better) == trays for state in states):
            return f"more can be had in {position}"
    return ""


def _keeps(ends: Ends, state: Any, target: int) -> bool:
    over = ends.G.result(state)
    if over == OPEN:
        return ends.keeps(state, target)
    assert over >= SCORE or over in (1, 2, DRAW)
    return bool(state[0].bit_count() + state[1].bit_count() >= target)


# ------------------------------------------------------------------------------------------------------------ output
def check(game: str, variant: str, sample: int, folder: Path, make: bool, seed: int) -> tuple[int, int, str]:
    """How many puzzles and own moves were checked, and what is wrong with the first one that is."""
    found = list(puzzles(game, variant))
    chosen = random.Random(seed).sample(found, min(sample, len(found)))
    tablebases = Tablebases(folder)
    exact = chosen[0].horizon is None and solvable(game, variant)
    if exact and not tablebases.complete(game, variant):
        if not make:
            return 0, 0, "no tablebase (--solve makes it)"
        solve(Run(game, variant, folder, 2))
    moves = 0
    for puzzle in chosen:
        wrong = (
            looked_up(puzzle, tablebases) if exact else ended(puzzle) if puzzle.horizon is None else searched(puzzle)
        )
        moves += puzzle.moves
        if wrong:
            return len(chosen), moves, f"{puzzle.id}: {wrong}"
    return len(chosen), moves, ""


def variants() -> list[tuple[str, str]]:
    """The variants that puzzles come with."""
    found = []
    for game, names in GAMES.items():
        for variant in names:
            try:
                puzzles(game, variant)
            except NoPuzzles:
                continue
            found.append((game, variant))
    return found


def counts() -> None:
    """Tables of counts by length, rating and theme."""
    rows = {one: puzzles(*one) for one in variants()}
    print("| variant | puzzles | 1 move | 2 | 3 | 4 | 5 | 6 | 7 | draws |\n| --- " + "| ---: " * 9 + "|")
    for (game, variant), found in rows.items():
        moves = Counter(one.moves for one in found)
        lengths = " | ".join(str(moves[k]) for k in range(1, 8))
        draws = sum(one.goal == "draw" for one in found)
        print(f"| {game} `{variant}` | {len(found)} | {lengths} | {draws} |")
    steps = (0, 800, 1000, 1200, 1400, 1600, 1800, 2000, 2200, 9999)
    heads = " | ".join("under 800" if low == 0 else "2200 and more" if low == 2200 else str(low) for low in steps[:-1])
    print(f"\n| variant | {heads} |\n| --- " + "| ---: " * 9 + "|")
    for (game, variant), found in rows.items():
        each = [sum(low <= one.rating < high for one in found) for low, high in pairwise(steps)]
        print(f"| {game} `{variant}` | {' | '.join(map(str, each))} |")
    print("\n| variant | themes |\n| --- | --- |")
    for (game, variant), found in rows.items():
        themes = Counter(theme for one in found for theme in one.themes)
        print(f"| {game} `{variant}` | {', '.join(f'{name} {count}' for name, count in themes.most_common())} |")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sample", type=int, default=100)
    parser.add_argument("--tablebases", type=Path, default=Path("tables"))
    parser.add_argument("--solve", action="store_true")
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--only", help="game-variant")
    parser.add_argument("--counts", action="store_true")
    options = parser.parse_args()
    if options.counts:
        counts()
        return
    failed = False
    print("| variant | puzzles | own moves | wrong | CPU |\n| --- | ---: | ---: | ---: | ---: |")
    for game, variant in variants():
        if options.only and options.only != f"{game}-{variant}":
            continue
        began = time.process_time()
        done, moves, wrong = check(game, variant, options.sample, options.tablebases, options.solve, options.seed)
        spent = time.process_time() - began
        print(f"| {game} `{variant}` | {done} | {moves} | {wrong or 0} | {spent:.0f} s |", flush=True)
        failed = failed or bool(wrong)
    sys.exit(failed)


if __name__ == "__main__":
    main()
