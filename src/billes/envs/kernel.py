"""What every environment computes, compiled: which touches may come next, what a player sees, and many games at once.

G is the rules of a game, E its encoding.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..core.codes import DRAW, OPEN, REPEATS, SCORE
from ..core.jit import Buffer, jit, state_of

if TYPE_CHECKING:
    from ..games.spec import Encoding, Rules

HISTORY = 4
"""How many positions an observation shows: the one on the board and those before it."""


KEPT = 512
"""How many moves are kept from touch to touch where many games are played; longer lists are made again."""


@jit
def narrow(
    E: Encoding, s: Any, moves: Buffer, found: int, touched: Any, count: int, way: Buffer, mask: Any
) -> tuple[int, int]:
    """Keep those of the first `found` moves that begin with `count` touches, and mark which touches may follow.

    Gives the move that these touches play already, or -1, and how many moves were kept.
    """
    for i in range(len(mask)):
        mask[i] = 0
    kept, others, done = 0, 0, -1
    for i in range(found):
        move, keep = moves[i], False
        for number in range(E.WAYS):
            end = E.touches(s, move, number, way, 0)
            fits = end > 0 and end >= count
            for j in range(count):
                if way[j] != touched[j]:
                    fits = False
            if fits:
                if end == count:
                    return move, kept
                keep = True
                mask[way[count]] = 1
                if way[count] == E.DONE:
                    done = move
                else:
                    others += 1
        if keep:
            moves[kept] = move
            kept += 1
    return (done if others == 0 and count > 0 else -1), kept


@jit
def turn(G: Rules, E: Encoding, s: Any, touched: Any, count: int, buf: Buffer, way: Buffer, mask: Any) -> int:
    """Mark which touches may follow the first `count` of `touched`; gives the move that they play already, or -1."""
    return narrow(E, s, buf, G.moves(s, buf, 0), touched, count, way, mask)[0]


@jit
def observe(
    G: Rules, E: Encoding, like: Any, states: Any, repeats: Any, past: int, player: int, touched: Any, count: int,
    planes: int, cells: int, out: Any,
) -> None:  # fmt: skip
    """Write what a player sees: the last positions, the newest first, whose turn it is, and the touches of the turn."""
    for i in range(len(out)):
        out[i] = 0
    for age in range(min(past, HISTORY)):
        at = age * (planes + 1) * cells
        E.observe(state_of(like, states[age]), player, out, at)
        for cell in range(cells):
            out[at + planes * cells + cell] = (repeats[age] - 1) / (REPEATS - 1)
    at = HISTORY * (planes + 1) * cells
    s = state_of(like, states[0])
    if G.mover(s) == player:
        for cell in range(cells):
            out[at + cell] = 1
    at += cells
    for i in range(count):
        place = E.touched_at(s, touched[i])
        if place >= 0:
            out[at + place] = (i + 1) / E.LONGEST


@jit
def pay(end: int, low: int, high: int, rewards: Any) -> None:
    """Write what a result is worth to each player: all together 0."""
    players = len(rewards)
    for player in range(players):
        rewards[player] = 0
    if end >= SCORE:
        rewards[0] = 1 - 2 * (end - SCORE - low) / (high - low)
        rewards[1] = -rewards[0]
    elif end not in (OPEN, DRAW):
        for player in range(players):
            rewards[player] = 1 if player + 1 == end else -1 / (players - 1)


@jit
def _occurred(key: int, keys: Buffer, plies: int) -> int:
    """How often a position has occurred, this time included; `keys` are those of the plies before."""
    found = 1
    for ply in range(plies):
        if keys[ply] == key:
            found += 1
    return found


@jit
def step(
    G: Rules, E: Encoding, start: Any, whole: int, first: int, last: int, limit: int, planes: int, cells: int,
    low: int, high: int, actions: Any, states: Any, repeats: Any, keys: Any, plies: Any, touched: Any, counts: Any,
    lists: Any, found: Any,
    buf: Buffer, way: Buffer, masks: Any, observations: Any, players: Any, rewards: Any, over: Any, cut: Any,
) -> None:  # fmt: skip
    """Play one action in each of the games first to last - 1; one that ends begins anew. -1 begins anew at once."""
    turn_at = (HISTORY * (planes + 1) + 1) * cells
    for i in range(first, last):
        action = actions[i]
        for player in range(rewards.shape[1]):
            rewards[i, player] = 0
        over[i] = cut[i] = False
        s = state_of(start, states[i, 0])
        move, fresh = -1, action == -1
        if not fresh:
            if action < 0 or action >= masks.shape[1] or masks[i, action] == 0:
                rewards[i, G.mover(s) - 1] = -1
                over[i] = fresh = True
            elif whole == 1:
                if found[i] > KEPT:
                    G.moves(s, buf, 0)
                    move = buf[action]
                else:
                    move = lists[i, action]
            else:
                touched[i, counts[i]] = action
                counts[i] += 1
                if found[i] > KEPT:
                    move = turn(G, E, s, touched[i], counts[i], buf, way, masks[i])
                else:
                    move, found[i] = narrow(E, s, lists[i], found[i], touched[i], counts[i], way, masks[i])
        if move >= 0:
            s = G.apply(s, int(move))
            plies[i] += 1
            counts[i] = 0
            for age in range(HISTORY - 1, 0, -1):
                repeats[i, age] = repeats[i, age - 1]
                for j in range(states.shape[2]):
                    states[i, age, j] = states[i, age - 1, j]
            for j in range(states.shape[2]):
                states[i, 0, j] = s[j]
            repeats[i, 0] = 1
            if G.CYCLIC:
                key = G.key(s)
                repeats[i, 0] = _occurred(key, keys[i], plies[i])
                keys[i, plies[i]] = key
            end = G.result(s)
            if end == OPEN and repeats[i, 0] >= REPEATS:
                end = DRAW
            if end != OPEN:
                over[i] = fresh = True
                pay(end, low, high, rewards[i])
            elif plies[i] >= limit:
                cut[i] = fresh = True
        if fresh:
            s = start
            for j in range(states.shape[2]):
                states[i, 0, j] = s[j]
            repeats[i, 0] = 1
            keys[i, 0] = G.key(s)
            plies[i] = counts[i] = 0
        if fresh or move >= 0:
            found[i] = G.moves(s, buf, 0)
            if found[i] <= KEPT:
                for j in range(found[i]):
                    lists[i, j] = buf[j]
            if whole == 1:
                for j in range(masks.shape[1]):
                    masks[i, j] = 1 if j < found[i] else 0
            else:
                narrow(E, s, buf, found[i], touched[i], counts[i], way, masks[i])
            players[i] = G.mover(s)
            observe(
                G, E, start, states[i], repeats[i], plies[i] + 1, players[i], touched[i], counts[i],
                planes, cells, observations[i],
            )  # fmt: skip
        else:  # within a turn nothing changes but the touches
            place = E.touched_at(s, action)
            if place >= 0:
                observations[i, turn_at + place] = counts[i] / E.LONGEST
