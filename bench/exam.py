"""An exam on solved positions: how often the engine keeps the value where a mistake is possible.

python bench/exam.py make quits simple 300 exam.txt         # positions of a class solved backwards (quits_solver.py)
python bench/exam.py make pylos standard 200 exam.txt --balls 14 18 --proof 40000000
python bench/exam.py take quits.txt exam.txt                # questions of the complete solutions (bench/solve)
python bench/exam.py sit exam.txt [--seconds 1] [--nodes N] [--threads 2] [--tree]

A line of an exam is game|variant|position|value|moves that keep it|moves that do not; moves whose value could not be
proved are in neither list, and an answer among them counts for nothing.
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from billes.core.codes import OPEN
from billes.core.jit import buffer
from billes.core.position import Position, read, start
from billes.engine.alphabeta import AlphaBeta
from billes.engine.levels import searcher
from billes.engine.limits import Limits
from billes.engine.mcts import TreeSearch
from billes.engine.memory import WON
from billes.games.quits import rules as quits
from billes.games.registry import notation_of, rules_of
from solved import solved_position

Question = tuple[Position, str, list[str], list[str]]


# ------------------------------------------------------------------------------------------------------- Quits
def quits_questions(
    variant: str, count: int, classes: list[tuple[int, int]], seed: int, kept: str | None
) -> Iterator[Question]:
    """Positions of random games and of marbles strewn about, in solved classes."""
    import numpy as np

    from quits_solver import LOSS, WIN, solve, value_of

    if kept and Path(kept).exists():
        stored = np.load(kept)
        bases, words = stored["bases"], stored["words"]
    else:
        bases, words = solve(max(map(max, classes)), max(map(min, classes)), show=True)
    chance = random.Random(f"{variant} {seed}")
    rank = {LOSS: -1, 0: 0, WIN: 1}
    found = 0
    while found < count:
        position = _wandered(variant, chance)
        if position is None or (position.state[0].bit_count(), position.state[1].bit_count()) not in classes:
            continue
        values = {}
        for move in position.moves:
            child = position.play(move).state
            end = int(rules_of("quits").result(child))
            values[move.text] = (
                (1 if end == position.player else -1) if end != OPEN else -rank[int(value_of(child, bases, words))]
            )
        best = max(values.values())
        if min(values.values()) == best:
            continue
        found += 1
        right = [text for text, value in values.items() if value == best]
        yield position, "LDW"[best + 1], right, [text for text in values if text not in right]


def _wandered(variant: str, chance: random.Random) -> Position | None:
    """Where a random game from the start, or from marbles strewn about, has got to; None if it was over before."""
    G = quits
    buf = buffer(G.ROOM)
    state: Any = start("quits", variant).state
    if chance.random() < 0.5:
        a, b = (chance.randint(3, G.MARBLES[variant]) for _ in range(2))
        cells = chance.sample(range(25), a + b)
        own, opp = (sum(1 << c for c in part) for part in (cells[:a], cells[a:]))
        state = (own & ~(1 << 24), opp & ~1, 0, 0, 0, G.PASS, 2)
    for _ in range(chance.randrange(0, 40)):
        if G.result(state) != OPEN:
            return None
        state = G.apply(state, int(buf[chance.randrange(G.moves(state, buf, 0))]))
    if G.result(state) != OPEN:
        return None
    return Position("quits", variant, tuple(int(word) for word in state))


# ------------------------------------------------------------------------------------------------------- Pylos
def pylos_questions(variant: str, count: int, balls: range, seed: int, proof: int) -> Iterator[Question]:
    """Positions of random games with so many balls on the board, as far as a long search proves them."""
    chance = random.Random(f"{variant} {seed}")
    G = rules_of("pylos")
    buf = buffer(G.ROOM)
    found = 0
    while found < count:
        state: Any = start("pylos", variant).state
        want = chance.choice(balls)
        plies = 0
        while G.result(state) == OPEN and (state[0] | state[1]).bit_count() < want and plies < 80:
            state = G.apply(state, int(buf[chance.randrange(G.moves(state, buf, 0))]))
            state = tuple(int(word) for word in state)
            plies += 1
        if G.result(state) != OPEN or plies >= 80:
            continue
        position = Position("pylos", variant, state)
        question = _proved(position, proof)
        if question is not None:
            found += 1
            yield question


def _proved(position: Position, proof: int) -> Question | None:
    """A position that is won, with moves proved to win and moves proved to lose; None where it is not."""
    line = AlphaBeta(position, entries=1 << 22).think(Limits(nodes=proof))[0]
    if line.score.value <= WON:
        return None
    right: list[str] = []
    wrong: list[str] = []
    for move in position.moves:
        after = position.play(move)
        if after.outcome is not None:
            (right if after.outcome.winner == position.player else wrong).append(move.text)
            continue
        value = AlphaBeta(after, entries=1 << 20).think(Limits(nodes=proof // 8))[0].score.value
        if value < -WON:
            right.append(move.text)
        elif value > WON:
            wrong.append(move.text)
    return (position, "W", right, wrong) if right and wrong else None


# -------------------------------------------------------------------------------------------------------- exam
def make(wanted: argparse.Namespace) -> None:
    """Write questions to a file."""
    with open(wanted.file, "a") as file:
        if wanted.game == "quits":
            classes = [(3, 3)] if wanted.variant == "simple" else [(3, 4), (4, 3), (4, 4)]
            questions = quits_questions(wanted.variant, wanted.count, classes, wanted.seed, wanted.tables)
        else:
            balls = range(wanted.balls[0], wanted.balls[1] + 1)
            questions = pylos_questions(wanted.variant, wanted.count, balls, wanted.seed, wanted.proof)
        for position, value, right, wrong in questions:
            row = (position.game, position.variant, str(position), value, " ".join(right), " ".join(wrong))
            file.write("|".join(row) + "\n")
            file.flush()


def take(wanted: argparse.Namespace) -> None:
    """Turn the questions of a solver of bench/solve into an exam."""
    with open(wanted.file, "a") as file:
        for row in Path(wanted.questions).read_text().splitlines():
            variant, word, *moves = row.split()
            position = solved_position(variant, int(word))
            move_text = notation_of(position.game).move_text
            values = {
                move_text(position.state, int(m)): "DLW"[int(v)] for m, _, v in (move.partition(":") for move in moves)
            }
            best = max(values.values(), key="LDW".index)
            right = [text for text, value in values.items() if value == best]
            wrong = [text for text in values if text not in right]
            file.write("|".join((position.game, variant, str(position), best, " ".join(right), " ".join(wrong))) + "\n")


def sit(wanted: argparse.Namespace) -> None:
    """Let the engine answer, and count."""
    tally: dict[str, list[float]] = {}
    for row in Path(wanted.file).read_text().splitlines()[: wanted.most]:
        game, variant, text, value, right, wrong = row.split("|")
        position = read(game, variant, text)
        limits = Limits(seconds=wanted.seconds if wanted.nodes is None else None, nodes=wanted.nodes)
        threads = 1 if wanted.nodes is not None else wanted.threads
        if wanted.tree:
            search: Any = TreeSearch(position, threads=threads, seed=1)
        else:
            search = searcher(position, limits, threads=threads)
        began = time.perf_counter()
        answer = search.think(limits)[0].move.text
        count = tally.setdefault(f"{game} {variant}", [0, 0, 0, 0.0])
        count[3] += time.perf_counter() - began
        if answer in right.split():
            count[0] += 1
        elif answer in wrong.split():
            count[1] += 1
        else:
            count[2] += 1
    for name, (kept, lost, unknown, seconds) in tally.items():
        asked = int(kept + lost)
        share = kept / max(1, asked)
        print(f"{name:16} {kept:.0f} of {asked} kept, {100 * share:.1f} %, {unknown:.0f} not counted, {seconds:.0f} s")


def main() -> None:
    """Make an exam, or sit it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parts = parser.add_subparsers(required=True)
    maker = parts.add_parser("make")
    maker.add_argument("game", choices=["quits", "pylos"])
    maker.add_argument("variant")
    maker.add_argument("count", type=int)
    maker.add_argument("file")
    maker.add_argument("--balls", type=int, nargs=2, default=(14, 18))
    maker.add_argument("--proof", type=int, default=20_000_000, help="nodes that a proof may take")
    maker.add_argument("--tables", help="solved classes of Quits, as kept by quits_solver.py")
    maker.add_argument("--seed", type=int, default=1)
    maker.set_defaults(act=make)
    taker = parts.add_parser("take")
    taker.add_argument("questions")
    taker.add_argument("file")
    taker.set_defaults(act=take)
    sitter = parts.add_parser("sit")
    sitter.add_argument("file")
    sitter.add_argument("--seconds", type=float, default=1.0)
    sitter.add_argument("--nodes", type=int)
    sitter.add_argument("--threads", type=int, default=2)
    sitter.add_argument("--most", type=int, default=1 << 30)
    sitter.add_argument("--tree", action="store_true", help="ask the tree search")
    sitter.set_defaults(act=sit)
    wanted = parser.parse_args()
    wanted.act(wanted)


if __name__ == "__main__":
    main()
