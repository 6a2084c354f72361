"""Mutated position and move texts by the hundred thousand: nothing but BadPosition and IllegalMove may come of them.

python bench/fuzz.py [texts a game, 100000 unless told] [seed]
"""

from __future__ import annotations

import random
import sys
import time
import traceback
from collections import Counter

import billes
from billes import Position

LETTERS = "./12345om_t-<>^v!xabcdefghABCD \n\0é٣"


def mutated(text: str, rng: random.Random) -> str:
    letters = list(text)
    for _ in range(rng.choice((1, 1, 1, 2, 4))):
        at, kind = rng.randrange(len(letters) + 1), rng.randrange(5)
        if kind == 0:
            letters.insert(at, rng.choice(LETTERS))
        elif letters and kind == 1:
            letters[at % len(letters)] = rng.choice(LETTERS)
        elif letters and kind == 2:
            del letters[at % len(letters)]
        elif letters and kind == 3:
            letters[at % len(letters)] = rng.choice(letters)
        elif letters:
            other = rng.randrange(len(letters))
            letters[at % len(letters)], letters[other] = letters[other], letters[at % len(letters)]
    return "".join(letters)


def seeds(game: str, rng: random.Random) -> list[Position]:
    """Positions of a few random games of every variant."""
    found = []
    for variant in billes.GAMES[game]:
        for _ in range(4):
            position = billes.start(game, variant)
            for _ in range(150):
                found.append(position)
                if not position.moves:
                    break
                position = position.play(rng.choice(position.moves))
    return found


def attempt(position: Position, rng: random.Random) -> str:
    """One mutated text, of the position or of a move, and what came of it."""
    if not position.moves or rng.random() < 0.5:
        text = mutated(str(position), rng)
        try:
            again = billes.read(position.game, position.variant, text)
        except billes.BadPosition:
            return "bad position"
        if billes.read(position.game, position.variant, str(again)) != again or str(again).split() != text.split():
            raise AssertionError(f"{text!r} does not go round")
        for move in again.moves[:3]:
            again.play(move)
        return "position read"
    text = mutated(str(rng.choice(position.moves)), rng)
    try:
        position.play(text)
    except billes.IllegalMove as error:
        return "no reason given" if "is not a legal move here" in str(error) else "illegal move"
    return "move played"


def main(texts: int, seed: int) -> int:
    columns = ("bad position", "position read", "illegal move", "move played", "no reason given", "failed")
    print(f"{'':10}" + "".join(f"{column:>17}" for column in columns) + f"{'seconds':>10}")
    failed = 0
    for game in billes.GAMES:
        rng = random.Random(f"{seed} {game}")
        positions = seeds(game, rng)
        count: Counter[str] = Counter()
        begun = time.perf_counter()
        for _ in range(texts):
            position = rng.choice(positions)
            try:
                count[attempt(position, rng)] += 1
            except Exception:
                count["failed"] += 1
                print(repr(position), traceback.format_exc(), file=sys.stderr)
        row = "".join(f"{count[column]:>17,}" for column in columns)
        print(f"{game:10}{row}{time.perf_counter() - begun:>10.1f}", flush=True)
        failed += count["failed"] + count["no reason given"]
    return 1 if failed else 0


if __name__ == "__main__":
    given = [int(word) for word in sys.argv[1:]]
    raise SystemExit(main(*(given + [100_000, 1][len(given) :])))
