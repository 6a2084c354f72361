"""A baseline for games of four: alpha-beta that takes the three others for one enemy.

Player `me` looks for what is best for himself, and believes that all others have nothing in mind but to prevent it. The
evaluation is the one that the tree search uses, so that a match between the two compares the searches.
"""

from __future__ import annotations

from typing import Any

from ..core.codes import DRAW, OPEN
from ..core.jit import Buffer, jit
from ..core.position import Move, Position
from .alphabeta import INFINITE, arrange, following
from .games import logit, mind, weights
from .limits import Alarm, Limits
from .memory import DEEPEST, EVEN, LIMIT, LOGIT, NODES, REWARDS, ROOT, SCALE, STOP, desk, memory

TABLE = 16  # it keeps no table of positions
BEYOND = 4 * SCALE + INFINITE  # more than any value


@jit
def coalition(B: Any, s: Any, depth: int, alpha: int, beta: int, me: int, ply: int, n: int, mem: Buffer, t: int) -> int:
    """What a position is worth to `me` if all others are against him, to that depth."""
    mem[t + NODES] += 1
    if mem[t + NODES] >= mem[LIMIT]:
        mem[STOP] = 1
    if mem[STOP] != 0:
        return 0
    over = B.result(s)
    if over != OPEN:
        if over == DRAW:
            return mem[EVEN]
        return SCALE + DEEPEST - ply if over == me else ply - DEEPEST
    if depth <= 0:
        B.chances(s, mem, t + REWARDS)
        return mem[t + REWARDS + me]
    end = B.moves(s, mem, n)
    arrange(B, s, -1, ply, n, end, mem, t)
    free = end + end - n
    mine = B.mover(s) == me
    best = -BEYOND if mine else BEYOND
    for i in range(end - n):
        child = B.apply(s, mem[n + following(i, n, end, mem)])
        value = coalition(B, child, depth - 1, alpha, beta, me, ply + 1, free, mem, t)
        if mine:
            best = max(best, value)
            alpha = max(alpha, value)
        else:
            best = min(best, value)
            beta = min(beta, value)
        if alpha >= beta:
            break
    return best


def suspect(position: Position, limits: Limits) -> Move:
    """The move of a player who trusts nobody."""
    if position.players <= 2:
        raise ValueError(f"paranoid plays games of four, and {position.game} {position.variant} is none")
    B = mind(position.game)
    mem = memory(B, TABLE, 1, weights(position))
    mem[EVEN], mem[LOGIT] = SCALE // position.players, logit(position)
    t = desk(0, TABLE, B)
    me = position.player
    moves = list(position.moves)

    def stop() -> None:
        mem[STOP] = 1

    def worth(move: Move, depth: int, least: int) -> int:
        child = B.apply(position.state, move.code)
        return int(coalition(B, child, depth - 1, least, BEYOND, me, 1, t + ROOT, mem, t))

    moves.sort(key=lambda move: -worth(move, 1, -BEYOND))  # the first look is always finished
    mem[LIMIT] = limits.nodes or 1 << 60
    with Alarm(limits.seconds, None, stop):
        for depth in range(2, min(limits.depth or DEEPEST, DEEPEST) + 1):
            best, found = -BEYOND, moves[0]
            for move in moves:
                value = worth(move, depth, best)
                if mem[STOP]:
                    break
                if value > best:
                    best, found = value, move
            moves.remove(found)
            moves.insert(0, found)
            if mem[STOP] or best < 0 or best > SCALE:
                break
    return moves[0]
