"""How the one array of a search is divided.

A recursive compiled function is fast with one array only, so everything a search needs lies in one: a head that all
threads share, the transposition table, and one block per thread (its counters, path, killers, history, principal
variations, root moves and move stack). Offsets in a block are counted from where the block begins.
"""

from __future__ import annotations

from collections.abc import Sequence

from ..core.jit import THREADS, Buffer, buffer, clock, jit, write

# ------------------------------------------------------------------------------------------------------ scores
MATE = 30000  # a win on the spot; a win in n plies is MATE - n
WON = 29000  # beyond this a score is a proven win
MARBLE = 100  # one marble, in the units of scores
SCALE = 1 << 16  # a whole reward of a tree search
DEEPEST = 120  # plies a line may have

# -------------------------------------------------------------------------------------------------- shared head
STOP, LIMIT, EXACT, MASK, PAST, MOST_NODES, DEADLINE = range(7)
TRUST, EXPLORE, MIX, CAP, LOGIT, EVEN, SEE_WINS, REDRAWS = range(8, 16)  # settings of the tree search: see mcts.py
PAST_KEYS = 16  # positions that have occurred twice: once more is a draw
MOST_PAST = 48
WEIGHTS = 64
MOST_WEIGHTS = 1 << 15
TABLE = WEIGHTS + MOST_WEIGHTS

# ----------------------------------------------------------------------------------------------- a thread's block
NODES, DEPTH, ROOTS, DONE, USED, RANDOM = range(6)
REWARDS = 8  # of a tree search's leaf: one per player, from offset 1 on
FEATURES = 16  # scratch for the evaluation: the phase, then the features that are there
PATH = 256  # keys of the positions along the line
KILLERS = PATH + DEEPEST + 16
PV = KILLERS + 2 * (DEEPEST + 16)
WIDE = DEEPEST + 8  # one row per ply: its length, then its moves
HISTORY = PV + WIDE * WIDE
SLOTS = 1 << 14
ROOT = HISTORY + 2 * SLOTS  # root moves, then their values, then the move stack

STACK = 1 << 17  # words of move stack beyond what one node needs


LOOK = 1024  # nodes between two looks at the clock
FOREVER = 1 << 60


@jit
def is_over(nodes: int, mem: Buffer) -> bool:
    """Whether a search that has come to its LIMIT of nodes ends there.

    With threads it does. Without them nobody else can stop it, and the LIMIT is only when to look at the clock next.
    """
    if nodes >= mem[MOST_NODES] or clock() >= mem[DEADLINE]:
        return True
    mem[LIMIT] = min(nodes + LOOK, mem[MOST_NODES])
    return False


def set_limits(mem: Buffer, nodes: int | None, seconds: float | None) -> None:
    """Let a search end after so many nodes; after so many seconds too, where no thread could stop it then."""
    mem[LIMIT] = nodes or FOREVER
    if not THREADS:
        mem[MOST_NODES], mem[LIMIT] = mem[LIMIT], 0
        mem[DEADLINE] = FOREVER if seconds is None else clock() + round(1000 * seconds)


def block(number: int, entries: int, room: int) -> int:
    """Where a thread's block begins; `room` is the most moves that a position can have."""
    return TABLE + 2 * entries + number * (ROOT + 6 * room + STACK)


def memory(room: int, entries: int, threads: int, weights: Sequence[int]) -> Buffer:
    """A fresh array with a table of that many entries (a power of two) and blocks for that many threads."""
    if len(weights) > MOST_WEIGHTS:
        raise ValueError(f"an evaluation has at most {MOST_WEIGHTS} weights, and here are {len(weights)}")
    mem = buffer(block(threads, entries, room))
    mem[LIMIT] = 1 << 60
    mem[MASK] = entries - 2
    write(weights, mem, WEIGHTS)
    return mem
