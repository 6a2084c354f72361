"""Plain minimax, the yardstick: no table, no windows, no order. And positions to hold it against."""

from __future__ import annotations

import random
from typing import Any

from billes.core.codes import OPEN
from billes.core.jit import Buffer, buffer, jit
from billes.core.position import Position, start
from billes.engine.alphabeta_kernel import evaluate, final_score
from billes.engine.memory import PATH
from billes.games.registry import BUILT_IN, GAMES, rules_of, spec_of

VARIANTS = (
    ("pylos", "standard"),
    ("pylos", "children"),
    ("pylos", "expert"),
    ("pylos", "expert-icga"),
    ("quits", "standard"),
    ("quits", "simple"),
    ("balanx", "standard"),
    ("balanx", "small"),
    ("bilitaire", "round"),
    ("bilitaire", "match"),
    *(
        (game, variant)
        for game in GAMES
        for variant in GAMES[game]
        if game not in BUILT_IN and spec_of(game).has("evaluator") and rules_of(game).PLAYERS[variant] == 2
    ),
)
"""What is held against minimax: variants of the built-in games, and plug-ins that alpha-beta can play."""


@jit
def minimax(G: Any, E: Any, s: Any, depth: int, ply: int, n: int, mem: Buffer, t: int, repeats: int) -> int:
    """The score of a position to a depth; a position that repeats one of its line is a draw, unless `repeats` is 0."""
    over = G.result(s)
    if over != OPEN:
        return final_score(E, over, G.mover(s), ply)
    if G.CYCLIC:
        key = G.key(s)
        for k in range(ply):
            if mem[t + PATH + k] == key and repeats != 0:
                return 0
        mem[t + PATH + ply] = key
    if depth == 0:
        return evaluate(E, s, mem, t)
    end = G.moves(s, mem, n)
    best = -(1 << 20)
    for i in range(n, end):
        best = max(best, -minimax(G, E, G.apply(s, mem[i]), depth - 1, ply + 1, end, mem, t, repeats))
    return best


def positions(game: str, variant: str, count: int, seed: int, most_moves: int = 1 << 30) -> list[Position]:
    """Positions of random games that are not over, with no more moves than that."""
    chance = random.Random(f"{game} {variant} {seed}")
    G = rules_of(game)
    buf = buffer(G.ROOM)
    found: list[Position] = []
    while len(found) < count:
        state = start(game, variant).state
        line: list[Any] = []
        while G.result(state) == OPEN and len(line) < 150:
            moves = G.moves(state, buf, 0)
            if moves <= most_moves:
                line.append(state)
            state = G.apply(state, int(buf[chance.randrange(moves)]))
        found += [Position(game, variant, state) for state in chance.sample(line, min(4, len(line)))]
    return found[:count]
