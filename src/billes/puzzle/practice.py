"""Practice: win a won position, or hold a drawn one, against the best defence, with a verdict after every move."""

from __future__ import annotations

from pathlib import Path

from ..core.errors import BillesError
from ..core.game import Game
from ..core.position import Move, Position
from ..core.sentences import Sentence
from ..engine.levels import PERFECT, choose
from ..games.spec import Value
from ..tablebase import solvable
from ..tablebase.format import NoTablebase
from ..tablebase.probe import Tablebases, opened
from .judge import ExactJudge, judge_of
from .verdict import HELD, Verdict, value_of_outcome, value_sentence

DEFENDER = 7  # the level that replies where nothing is known


class Practice:
    """A game from a position on; the player to move there has to win it, or to hold the draw."""

    def __init__(self, position: Position, goal: str, tablebases: Tablebases | Path | str | None = None) -> None:
        self.tablebases = opened(tablebases)
        self.judge = judge_of(position.game, position.variant, self.tablebases)
        if goal == "draw" and not isinstance(self.judge, ExactJudge):
            key = "tablebase.none.solve" if solvable(position.game, position.variant) else "tablebase.none"
            raise NoTablebase.of(key, folder=str(self.tablebases.folder), game=position.game, variant=position.variant)
        self.player, self.goal = position.player, goal
        self.game = Game(position.game, position.variant, start=position)
        self.own_moves = 0
        self.value = self._value()
        if self.value is not None and self.value[0] not in (goal, "score"):
            raise BillesError.of(
                "practice.goal", goal=Sentence(f"puzzle.goal.{goal}"), value=value_sentence(self.value)
            )

    def _value(self) -> Value | None:
        outcome = self.game.outcome
        if outcome is None:
            return self.judge.value(self.game.position, self.player)
        return value_of_outcome(outcome, self.player)

    @property
    def over(self) -> bool:
        """Whether there is nothing more to do: the game is over, or a draw was held long enough."""
        return self.game.outcome is not None or (self.goal == "draw" and self.own_moves >= HELD)

    def play(self, move: Move | str) -> Verdict:
        """Play a move of the player's; IllegalMove where it is none."""
        before = self.value
        self.game.play(move)
        self.own_moves += 1
        self.value = self._value()
        return Verdict(before, self.value, self.player)

    def reply(self) -> Move:
        """Play the best defence, and say which move it is."""
        if isinstance(self.judge, ExactJudge):
            move = choose(self.game, PERFECT, tablebases=self.tablebases, threads=1)
        else:
            known = sorted(self.judge.defences(self.game.position))
            move = known[0] if known else choose(self.game, DEFENDER, threads=1)
        self.game.play(move)
        self.value = self._value()
        return move

    def undo(self) -> None:
        """Take the player's last move back, and the reply to it."""
        while self.game.moves:
            self.game.undo()
            if self.game.position.player == self.player:
                self.own_moves -= 1
                break
        self.value = self._value()

    def hint(self) -> Move | None:
        """A move that keeps what there is; None where none is known."""
        found = self.judge.judge(self.game.position)
        return found.keeping[0] if found is not None and found.keeping else None
