"""What tablebases say, as a page: `python bench/results.py FOLDER` writes docs/results.md, its pictures and games.

FOLDER holds the tablebases that `billes solve` made. Every number on the page comes from them.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Mapping
from math import log10
from pathlib import Path
from typing import Any

import numpy as np

import billes
from billes.core.jit import jit, popcount
from billes.games.pylos.notation import write as write_pylos
from billes.games.pylos.tablebase.counting import orbits, spread, unrank
from billes.games.pylos.tablebase.index import Shape, offset
from billes.games.pylos.tablebase.probe import pyramid
from billes.games.registry import SPECS
from billes.scenes import svg
from billes.tablebase.format import TablebaseFile
from billes.tablebase.probe import Tablebases, tablebase_path
from billes.tablebase.solve import Summary, best_line, summary

DOCS = Path(__file__).parent.parent / "docs"
COMMAND = "python bench/results.py FOLDER"
ORDER = {"win": 0, "draw": 1, "loss": 2}


# ------------------------------------------------------------------------------------------------------ two readings
@jit
def _compare(p: int, one: Any, other: Any, s: Shape, out: Any) -> int:
    """Count the positions of a pattern by what two tablebases say to the player to move: 3 * one + other, from 0 a win.

    Those of a player with no ball left in reserve are counted nine places further on.

    Returns the index of a position with a ball in reserve that is lost in one and won in the other, or -1.
    """
    n = popcount(s.patterns[p])
    found = -1
    for c in range(1 << n):
        own = popcount(c)
        if own > s.balls or n - own > s.balls:
            continue
        index = s.bases[p] + offset(c, n, s.low, s.dense, s.first, s.high_base, s.low_rank)
        a = 0 if one[index] < 0 else 1 if one[index] == 0 else 2
        b = 0 if other[index] < 0 else 1 if other[index] == 0 else 2
        out[3 * a + b + (9 if own == s.balls else 0)] += 1
        if a == 2 and b == 0 and own < s.balls:
            found = index
    return found


def compare(folder: Path, one: str, other: str) -> tuple[Any, list[tuple[int, str]]]:
    """How often two readings of Pylos agree, and positions lost in the first and won in the second, by balls."""
    s = pyramid()
    weights = orbits(s)
    first, second = (TablebaseFile(tablebase_path(folder, "pylos", name)) for name in (one, other))
    part = next(iter(first.parts))
    total = np.zeros(18, np.int64)
    examples: dict[int, str] = {}
    for p in range(len(s.patterns)):
        out = np.zeros(18, np.int64)
        index = int(_compare(p, first.parts[part], second.parts[part], s, out))
        total += out * weights[p]
        balls = int(s.patterns[p]).bit_count()
        if index >= 0 and balls not in examples:
            c = unrank(p, index - int(s.bases[p]), s)
            own, opp = spread(c, int(s.patterns[p]), 0, s)
            examples[balls] = write_pylos((int(own), int(opp), 0, 0), "standard")
    return total.reshape(2, 3, 3), sorted(examples.items())


# ------------------------------------------------------------------------------------------------------------ pictures
def chart(found: Summary) -> str:
    """How far from the end positions are: won ones upwards, lost ones downwards, each step of height ten times more."""
    wins = {int(depth): count for depth, count in found.wins.items()}
    losses = {int(depth): count for depth, count in found.losses.items()}
    last = max([*wins, *losses])
    high = max(log10(count + 1) for count in [*wins.values(), *losses.values()])
    step = max(3.0, min(12.0, 620 / (last + 1)))
    left, middle, tall = 34.0, 132.0, 110.0
    wide = left + step * (last + 1) + 10
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide:.0f} 282" width="{wide:.0f}" height="282">',
        '<g font-family="system-ui, sans-serif" font-size="11" fill="#77827e">',
        f"<title>{found.game} {found.variant}: positions by plies to the end</title>",
    ]
    for power in range(0, int(high) + 1, 2):
        for sign in (-1, 1):
            y = middle + sign * tall * power / high
            parts.append(f'<path d="M{left} {y:.1f}H{wide - 8:.0f}" stroke="#77827e" stroke-opacity=".25"/>')
            if power:
                parts.append(f'<text x="{left - 5}" y="{y + 4:.1f}" text-anchor="end">1e{power}</text>')
    for counts, sign, colour in ((wins, -1, "#1f8f7a"), (losses, 1, "#b9791f")):
        for depth, count in counts.items():
            height = tall * log10(count + 1) / high
            x = left + step * depth
            y = middle - height if sign < 0 else middle
            parts.append(
                f'<rect x="{x:.1f}" y="{y:.1f}" width="{step * 0.82:.1f}" height="{height:.1f}" fill="{colour}">'
                f"<title>{'won' if sign < 0 else 'lost'} in {depth}: {count:,}</title></rect>"
            )
    every = 10 if last > 30 else 5
    for depth in range(0, last + 1, every):
        x = left + step * (depth + 0.4)
        parts.append(f'<text x="{x:.1f}" y="262" text-anchor="middle">{depth}</text>')
    parts.append(f'<text x="{left}" y="14">won, by plies to the end</text>')
    parts.append(f'<text x="{left}" y="278">lost, by plies to the end</text></g></svg>')
    return "".join(parts)


# --------------------------------------------------------------------------------------------------------------- games
def game_of(found: Summary, first: billes.Position, line: tuple[str, ...], event: str) -> billes.Game:
    """A line as a game that can be replayed."""
    usual = first == billes.start(found.game, found.variant)
    game = billes.Game(found.game, found.variant, start=None if usual else first, tags={"Event": event})
    for move in line:
        game.play(move)
    return game


def keep(game: billes.Game, name: str) -> str:
    """Write a game beside the page; the link to it."""
    path = DOCS / "records" / f"{name}.txt"
    path.parent.mkdir(exist_ok=True)
    path.write_text(game.record(), encoding="utf-8")
    return f"[records/{path.name}](records/{path.name})"


# ---------------------------------------------------------------------------------------------------------------- page
def told(value: str, depth: int | None) -> str:
    """A value in words."""
    return value if depth is None else f"{value} in {depth}"


def first_moves(found: Summary) -> str:
    """The first moves by what they are worth to the first player, best first; mirror images are all named."""
    groups: dict[tuple[str, int | None], list[str]] = {}
    for move, (value, depth) in found.first_moves.items():
        groups.setdefault((value, depth), []).append(move)

    def rank(item: tuple[tuple[str, int | None], list[str]]) -> tuple[int, int]:
        (value, depth), _ = item
        return ORDER[value], (depth or 0) if value == "win" else -(depth or 0)

    return "; ".join(f"{told(*key)}: {', '.join(sorted(moves))}" for key, moves in sorted(groups.items(), key=rank))


def overview(all_found: list[Summary]) -> Iterator[str]:
    """The table of all variants."""
    yield "| variant | start | positions | won | drawn | lost | longest win |"
    yield "| --- | --- | ---: | ---: | ---: | ---: | ---: |"
    for found in all_found:
        share = 100 * found.draw / found.positions
        longest = max(int(depth) for depth in found.wins)
        yield (
            f"| {found.game.capitalize()} `{found.variant}` | {told(*found.start)} | {found.positions:,} "
            f"| {found.win:,} | {found.draw:,} ({share:.2g} %) | {found.loss:,} | {longest} |"
        )


def chapter(found: Summary, tablebases: Tablebases) -> Iterator[str]:
    """What there is to say of one variant."""
    name = f"{found.game}-{found.variant}"
    start = billes.start(found.game, found.variant)
    yield f"## {found.game.capitalize()} `{found.variant}`\n"
    yield f"The start is a {told(*found.start)} for the player who begins.\n"
    yield f"First moves, and what that player gets by them: {first_moves(found)}.\n"
    (DOCS / "pictures" / f"results-{name}.svg").write_text(chart(found), encoding="utf-8")
    yield f"![positions by plies to the end](pictures/results-{name}.svg)\n"
    if found.start[1] is not None:
        game = game_of(found, start, best_line(start, tablebases), "best play from the start")
        yield f"Best play from the start, {len(game.moves)} plies ({game.outcome}): {keep(game, f'best-{name}')}.\n"
    assert found.longest is not None
    first = billes.read(found.game, found.variant, found.longest)
    game = game_of(found, first, found.line, "longest win")
    (DOCS / "pictures" / f"results-{name}-longest.svg").write_text(svg(first), encoding="utf-8")
    kept = keep(game, f"longest-{name}")
    yield f"A longest win, {len(game.moves)} plies ({game.outcome}): `{found.longest}`, {kept}.\n"
    yield f"![the longest win](pictures/results-{name}-longest.svg)\n"
    yield f"Fingerprint `{found.fingerprint}`, rules `{found.rules}`.\n"


def readings(folder: Path, pairs: Mapping[str, str]) -> Iterator[str]:
    """How far the two readings of each Pylos variant differ."""
    names = ("won", "drawn", "lost")
    for one, other in pairs.items():
        both, examples = compare(folder, one, other)
        counts = both.sum(axis=0)
        spent = int(both[1].sum() - np.trace(both[1]))
        same = int(np.trace(counts))
        total = int(counts.sum())
        yield f"### `{one}` and `{other}`\n"
        yield (
            f"{total - same:,} of {total:,} positions ({100 * (total - same) / total:.3g} %) have another value. "
            f"In {spent:,} of these the player to move has no ball left in reserve. "
            f"Rows: `{one}`, columns: `{other}`.\n"
        )
        yield f"| | {' | '.join(names)} |\n| --- | ---: | ---: | ---: |"
        for row, name in enumerate(names):
            yield f"| {name} | {' | '.join(f'{int(count):,}' for count in counts[row])} |"
        yield ""
        if examples:
            balls, text = examples[0]
            yield f"With the fewest balls ({balls}) lost in `{one}` and won in `{other}`: `{text}`.\n"


WHY = """### Why

Two rules differ. By the sheet a player whose reserve is empty at the start of a turn has lost; by the other reading
that player may still raise a ball, and plays on where one can be raised. And by the sheet a figure must be used, so
that one ball or two come back, wanted or not; by the other reading it may be left alone. Without lines the second
hardly matters, because a square gives back balls that are wanted. With lines figures are made at almost every turn, and
each of them takes balls off the board again: the pyramid shrinks as fast as it grows, which is why `expert` has more
than a hundred times as many drawn positions as `standard`. A player who may decline can build on, and about half of
these draws are then decided, for one side or the other; the start itself, a draw by the sheet, is lost in 46 plies."""

HEAD = f"""# What perfect play comes to

Made by `{COMMAND}` from the tablebases of `billes solve`; [tablebases.md](tablebases.md) says how those are made and
checked. A *ply* is one turn of one player. Positions are counted as seen from the player to move, all mirror images
included; play without end is a draw. In the pictures every line across is a hundred times more positions than the one
before.
"""


def main() -> None:
    """Write the page."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("folder", type=Path)
    folder = options.parse_args().folder
    tablebases = Tablebases(folder)
    there = [
        (game, variant)
        for game, spec in SPECS.items()
        for variant in spec.solvable
        if tablebase_path(folder, game, variant).exists()
    ]
    all_found = [summary(tablebase_path(folder, game, variant)) for game, variant in there]
    lines = [HEAD, *overview(all_found), ""]
    for found in all_found:
        lines += chapter(found, tablebases)
    pairs = {
        variant: f"{variant}-icga"
        for game, variant in there
        if game == "pylos" and ("pylos", f"{variant}-icga") in there
    }
    if pairs:
        lines += ["## How far the two readings of Pylos differ\n", *readings(folder, pairs), WHY]
    (DOCS / "results.md").write_text("\n".join(lines).rstrip() + "\n", encoding="utf-8")
    print(f"{DOCS / 'results.md'}: {len(all_found)} variants")


if __name__ == "__main__":
    main()
