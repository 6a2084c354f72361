"""Proofs without an evaluation: wins that are forced within so many plies, and games searched to their very end.

Both searches use the rules of a game and nothing else. `Wins` asks whether a player can force a win within a
number of plies, in any game of two. `Endings` finds how a game that cannot repeat a position ends when both play best.
Both give up after a number of nodes, so that what they find depends on no clock.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

from ..core.codes import DRAW, OPEN, SCORE, mix
from ..core.jit import Buffer, buffer, jit
from ..games.registry import rules_of, spec_of
from ..games.spec import Bounded

if TYPE_CHECKING:
    from ..core.position import Position

WIN = 1000  # the value for player 1 of a game that player 1 wins
NODES, LIMIT, MASK, TABLE = 0, 1, 2, 8
ENTRIES = 1 << 18
STACK = 1 << 16  # moves of the positions that lead to the one searched
GAVE_UP = 4096  # no value: the nodes were used up
UNKNOWN = 255


@jit
def _forced(G: Any, s: Any, goal: int, plies: int, n: int, mem: Buffer) -> int:
    """1 if player `goal` can force a win within so many plies, 0 if not, GAVE_UP where that took too many nodes.

    A table entry is two words: the key, then the plies that are known to be enough | those known not to be << 8.
    """
    mem[NODES] += 1
    if mem[NODES] > mem[LIMIT] or n + G.ROOM > len(mem):
        return GAVE_UP
    over = G.result(s)
    if over != OPEN:
        return 1 if over == goal else 0
    if plies <= 0:
        return 0
    key = mix(mix(1, goal), G.key(s))
    at = TABLE + 2 * (key & mem[MASK])
    enough, too_few = UNKNOWN, 0
    if mem[at] == key:
        enough, too_few = mem[at + 1] & 255, mem[at + 1] >> 8
        if enough <= plies:
            return 1
        if too_few >= plies:
            return 0
    mine = G.mover(s) == goal
    end = G.moves(s, mem, n)
    found = 0 if mine else 1
    if mine:
        for i in range(n, end):
            if G.result(G.apply(s, mem[i])) == goal:
                found = 1
                break
    else:
        for i in range(n, end):
            after = G.result(G.apply(s, mem[i]))
            if after != OPEN and after != goal:
                found = 0
                break
    if found == (0 if mine else 1):
        if plies == 1:
            if not mine:
                for i in range(n, end):
                    if G.result(G.apply(s, mem[i])) != goal:
                        found = 0
                        break
        else:
            for i in range(n, end):
                got = _forced(G, G.apply(s, mem[i]), goal, plies - 1, end, mem)
                if got == GAVE_UP:
                    return GAVE_UP
                if got == (1 if mine else 0):
                    found = got
                    break
    if mem[at] != key:
        enough, too_few = UNKNOWN, 0
    if found == 1:
        enough = min(enough, plies)
    else:
        too_few = max(too_few, plies)
    mem[at] = key
    mem[at + 1] = enough | (too_few << 8)
    return found


@jit
def _value(over: int) -> int:
    """What a game that is over is worth to player 1, who wants a number at its end to be low."""
    if over == DRAW:
        return 0
    if over >= SCORE:
        return SCORE - over
    return WIN if over == 1 else -WIN


@jit
def bounds(s: Any) -> tuple[int, int]:
    """The least and the most that a state can still be worth to player 1, in a game that knows nothing better."""
    return -GAVE_UP + 1, GAVE_UP - 1


@jit
def _ending(G: Any, B: Any, s: Any, alpha: int, n: int, mem: Buffer) -> int:
    """1 if a game that cannot repeat itself ends with a value of more than alpha for player 1, 0 if not.

    GAVE_UP after too many nodes. `B.bounds` says early what cannot be reached any more. A table entry is two words: the
    key, then 1 + the answer.
    """
    mem[NODES] += 1
    if mem[NODES] > mem[LIMIT] or n + G.ROOM > len(mem):
        return GAVE_UP
    over = G.result(s)
    if over != OPEN:
        return 1 if _value(over) > alpha else 0
    low, high = B.bounds(s)
    if low > alpha:
        return 1
    if high <= alpha:
        return 0
    key = mix(mix(1, alpha + GAVE_UP), G.key(s))
    at = TABLE + 2 * (key & mem[MASK])
    if mem[at] == key:
        return mem[at + 1] - 1
    wanted = 1 if G.mover(s) == 1 else 0
    end = G.moves(s, mem, n)
    found = 1 - wanted
    for i in range(n, end):  # moves that end the game first: they cost nothing
        over = G.result(G.apply(s, mem[i]))
        if over != OPEN and (1 if _value(over) > alpha else 0) == wanted:
            found = wanted
            break
    i = n
    while found != wanted and i < end:
        got = _ending(G, B, G.apply(s, mem[i]), alpha, end, mem)
        if got == GAVE_UP:
            return GAVE_UP
        found = got
        i += 1
    mem[at] = key
    mem[at + 1] = 1 + found
    return found


class Wins:
    """Forced wins of one game. What is found about a position is remembered for the next question."""

    def __init__(self, game: str, nodes: int, entries: int = ENTRIES) -> None:
        self.G = rules_of(game)
        self.nodes = nodes
        self.mem = buffer(TABLE + 2 * entries + STACK + self.G.ROOM)
        self.mem[MASK] = entries - 1
        self.stack = TABLE + 2 * entries

    def within(self, position: Position, player: int, plies: int) -> bool | None:
        """Whether a player can force a win within so many plies from here; None where that takes too many nodes."""
        self.mem[NODES], self.mem[LIMIT] = 0, self.nodes
        got = int(_forced(self.G, position.state, player, plies, self.stack, self.mem))
        return None if got == GAVE_UP else bool(got)


class Endings:
    """Ends of one game under best play; only for games that cannot repeat a position.

    A game's part `puzzles` may have a compiled function `bounds` like the one here: what can still be reached.
    """

    def __init__(self, game: str, nodes: int, entries: int = ENTRIES) -> None:
        self.G = rules_of(game)
        if self.G.CYCLIC:
            raise ValueError(f"{game} can repeat positions, so that it cannot be searched to its end")
        spec = spec_of(game)
        knows = spec.has("puzzles") and isinstance(spec.puzzles, Bounded)
        self.B: Any = spec.puzzles if knows else sys.modules[__name__]
        self.nodes = nodes
        self.mem = buffer(TABLE + 2 * entries + STACK + self.G.ROOM)
        self.mem[MASK] = entries - 1
        self.stack = TABLE + 2 * entries

    def above(self, position: Position, value: int) -> bool | None:
        """Whether the game ends with more than a value for player 1; None where that takes too many nodes.

        A win is worth WIN, a draw 0, a loss -WIN, and the end with a number less that number.
        """
        self.mem[NODES], self.mem[LIMIT] = 0, self.nodes
        got = int(_ending(self.G, self.B, position.state, value, self.stack, self.mem))
        return None if got == GAVE_UP else bool(got)
