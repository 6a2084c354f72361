"""Monte-Carlo tree search that proves wins and losses, compiled: for all games and up to four players.

A game comes as two modules, its rules `G` and its evaluator `E`. A node's value is the mean reward of the player who
moved into it, between 0 and SCALE; every backup gives each player their own reward, so that two players or four make no
difference. A leaf's value is a mixture of a playout and of the evaluation; a fresh child starts from its evaluation,
trusted like a few visits. With no trust and no evaluation this is plain UCT.

A node knows what is certain about its result (PROVEN): nothing, or the results that are left, a bit for each. One is
left where somebody can force it, and the node is visited no further. Several are left where a player cannot win but
decides which of the others does: that player is assumed to play at random there.
"""

from __future__ import annotations

import math
from typing import Any

from ..core.codes import DRAW, OPEN, SCORE, WORD
from ..core.jit import Buffer, ctz, jit
from .alphabeta_kernel import evaluate
from .memory import (
    CAP,
    DEEPEST,
    EVEN,
    EXPLORE,
    LIMIT,
    LOGIT,
    MIX,
    NODES,
    PAST,
    PAST_KEYS,
    PATH,
    PV,
    RANDOM,
    REDRAWS,
    REWARDS,
    ROOT,
    SCALE,
    SEE_WINS,
    STOP,
    TRUST,
    USED,
    is_over,
)

VISITS, SUM, CHILD, COUNT, MOVE, PROVEN, PRIOR = range(7)
WIDTH = 8  # words per node
PLAYERS = 4
PER_MARBLE = 0.35  # how much a point more or less in a game played for a score changes the logarithm of the odds


@jit
def _reward(logit: float) -> int:
    """A chance of winning as a reward."""
    return int(SCALE / (1.0 + math.exp(-logit)))


@jit
def _final_rewards(E: Any, end: int, mem: Buffer, t: int) -> None:
    """The rewards of a game that is over."""
    for who in range(1, PLAYERS + 1):
        if end >= SCORE:  # player 1 wants a low one
            reward = _reward((E.PAR - (end - SCORE)) * PER_MARBLE)
            mem[t + REWARDS + who] = reward if who == 1 else SCALE - reward
        else:
            mem[t + REWARDS + who] = mem[EVEN] if end == DRAW else SCALE if end == who else 0


@jit
def _expected_rewards(G: Any, E: Any, s: Any, mem: Buffer, t: int) -> None:
    """The rewards that the evaluation expects: with several players their chances, with two what the score means."""
    if E.several(s):
        E.chances(s, mem, t + REWARDS)
        return
    reward = _reward(evaluate(E, s, mem, t) / mem[LOGIT])
    me = G.mover(s)
    mem[t + REWARDS + me] = reward
    mem[t + REWARDS + 3 - me] = SCALE - reward


@jit
def _random(mem: Buffer, t: int) -> int:
    """The next 32 random bits."""
    mem[t + RANDOM] = (mem[t + RANDOM] * 0x1E3779B97F4A7C15 + 0x2545F4914F6CDD1D) & WORD
    return mem[t + RANDOM] >> 30


@jit
def _playout(G: Any, E: Any, s: Any, mem: Buffer, t: int) -> int:
    """Play at random to the end, or until the cap; the result, OPEN where the cap came first.

    With SEE_WINS players take a win that needs no search to be seen, and avoid to leave one to the next player.
    """
    n = t + ROOT
    left = mem[CAP]
    see_wins = mem[SEE_WINS] != 0
    end: int = G.result(s)
    while end == OPEN and left > 0:
        if see_wins and E.wins_at_once(s):
            end = G.mover(s)
            break
        count = G.moves(s, mem, n) - n
        chosen = (_random(mem, t) * count) >> 32
        for _ in range(mem[REDRAWS]):
            other = (_random(mem, t) * count) >> 32
            if E.move_order(s, mem[n + other]) > E.move_order(s, mem[n + chosen]):
                chosen = other
        child = G.apply(s, mem[n + chosen])
        if see_wins:
            tried = 1
            while tried < count and E.wins_at_once(child):
                child = G.apply(s, mem[n + (chosen + tried) % count])
                tried += 1
        s = child
        end = G.result(s)
        left -= 1
        mem[t + NODES] += 1
    return end


@jit
def _leaf_rewards(G: Any, E: Any, s: Any, mem: Buffer, t: int) -> None:
    """The rewards of a leaf: MIX parts of 256 from a playout, the rest from the evaluation."""
    mix = mem[MIX]
    if mix == 0:
        _expected_rewards(G, E, s, mem, t)
        return
    end = _playout(G, E, s, mem, t)
    if end == OPEN and mix < 256:
        _expected_rewards(G, E, s, mem, t)
        return
    _final_rewards(E, DRAW if end == OPEN else end, mem, t)
    if mix < 256:
        one, two, three, four = (
            mem[t + REWARDS + 1],
            mem[t + REWARDS + 2],
            mem[t + REWARDS + 3],
            mem[t + REWARDS + 4],
        )
        _expected_rewards(G, E, s, mem, t)
        mem[t + REWARDS + 1] += ((one - mem[t + REWARDS + 1]) * mix) >> 8
        mem[t + REWARDS + 2] += ((two - mem[t + REWARDS + 2]) * mix) >> 8
        mem[t + REWARDS + 3] += ((three - mem[t + REWARDS + 3]) * mix) >> 8
        mem[t + REWARDS + 4] += ((four - mem[t + REWARDS + 4]) * mix) >> 8


@jit
def _came_twice(key: int, mem: Buffer) -> bool:
    """Whether a position came twice in the game: once more is a draw."""
    for k in range(mem[PAST]):  # noqa: SIM110  # numba cannot compile any() of a generator
        if mem[PAST_KEYS + k] == key:
            return True
    return False


@jit
def _expand(G: Any, E: Any, s: Any, at: int, tree: Buffer, mem: Buffer, t: int) -> bool:
    """Give a node its children; whether there was room for them."""
    n = t + ROOT
    end = G.moves(s, mem, n)
    first = mem[t + USED]
    if first + WIDTH * (end - n) > len(tree):
        return False
    me = G.mover(s)
    for i in range(end - n):
        c = first + WIDTH * i
        move = mem[n + i]
        child = G.apply(s, move)
        over = G.result(child)
        if over == OPEN and G.CYCLIC and mem[PAST] > 0 and _came_twice(G.key(child), mem):
            over = DRAW
        if over == OPEN and mem[SEE_WINS] != 0 and E.wins_at_once(child):
            over = G.mover(child)
        tree[c + VISITS], tree[c + SUM], tree[c + CHILD], tree[c + COUNT] = 0, 0, 0, 0
        tree[c + MOVE] = move
        tree[c + PROVEN] = 1 << over if OPEN < over < SCORE else 0
        tree[c + PRIOR] = mem[EVEN]
        if mem[TRUST] > 0 and over == OPEN:
            _expected_rewards(G, E, child, mem, t)
            tree[c + PRIOR] = mem[t + REWARDS + me]
    mem[t + USED] = first + WIDTH * (end - n)
    tree[at + CHILD], tree[at + COUNT] = first, end - n
    return True


@jit
def _pick(at: int, me: int, tree: Buffer, mem: Buffer, t: int) -> int:
    """The child to visit: the best by its mean and by how little is known of it; any where all is lost."""
    first, count = tree[at + CHILD], tree[at + COUNT]
    if tree[at + PROVEN] != 0:
        return first + WIDTH * ((_random(mem, t) * count) >> 32)
    trust = mem[TRUST] / 16.0
    spread = math.log(tree[at + VISITS] + 1.0)
    explore = mem[EXPLORE] / 1024.0
    mine = 1 << me
    best, chosen = -2.0, first
    for i in range(count):
        c = first + WIDTH * i
        known = tree[c + PROVEN]
        if known == mine or (known != 0 and known & mine == 0):
            value = 1.0 if known == mine else mem[EVEN] / SCALE if known >> DRAW & 1 else -1.0
            if value > best:
                best, chosen = value, c
            continue
        visits = tree[c + VISITS] + trust
        if visits == 0.0:
            return c
        value = (tree[c + SUM] + tree[c + PRIOR] * trust) / (visits * SCALE) + explore * math.sqrt(spread / visits)
        if value > best:
            best, chosen = value, c
    return chosen


@jit
def _certain(results: int) -> bool:
    """Whether just one result is left."""
    return results != 0 and results & (results - 1) == 0


@jit
def _prove(at: int, me: int, tree: Buffer) -> bool:
    """What follows for a node from what its children have proved; whether anything does."""
    first, count = tree[at + CHILD], tree[at + COUNT]
    mine, left, certain = 1 << me, 0, True
    for i in range(count):
        known = tree[first + WIDTH * i + PROVEN]
        if known == mine:
            tree[at + PROVEN] = mine
            return True
        certain = certain and known != 0
        left |= known
    if not certain or left & mine != 0:
        return False
    tree[at + PROVEN] = 1 << DRAW if left >> DRAW & 1 else left
    return True


@jit
def _repeats(key: int, ply: int, mem: Buffer, t: int) -> bool:
    """Whether a position repeats one of the path, or one that came twice in the game."""
    for k in range(ply):
        if mem[t + PATH + k] == key:
            return True
    return _came_twice(key, mem)


@jit
def _visit(G: Any, E: Any, s: Any, tree: Buffer, mem: Buffer, t: int) -> None:
    """One visit: down to a leaf, its value, and back up. The nodes of the path lie in PV, then who moved into them."""
    at, ply = 0, 0
    over = OPEN
    nodes, movers = t + PV, t + PV + 2 * DEEPEST
    mem[nodes], mem[movers] = at, 0
    mem[t + PATH] = G.key(s)
    while tree[at + COUNT] > 0 and ply < DEEPEST - 2:
        me = G.mover(s)
        at = _pick(at, me, tree, mem, t)
        s = G.apply(s, tree[at + MOVE])
        ply += 1
        mem[nodes + ply], mem[movers + ply] = at, me
        mem[t + NODES] += 1
        over = G.result(s)
        if over != OPEN or _certain(tree[at + PROVEN]):
            break
        if G.CYCLIC:
            key = G.key(s)
            if _repeats(key, ply, mem, t):
                over = DRAW
                break
            mem[t + PATH + ply] = key
    fresh = over == OPEN and tree[at + PROVEN] == 0 and tree[at + COUNT] == 0
    if fresh and (tree[at + VISITS] > 0 or ply == 0) and _expand(G, E, s, at, tree, mem, t):
        _prove(at, G.mover(s), tree)
    if _certain(tree[at + PROVEN]):
        over = ctz(tree[at + PROVEN])
    if over != OPEN:
        _final_rewards(E, over, mem, t)
    else:
        _leaf_rewards(G, E, s, mem, t)
    proving = tree[at + PROVEN] != 0
    while True:
        tree[at + VISITS] += 1
        tree[at + SUM] += mem[t + REWARDS + mem[movers + ply]] if ply > 0 else 0
        if ply == 0:
            break
        me = mem[movers + ply]
        ply -= 1
        at = mem[nodes + ply]
        if proving:
            proving = _prove(at, me, tree)
            if _certain(tree[at + PROVEN]):
                _final_rewards(E, ctz(tree[at + PROVEN]), mem, t)


@jit
def visit_tree(G: Any, E: Any, s: Any, visits: int, tree: Buffer, mem: Buffer, t: int) -> int:
    """Visit the tree of a position so many times, or until it is stopped, solved or full; how often it was."""
    if mem[t + USED] == 0:
        mem[t + USED] = WIDTH
    done = 0
    while done < visits and mem[STOP] == 0 and tree[PROVEN] == 0:
        if mem[t + NODES] >= mem[LIMIT] and is_over(mem[t + NODES], mem):
            break
        _visit(G, E, s, tree, mem, t)
        done += 1
    return done
