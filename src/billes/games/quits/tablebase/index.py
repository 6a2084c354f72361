"""Quits in numbers: where a position lies in the tablebase.

A position is seen from the player to move: the base is a1, the goal e5 (for the other player the board is turned). The
n marbles on the board lie on n of 25 cells, the *pattern*; who owns which is the *colouring*, bit j for the j-th of
these cells from a1 on, set where the marble is the mover's. A marble on a1 is always the mover's, on e5 always the
other's, so only the other bits are free. Patterns that the mirror on the main diagonal turns into each other share
their place: index = base of the pattern + number of the colouring. All patterns of n marbles make *layer* n.
"""

from __future__ import annotations

from math import comb
from typing import Any, NamedTuple

from ....core.arrays import room
from ....core.jit import ctz, jit, popcount, table
from ..rules import LEFT, MARBLES, PASS

FEWEST, MOST = LEFT + 1, max(MARBLES.values())  # marbles of a player while the game goes on
SMALLEST, LARGEST = 2 * FEWEST, 2 * MOST
_COLOURS = 1 << LARGEST
MIRROR = table([5 * (c % 5) + c // 5 for c in range(25)])


class Colours(NamedTuple):
    """The colourings of n marbles in the four cases of a1 and e5 taken, row 4 * n + case."""

    number: Any  # int16[44, 1024]: colouring -> its number, -1 where it cannot be
    list: Any  # int16[44, 512]: number -> colouring
    count: Any  # int64[44]


def colours() -> Colours:
    """Number all colourings."""
    number = room("<i2", 4 * (LARGEST + 1), _COLOURS, fill=-1)
    listed = room("<i2", 4 * (LARGEST + 1), 512)
    count = room("<i8", 4 * (LARGEST + 1))
    for n in range(SMALLEST, LARGEST + 1):
        for case in range(4):
            row = 4 * n + case
            for c in range(1 << n):
                own = c.bit_count()
                if not (FEWEST <= own <= MOST and FEWEST <= n - own <= MOST):
                    continue
                if (case & 1 and not c & 1) or (case & 2 and c >> (n - 1)):
                    continue
                number[row, c] = count[row]
                listed[row, count[row]] = c
                count[row] += 1
    return Colours(number, listed, count)


def _rank_tables() -> tuple[list[int], list[int]]:
    """The share of the cells 0-12 in a pattern's number, and of the cells 13-24 after so many marbles below."""

    def shares(bits: int, cell: int, below: int) -> list[int]:
        found = [0]
        for top in range(cell, cell + bits):  # as many words again, with the next cell taken
            found += [share + comb(top, below + 1 + word.bit_count()) for word, share in enumerate(found)]
        return found

    return shares(13, 0, 0), [share for k in range(LARGEST + 1) for share in shares(12, 13, k)]


def _spread(cells: list[int], bits: int, first: int) -> list[int]:
    """Where a word of cells from first on goes when every cell goes where the list says."""
    found = [0]
    for i in range(bits):
        found += [word | 1 << cells[first + i] for word in found]
    return found


_low, _high = _rank_tables()
RANK_LOW, RANK_HIGH = table(_low), table(_high)
_mirror = [5 * (c % 5) + c // 5 for c in range(25)]
MIRROR_LOW, MIRROR_HIGH = table(_spread(_mirror, 13, 0)), table(_spread(_mirror, 12, 13))


@jit
def rank(occ: int) -> int:
    """The number of a pattern among those with as many marbles."""
    low = occ & 8191
    return RANK_LOW[low] + RANK_HIGH[(popcount(low) << 12) + (occ >> 13)]


@jit
def mirrored(x: int) -> int:
    """Cells mirrored on the main diagonal."""
    return MIRROR_LOW[x & 8191] | MIRROR_HIGH[x >> 13]


@jit
def case_of(occ: int) -> int:
    """Whether a1 and e5 are taken: 1 and 2."""
    return (occ & 1) | (((occ >> 24) & 1) << 1)


@jit
def _lay_out(n: int, count: Any, patterns: Any, bases: Any) -> int:
    """Fill in the pattern of every number and its base, -1 where its mirror image has it; the layer's size."""
    size = 0
    occ = (1 << n) - 1
    for number in range(len(patterns)):
        patterns[number] = occ
        if mirrored(occ) < occ:  # patterns are numbered in the order of their words
            bases[number] = -1
        else:
            bases[number] = size
            size += count[4 * n + case_of(occ)]
        lowest = occ & -occ  # the next word with as many bits: a carry, and the bits it took put back at the bottom
        carried = occ + lowest
        occ = carried | ((carried ^ occ) >> (ctz(lowest) + 2))
    return size


class Layer(NamedTuple):
    """Where the positions with n marbles lie."""

    n: int
    size: int
    patterns: Any  # int32: number -> cells
    bases: Any  # int64: number -> index of its first position, -1 for the mirror image of another


def layer(n: int, colour: Colours) -> Layer:
    """Lay out layer n."""
    patterns = room("<i4", comb(25, n))
    bases = room("<i8", comb(25, n))
    size = int(_lay_out(n, colour.count, patterns, bases))
    return Layer(n, size, patterns, bases)


@jit
def coloured(own: int, occ: int) -> int:
    """The colouring of a pattern in which those marbles are the mover's."""
    c = 0
    j = 0
    for cell in range(25):
        if (occ >> cell) & 1:
            c |= ((own >> cell) & 1) << j
            j += 1
    return c


@jit
def uncoloured(c: int, occ: int) -> int:
    """The mover's marbles of a colouring."""
    own = 0
    j = 0
    for cell in range(25):
        if (occ >> cell) & 1:
            own |= ((c >> j) & 1) << cell
            j += 1
    return own


@jit
def turned(x: int) -> int:
    """Cells as the other player sees them."""
    y = 0
    for cell in range(25):
        y |= ((x >> cell) & 1) << (24 - cell)
    return y


def turned_slide(slide: int) -> int:
    """A slide as the other player sees it."""
    return slide if slide == PASS else 9 - slide if slide < 10 else 29 - slide


def mirrored_slide(slide: int) -> int:
    """A slide mirrored on the main diagonal."""
    return slide if slide == PASS else slide + 10 if slide < 10 else slide - 10


@jit
def locate(own: int, opp: int, bases: Any, number: Any) -> tuple[int, bool]:
    """The index of a position in its layer, and whether it lies there mirrored."""
    occ = own | opp
    base = bases[rank(occ)]
    flip = base < 0
    if flip:
        own, occ = mirrored(own), mirrored(occ)
        base = bases[rank(occ)]
    return base + number[4 * popcount(occ) + case_of(occ), coloured(own, occ)], flip
