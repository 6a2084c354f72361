"""What the engine knows of Pylos.

The balls in reserve are the race: who has more of them left when the pyramid closes puts the last one on top. Raises
and figures are the two ways to save balls, and filling a block of four gives the other player a place to raise to. So
the evaluation looks up: how many balls both have on the board, every block of four (whose balls, and what lies on it),
in `expert` every line, how many balls both can raise, how many lie loose, and how many places are left that give
nothing away. All is seen from the player to move.
"""

from __future__ import annotations

from collections.abc import Sequence

from ...core.jit import Buffer, ctz, jit, popcount, table
from ...engine.defaults import NULL_MOVE, PAR, TREE_SEARCH, chances, logit, scored, search_state, several, wins_at_once
from ...engine.evaluation import packed, read_weights
from .rules import ABOVE, GROUND, HIGHER, LINES, SQUARES, State, blocked, completing, supported

__all__ = [
    "COUNT", "GROUPS", "LEVEL_NODES", "NULL_MOVE", "PAR", "TREE_SEARCH", "chances", "features",
    "first_weights", "logit", "move_order", "scored", "search_state", "several", "weights", "wins_at_once",
]  # fmt: skip

LEVEL_NODES = {5: 1_200, 6: 10_000, 7: 110_000}
MIDDLE = sum(1 << (4 * rank + file) for rank in (1, 2) for file in (1, 2))


def weights(variant: str) -> Sequence[int]:
    """The weights of a variant; the ICGA variants have those of their namesakes."""
    return packed(read_weights(__package__, variant.removesuffix("-icga")))


def first_weights(variant: str) -> Sequence[int]:
    """A ball less on the board is a ball more in reserve."""
    found = [100 * ((k & 15) - (k >> 4)) for k in range(256)] + [0] * (COUNT - 256)
    return packed((weight, weight) for weight in found)


def _blocks() -> tuple[list[int], int]:
    """For every block of four, what lies on it and who lies in it, a number; blocks that mirror each other share it.

    Who lies on it (0, 1 own, 2 other) * 256 + own balls + other's balls * 16; the four cells of a block are four bits.
    """
    numbers: dict[tuple[int, ...], int] = {}
    found = []
    for level, size in ((0, 3), (1, 2), (2, 1)):
        for rank in range(size):
            for file in range(size):
                for code in range(3 * 256):
                    own, opp, top = code & 15, code >> 4 & 15, code >> 8
                    if own & opp or (top and own | opp != 15):
                        found.append(0)
                        continue
                    faces = [_turn(own, opp, file, rank, size, flip) for flip in range(8)]
                    found.append(numbers.setdefault((level, top, *min(faces)), len(numbers)))
    return found, len(numbers)


def _turn(own: int, opp: int, file: int, rank: int, size: int, flip: int) -> tuple[int, ...]:
    """A block in one of the eight mirror images of the board."""
    cells = {(k & 1, k >> 1): (own >> k & 1) + 2 * (opp >> k & 1) for k in range(4)}
    if flip & 1:
        file, cells = size - 1 - file, {(1 - f, r): what for (f, r), what in cells.items()}
    if flip & 2:
        rank, cells = size - 1 - rank, {(f, 1 - r): what for (f, r), what in cells.items()}
    if flip & 4:
        file, rank, cells = rank, file, {(r, f): what for (f, r), what in cells.items()}
    return file, rank, *(cells[k & 1, k >> 1] for k in range(4))


def _rows(length: int) -> tuple[list[int], int]:
    """For outer and inner lines, own balls + other's balls * 16: a number, the same read from either end."""
    numbers: dict[tuple[int, ...], int] = {}
    found = []
    for inner in (0, 1):
        for code in range(256):
            cells = [(code >> k & 1) + 2 * (code >> (4 + k) & 1) for k in range(length)]
            found.append(numbers.setdefault((inner, *min(cells, cells[::-1])), len(numbers)))
    return found, len(numbers)


_block, BLOCKS = _blocks()
_four, FOURS = _rows(4)
_three, THREES = _rows(3)
BLOCK, FOUR, THREE = table(_block), table(_four), table(_three)
ANCHOR = table(
    [*(4 * r + f for r in range(3) for f in range(3)), *(16 + 4 * r + f for r in (0, 1) for f in (0, 1)), 27]
)
ON = table(
    [*(16 + 4 * r + f for r in range(3) for f in range(3)), *(27 + 4 * r + f for r in (0, 1) for f in (0, 1)), 33]
)

GROUPS = (
    ("balls", 256),  # own balls on the board * 16 + the other's
    ("blocks", BLOCKS),
    ("fours", FOURS),  # lines of level 1, in `expert`
    ("threes", THREES),  # lines of level 2
    ("raises", 64),  # balls that can be raised: own * 8 + the other's
    ("loose", 64),  # balls that support none, likewise
    ("quiet", 128),  # places that fill no block * 8 + places that do
    ("figures", 16),  # places where a figure can be completed: own * 4 + the other's
)
COUNT = sum(size for _, size in GROUPS)
AT_BLOCKS = 256
AT_FOURS = AT_BLOCKS + BLOCKS
AT_THREES = AT_FOURS + FOURS
AT_RAISES = AT_THREES + THREES
AT_LOOSE = AT_RAISES + 64
AT_QUIET = AT_LOOSE + 64
AT_FIGURES = AT_QUIET + 128
ONCE = 1 << 16


@jit
def _raises(own: int, loose: int, rests: int) -> int:
    """How many balls can be raised."""
    count = 0
    left = own & loose
    while left != 0:
        a = ctz(left)
        left &= left - 1
        if rests & HIGHER[a] & ~ABOVE[a]:
            count += 1
    return min(7, count)


@jit
def _lines(own: int, opp: int, mem: Buffer, at: int) -> int:
    """The lines of levels 1 and 2; a product with 0x1248 brings every fourth bit together."""
    for k in range(4):
        inner = 256 * (((k + 1) >> 1) & 1)
        a, b = (own >> (4 * k)) & 15, (opp >> (4 * k)) & 15
        mem[at] = (AT_FOURS + FOUR[inner + a + 16 * b]) | ONCE
        a, b = ((((own >> k) & 0x1111) * 0x1248) >> 12) & 15, ((((opp >> k) & 0x1111) * 0x1248) >> 12) & 15
        mem[at + 1] = (AT_FOURS + FOUR[inner + a + 16 * b]) | ONCE
        at += 2
    own, opp = own >> 16, opp >> 16
    for k in range(3):
        inner = 256 * (k & 1)
        a, b = (own >> (4 * k)) & 7, (opp >> (4 * k)) & 7
        mem[at] = (AT_THREES + THREE[inner + a + 16 * b]) | ONCE
        a, b = ((((own >> k) & 0x111) * 0x124) >> 8) & 7, ((((opp >> k) & 0x111) * 0x124) >> 8) & 7
        mem[at + 1] = (AT_THREES + THREE[inner + a + 16 * b]) | ONCE
        at += 2
    return at


@jit
def features(s: State, mem: Buffer, at: int) -> int:
    """Write the features from `at` on, and before them the phase: 0 on the empty board, 64 on the full one."""
    own, opp, side, rule = s
    occ = own | opp
    rests = supported(occ) & ~occ
    loose = occ & ~blocked(occ)
    free = rests | (GROUND & ~occ)
    mine, yours = popcount(own), popcount(opp)
    mem[at - 1] = min(64, 2 * (mine + yours) + ((mine + yours) >> 3))
    mem[at] = (16 * mine + yours) | ONCE
    at += 1
    for k in range(14):
        a, c = ANCHOR[k], ON[k]
        code = ((own >> a) & 3) | (((own >> (a + 4)) & 3) << 2)
        code |= (((opp >> a) & 3) << 4) | (((opp >> (a + 4)) & 3) << 6)
        code |= (((own >> c) & 1) << 8) | (((opp >> c) & 1) << 9)
        mem[at] = (AT_BLOCKS + BLOCK[768 * k + code]) | ONCE
        at += 1
    if (rule & LINES) != 0:
        at = _lines(own, opp, mem, at)
    if rests != 0:
        mem[at] = (AT_RAISES + 8 * _raises(own, loose, rests) + _raises(opp, loose, rests)) | ONCE
        at += 1
    mem[at] = (AT_LOOSE + 8 * min(7, popcount(own & loose)) + min(7, popcount(opp & loose))) | ONCE
    giving = completing(occ, SQUARES) & free
    mem[at + 1] = (AT_QUIET + 8 * min(15, popcount(free & ~giving)) + min(7, popcount(giving))) | ONCE
    at += 2
    if (rule & SQUARES) != 0:
        now, then = popcount(completing(own, rule) & free), popcount(completing(opp, rule) & free)
        mem[at] = (AT_FIGURES + 4 * min(3, now) + min(3, then)) | ONCE
        at += 1
    return at


@jit
def move_order(s: State, move: int) -> int:
    """Balls taken back first, then raises, then height."""
    value = 0
    if move >> 18:
        value += 12000
    elif move >> 12:
        value += 6000
    if (move >> 6) & 63:
        value += 4000
    put = move & 63
    if put >= 16:
        value += 1000
    if ((MIDDLE >> put) & 1) != 0:
        value += 300
    return value
