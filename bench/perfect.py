"""Whether the perfect level was perfect: every game of a match against the tablebases, move by move.

    billes match level:9 level:8 pylos --variant expert --games 200 --seconds 0.1 --openings 8 --record games.txt
    python bench/perfect.py games.txt

The tablebases are those of the user's data folder (BILLES_DATA). A game that level 9 had won or drawn at its first move
and did not end so is named, and so is every move of it that gave something away.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections import Counter
from pathlib import Path

from billes.core.game import Game
from billes.core.record import load_all
from billes.tablebase.probe import Tablebases

NAME = "level:9"
POINTS = {"win": 2, "draw": 1, "loss": 0}


def judge(game: Game, tablebases: Tablebases) -> tuple[str, str, list[str]]:
    """What level 9 had when it first moved, what it got, and the moves by which it gave something away."""
    me = next(player for player in (1, 2) if game.tags[f"Player{player}"] == NAME)
    told = re.search(r"openings (\d+)", game.tags["Terms"])
    opening = int(told[1]) if told else 0
    had, slips = "", []
    for position, move in zip(game.positions[opening:], game.moves[opening:], strict=False):
        if position.player != me:
            continue
        found = tablebases.probe(position)
        had = had or found.value
        if found.moves[move.text][0] != found.value:
            slips.append(move.text)
    outcome = game.outcome
    got = "draw" if outcome is None or outcome.winner is None else "win" if outcome.winner == me else "loss"
    return had, got, slips


def main() -> None:
    """Print the table, and what went wrong; exit status 1 if something did."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("records", type=Path, nargs="+")
    tablebases = Tablebases()
    wrong = 0
    heads = (("games", 6), ("had won", 9), ("drawn", 7), ("lost", 6), ("got: won", 10), ("drawn", 7), ("lost", 6))
    print(f"{'':<24}{''.join(f'{head:>{wide}}' for head, wide in heads)}{'thrown away':>13}")
    for path in options.parse_args().records:
        had, got = Counter[str](), Counter[str]()
        thrown, name = 0, ""
        for number, game in enumerate(load_all(path.read_text(encoding="utf-8")), 1):
            name = f"{game.game} {game.variant}"
            before, after, slips = judge(game, tablebases)
            had[before] += 1
            got[after] += 1
            if slips or POINTS[after] < POINTS[before]:
                thrown += 1
                print(f"game {number} of {path}: had a {before}, got a {after}; slips: {' '.join(slips) or 'none'}")
        cells = [f"{had[k]:>{w}}" for k, w in (("win", 9), ("draw", 7), ("loss", 6))]
        cells += [f"{got[k]:>{w}}" for k, w in (("win", 10), ("draw", 7), ("loss", 6))]
        print(f"{name:<24}{had.total():>6}{''.join(cells)}{thrown:>13}", flush=True)
        wrong += thrown
    sys.exit(min(wrong, 1))


if __name__ == "__main__":
    main()
