"""A baseline for games of several players: alpha-beta that takes all others for one opponent.

Player `me` looks for what is best for themselves and assumes that all others do nothing but prevent it. The evaluation
is the one that the tree search uses, so that a match between the two compares the searches.
"""

from __future__ import annotations

from typing import Any

from ..core.codes import DRAW, OPEN
from ..core.errors import BillesError
from ..core.jit import Buffer, jit
from ..core.position import Move, Position
from ..games.registry import rules_of, spec_of
from .alphabeta_kernel import INFINITE, next_move, order_moves
from .evaluation import logit_of, weights_of
from .limits import Alarm, Limits
from .memory import DEEPEST, EVEN, LIMIT, LOGIT, NODES, REWARDS, ROOT, SCALE, STOP, block, is_over, memory, set_limits

ENTRIES = 16  # it keeps no transposition table
BEYOND = 4 * SCALE + INFINITE  # more than any value


@jit
def coalition(
    G: Any, E: Any, s: Any, depth: int, alpha: int, beta: int, me: int, ply: int, n: int, mem: Buffer, t: int
) -> int:
    """What a position is worth to `me` if all others play against them, searched to a depth."""
    mem[t + NODES] += 1
    if mem[t + NODES] >= mem[LIMIT] and is_over(mem[t + NODES], mem):
        mem[STOP] = 1
    if mem[STOP] != 0:
        return 0
    over = G.result(s)
    if over != OPEN:
        if over == DRAW:
            return mem[EVEN]
        return SCALE + DEEPEST - ply if over == me else ply - DEEPEST
    if depth <= 0:
        E.chances(s, mem, t + REWARDS)
        return mem[t + REWARDS + me]
    end = G.moves(s, mem, n)
    order_moves(G, E, s, -1, ply, n, end, mem, t)
    free = end + end - n
    mine = G.mover(s) == me
    best = -BEYOND if mine else BEYOND
    for i in range(end - n):
        child = G.apply(s, mem[n + next_move(i, n, end, mem)])
        value = coalition(G, E, child, depth - 1, alpha, beta, me, ply + 1, free, mem, t)
        if mine:
            best = max(best, value)
            alpha = max(alpha, value)
        else:
            best = min(best, value)
            beta = min(beta, value)
        if alpha >= beta:
            break
    return best


def paranoid_move(position: Position, limits: Limits) -> Move:
    """The move of a player who takes all others for one opponent."""
    if position.players <= 2:
        raise BillesError.of("match.paranoid", game=position.game, variant=position.variant)
    G, E = rules_of(position.game), spec_of(position.game).evaluator
    mem = memory(G.ROOM, ENTRIES, 1, weights_of(position.game, position.variant))
    mem[EVEN], mem[LOGIT] = SCALE // position.players, logit_of(position)
    t = block(0, ENTRIES, G.ROOM)
    me = position.player
    moves = list(position.moves)

    def stop() -> None:
        mem[STOP] = 1

    def value_of(move: Move, depth: int, least: int) -> int:
        child = G.apply(position.state, move.code)
        return int(coalition(G, E, child, depth - 1, least, BEYOND, me, 1, t + ROOT, mem, t))

    moves.sort(key=lambda move: -value_of(move, 1, -BEYOND))  # the first look is always finished
    set_limits(mem, limits.nodes, limits.seconds)
    with Alarm(limits.seconds, None, stop):
        for depth in range(2, min(limits.depth or DEEPEST, DEEPEST) + 1):
            best, found = -BEYOND, moves[0]
            for move in moves:
                value = value_of(move, depth, best)
                if mem[STOP]:
                    break
                if value > best:
                    best, found = value, move
            moves.remove(found)
            moves.insert(0, found)
            if mem[STOP] or best < 0 or best > SCALE:
                break
    return moves[0]
