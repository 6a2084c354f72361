"""Who says what a position is worth: tablebases where a variant is solved, else proofs of the rules alone.

A judge looks at *results*: moves with different texts that lead to the same position count as one.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple, Protocol

from ..core.position import Move, Position
from ..engine.proof import WIN, Endings, Wins
from ..games.registry import rules_of
from ..games.spec import Value
from ..tablebase import solvable
from ..tablebase.format import NoTablebase
from ..tablebase.probe import Tablebases, opened

NODES = 1_000_000  # of one proof
END_NODES = 100_000  # of one proof that goes to the end of a game
FARTHEST = 7  # plies within which wins are proved
AHEAD = 2  # plies that no other move may win within, beyond those that the right one takes
MOST_BELOW = 6  # marbles that a round may lose before its end is too far away

OPPOSITE = {"win": "loss", "draw": "draw", "loss": "win"}


class Judgement(NamedTuple):
    """What a position is worth to the player to move, and which results keep that.

    `keeping` has one move per result, and `results` counts all of them. `goal`, `plies` and `number` are as in a
    Puzzle; a lost position has the goal "loss".
    """

    goal: str
    plies: int | None
    number: int | None
    keeping: tuple[Move, ...]
    results: int
    at_once: bool = False
    """Whether every other result loses to the very next move."""
    horizon: int | None = None


class Judge(Protocol):
    """What says how much a position is worth."""

    def judge(self, position: Position) -> Judgement | None:
        """What a position is worth and which results keep it; None where that is not known."""

    def defences(self, position: Position) -> Sequence[Move]:
        """The replies that a solver should meet: those that keep what they can, and of these the longest."""

    def value(self, position: Position, player: int) -> Value | None:
        """What a position is worth to a player, whoever is to move: a goal or "loss", then plies or a number."""


def results(position: Position) -> dict[tuple[int, ...], Move]:
    """Every position that a move leads to, with the first of the moves that do."""
    found: dict[tuple[int, ...], Move] = {}
    apply = rules_of(position.game).apply
    for move in position.moves:
        found.setdefault(tuple(apply(position.state, move.code)), move)
    return found


def judge_of(game: str, variant: str, tablebases: Tablebases | Path | str | None = None) -> Judge:
    """The best judge of a variant: its tablebase if it is there, else proofs."""
    if solvable(game, variant) and opened(tablebases).complete(game, variant):
        return ExactJudge(opened(tablebases))
    return EndJudge(game) if not rules_of(game).CYCLIC else WinJudge(game)


# ------------------------------------------------------------------------------------------------------- tablebases
class ExactJudge:
    """A judge that looks positions up in a tablebase with distances."""

    def __init__(self, tablebases: Tablebases) -> None:
        self.tablebases = tablebases

    def judge(self, position: Position) -> Judgement | None:
        """Exact in every position of a solved variant."""
        if position.outcome is not None:
            return None
        try:
            found = self.tablebases.probe(position)
        except NoTablebase:
            return None
        all_results = results(position)
        keeping = [move for move in all_results.values() if found.moves[move.text][0] == found.value]
        others = [found.moves[move.text] for move in all_results.values() if move not in keeping]
        at_once = bool(others) and all(value == "loss" and left == 1 for value, left in others)
        return Judgement(found.value, found.depth, None, tuple(keeping), len(all_results), at_once)

    def defences(self, position: Position) -> Sequence[Move]:
        """The moves that lose as late as can be, or that keep the draw; one per result."""
        best = set(self.tablebases.probe(position).best)
        return [move for move in results(position).values() if move.text in best]

    def value(self, position: Position, player: int) -> Value | None:
        """Exact in every position of a solved variant."""
        try:
            value, plies = self.tablebases.value(position)
        except NoTablebase:
            return None
        return (value if position.player == player else OPPOSITE[value]), plies


# ----------------------------------------------------------------------------------------------------------- proofs
class WinJudge:
    """A judge of games that are not solved: it knows wins that can be forced within some plies."""

    def __init__(self, game: str, nodes: int = NODES) -> None:
        self.wins = Wins(game, nodes)

    def judge(self, position: Position) -> Judgement | None:
        """Known where a win is near. A result keeps it if it wins within AHEAD plies more than the best one needs."""
        plies = self._wins_in(position, position.player)
        if plies is None:
            return None
        horizon = plies + AHEAD
        all_results = results(position)
        keeping = []
        for move in all_results.values():
            answer = self.wins.within(position.play(move), position.player, horizon - 1)
            if answer is None:
                return None
            if answer:
                keeping.append(move)
        others = [position.play(move) for move in all_results.values() if move not in keeping]
        at_once = bool(others) and all(self._lost_at_once(after, position.player) for after in others)
        return Judgement("win", plies, None, tuple(keeping), len(all_results), at_once, horizon)

    def _wins_in(self, position: Position, player: int) -> int | None:
        """The plies of a player's fastest forced win, None where none is near."""
        if position.outcome is not None:
            return 0 if position.outcome.winner == player else None
        own = 1 if position.player == player else 2
        for plies in range(own, FARTHEST + 1, 2):
            answer = self.wins.within(position, player, plies)
            if answer is None:
                return None
            if answer:
                return plies
        return None

    def _lost_at_once(self, after: Position, player: int) -> bool:
        if after.outcome is not None:
            return after.outcome.winner == 3 - player
        return bool(self.wins.within(after, 3 - player, 1))

    def defences(self, position: Position) -> Sequence[Move]:
        """The replies that hold out the longest."""
        found = {move: self._wins_in(position.play(move), 3 - position.player) for move in results(position).values()}
        if any(plies is None for plies in found.values()):
            return []
        longest = max(plies or 0 for plies in found.values())
        return [move for move, plies in found.items() if plies == longest]

    def value(self, position: Position, player: int) -> Value | None:
        """Known where either player wins soon."""
        for who, value in ((player, "win"), (3 - player, "loss")):
            plies = self._wins_in(position, who)
            if plies is not None:
                return value, plies
        return None


class EndJudge:
    """A judge of games that cannot repeat a position: it searches their last moves to the end."""

    def __init__(self, game: str, nodes: int = END_NODES) -> None:
        self.endings = Endings(game, nodes)

    def judge(self, position: Position) -> Judgement | None:
        """Exact, in positions that are near enough to the end."""
        if position.outcome is not None:
            return None
        value = self._value(position)
        if value is None:
            return None
        sign = 1 if position.player == 1 else -1
        all_results = results(position)
        keeping = []
        for move in all_results.values():
            answer = self._at_least(position.play(move), value, sign)
            if answer is None:
                return None
            if answer:
                keeping.append(move)
        if -WIN < value < 0:
            return Judgement("score", None, -value, tuple(keeping), len(all_results))
        goal = "draw" if value == 0 else "win" if value * sign > 0 else "loss"
        return Judgement(goal, None, None, tuple(keeping), len(all_results))

    def _value(self, position: Position) -> int | None:
        """The value of a position for player 1; None where it is not found."""
        low, high = (int(bound) for bound in self.endings.B.bounds(position.state))
        if low <= -WIN:
            for value in (-WIN, 0, WIN):
                above = self.endings.above(position, value)
                if above is None:
                    return None
                if not above:
                    return value
            return None
        for value in range(low, min(high, low + MOST_BELOW) + 1):  # marbles only go, so the end is near the least
            above = self.endings.above(position, value)
            if above is None:
                return None
            if not above:
                return value
        return None

    def _at_least(self, after: Position, value: int, sign: int) -> bool | None:
        """Whether a result is worth that to the player whose sign it is."""
        above = self.endings.above(after, value - 1 if sign > 0 else value)
        return above if above is None or sign > 0 else not above

    def defences(self, position: Position) -> Sequence[Move]:
        """The replies that keep what they can."""
        found = self.judge(position)
        return [] if found is None else found.keeping

    def value(self, position: Position, player: int) -> Value | None:
        """Exact, in positions that are near enough to the end; a number is the same for both players."""
        value = self._value(position)
        if value is None or -WIN < value < 0:
            return None if value is None else ("score", -value)
        return ("draw" if value == 0 else "win" if (value > 0) == (player == 1) else "loss"), None
