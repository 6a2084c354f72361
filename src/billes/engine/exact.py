"""What the tablebases know of a position: exact lines, perfect moves, and values for a search that comes near them."""

from __future__ import annotations

import logging
import time
from collections.abc import Collection, Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from ..tablebase import solvable
from ..tablebase.format import BadTablebase, NoTablebase
from ..tablebase.perfect import choose, drawn_by_repeating
from ..tablebase.probe import Probe, Tablebases, opened
from .alphabeta import AlphaBeta
from .alphabeta_kernel import CERTAIN, FULL, store
from .memory import MATE
from .score import FAR, Line, Score

if TYPE_CHECKING:
    from ..core.position import Move, Position
    from .search import Search

log = logging.getLogger(__name__)

LONGEST = 40  # moves of an exact line
LOOKUPS = 3_000  # positions near the root that are looked up for a search


class Exact:
    """What the tablebases of a folder know about a position of a game."""

    def __init__(
        self, position: Position, history: Iterable[Position] = (), tablebases: Tablebases | Path | str | None = None
    ) -> None:
        self.position = position
        self.history = tuple(history)
        self.tablebases = opened(tablebases)
        self.found: Probe | None = None
        if solvable(position.game, position.variant) and position.outcome is None:
            self.found = self._probe(position)

    def _probe(self, position: Position) -> Probe | None:
        try:
            return self.tablebases.probe(position)
        except NoTablebase:
            return None
        except BadTablebase as error:  # never trusted, but thinking goes on without it
            log.warning("%s", error)
            return None

    # ------------------------------------------------------------------------------------------------ perfect play
    def best(self) -> Move | None:
        """The perfect move; None where the tablebases do not know it, or know a win but not how far it is."""
        if self.found is None or (self.found.depth is None and self.found.value == "win"):
            return None
        try:
            return choose(self.position, self.tablebases, self.history)
        except NoTablebase:  # the edge of an opening book: what follows the best moves is not in it any more
            return self.position.move(self.found.best[0])

    def worth_thinking(self) -> tuple[Move, ...] | None:
        """Where only the fact of a win is known: the moves that keep it and repeat nothing. None for any move."""
        if self.found is None:
            return None
        passed = {before.state for before in self.history}
        keeping = [move for move in self.position.moves if self.found.moves[move.text][0] == self.found.value]
        return tuple([move for move in keeping if self.position.play(move).state not in passed] or keeping)

    # ---------------------------------------------------------------------------------------------------- analysis
    def lines(self, wanted: int, only: Collection[Move] = ()) -> list[Line]:
        """The best lines with their exact scores, best first, of all moves or of some; none where nothing is known.

        A move that brings a position about for the third time is a draw, even where the tablebase calls it won or lost.
        """
        if self.found is None:
            return []
        drawing = drawn_by_repeating(self.history)
        scores = {move: self._score(move, drawing) for move in only or self.position.moves}
        order = sorted(scores, key=lambda move: (-scores[move].value, move.text))[:wanted]
        return [self._line(move, scores[move]) for move in order]

    def _line(self, move: Move, score: Score) -> Line:
        """How it goes on after a move; a node of it is a position that was looked up."""
        began = time.perf_counter()
        moves = self._variation(move)
        depth = score.wins_in or score.loses_in or len(moves)
        return Line(score, moves, depth, len(moves), time.perf_counter() - began)

    def _score(self, move: Move, drawing: set[tuple[int, ...]]) -> Score:
        assert self.found is not None
        value, left = self.found.moves[move.text]
        after = self.position.play(move)
        if value == "draw" or (after.state in drawing and after.outcome is None):
            return Score(0, exact=True)
        far = FAR if left is None else MATE - left - 1
        return Score(far if value == "win" else -far, exact=True)

    def _variation(self, move: Move) -> tuple[Move, ...]:
        """How it goes on when both play perfectly, the move first."""
        moves, position = [move], self.position.play(move)
        passed = {self.position.state}
        while len(moves) < LONGEST and position.outcome is None and position.state not in passed:
            passed.add(position.state)
            found = self._probe(position)
            if found is None:
                break
            moves.append(position.move(found.best[0]))
            position = position.play(moves[-1])
        return tuple(moves)

    # -------------------------------------------------------------------------------------------------- partial help
    def fill_table(self, search: Search) -> None:
        """Store in a search's transposition table what the tablebases know of positions near its root."""
        position = self.position
        if self.found is not None or not isinstance(search, AlphaBeta) or not self.tablebases.may_help(position):
            return
        now, looked = [position], 0
        while now and looked < LOOKUPS:
            following = []
            for parent in now:
                for move in parent.moves:
                    after = parent.play(move)
                    looked += 1
                    if after.outcome is not None:
                        continue
                    known = self._value(after)
                    if known is None:
                        following.append(after)
                    elif known[0] != "draw" and known[1] is not None:
                        score = MATE - known[1] if known[0] == "win" else known[1] - MATE
                        store(search.G.key(after.state), score, FULL, CERTAIN, 0, 0, search.mem)
                if looked >= LOOKUPS:
                    break
            now = following

    def _value(self, position: Position) -> tuple[str, int | None] | None:
        try:
            return self.tablebases.value(position)
        except (NoTablebase, BadTablebase):
            return None
