"""What a board in a notebook shows: the picture, what may be touched, what was touched, the lines of the engine."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..core.game import Game
from ..core.position import Position
from ..core.sentences import Sentence, render
from ..core.wording import called
from ..engine.analysis import analyse
from ..engine.score import Line
from ..scenes import scene, svg
from ..scenes._svg_board import SIDE, Picture
from ..scenes._svg_defs import Style
from ..scenes._theme import LIGHT
from ..scenes.gestures import Gestures, anchor, gestures
from ..scenes.scene import Scene
from ..scenes.sentences import handle_sentence, move_sentences, outcome_sentences

RADIUS = 0.34  # of what can be touched and has no size of its own, in units of the scene


class Board:
    """A game on a board in a notebook: moves are played by touching, lines are followed without playing them."""

    def __init__(self, position: Position, language: str = "en", dark: bool = False) -> None:
        self.language, self.dark = language, dark
        self.game = Game(position.game, position.variant, start=position)
        self.touched: tuple[str, ...] = ()
        self.lines: list[Line] = []
        self.followed: tuple[int, int] | None = None
        """Which line is followed, and how many of its moves are shown."""

    @property
    def position(self) -> Position:
        """The position that is shown: that of the game, or one of a line that is followed."""
        return self.game.position if self.followed is None else self._after(*self.followed)

    def _after(self, line: int, count: int) -> Position:
        """The position after so many moves of a line."""
        found = self.game.position
        for move in self.lines[line].moves[:count]:
            found = found.play(move)
        return found

    # ------------------------------------------------------------------------------------------------- what is done
    def touch(self, handle: str) -> None:
        """Touch a handle; the last touch of a move plays it. A handle that may not be touched begins the turn anew."""
        self.followed = None
        if self.game.outcome is not None:
            return
        node = self._hand().nodes[0]
        if handle not in node.next:
            self.touched = ()
            node = self._hand().nodes[0]
            if handle not in node.next:
                return
        found = node.next[handle]
        if isinstance(found, str):
            self.play(found)
        else:
            self.touched = (*self.touched, handle)

    def play(self, move: str) -> None:
        """Play a move in the game."""
        self.game.play(move)
        self.touched, self.lines, self.followed = (), [], None

    def undo(self) -> None:
        """Put the turn back, or go back from a line to the game, or take the last move back."""
        if self.followed is not None:
            self.followed = None
        elif self.touched:
            self.touched = ()
        elif self.game.moves:
            self.game.undo()
            self.lines = []

    def think(self, seconds: float | None = None, nodes: int | None = None) -> list[Line]:
        """Let the engine look at the position of the game; what tablebases and books know is exact."""
        self.followed = None
        before = self.game.positions[:-1]
        self.lines = analyse(self.game.position, seconds=seconds, nodes=nodes, history=before)
        return self.lines

    def follow(self, line: int, count: int) -> None:
        """Show the position after so many moves of a line."""
        if 0 <= line < len(self.lines) and 0 <= count <= len(self.lines[line].moves):
            self.touched, self.followed = (), (line, count)

    # ------------------------------------------------------------------------------------------------ what is shown
    def shown(self) -> dict[str, Any]:
        """All that the widget shows, as plain values."""
        position, made = self.position, scene(self.position)
        offered = (
            () if self.followed is not None or self.game.outcome is not None else tuple(self._hand().nodes[0].next)
        )
        picture = Picture(made, Style(LIGHT, "spots"))
        spots = [spot for handle in offered if (spot := self._spot(handle, made, picture))]
        held = [spot for handle in self.touched if (spot := self._spot(handle, made, picture))]
        buttons = [
            {"handle": handle, "label": self._label(handle)} for handle in offered if anchor(handle).kind == "button"
        ]
        return {
            "picture": svg(position, rail=False, dark=self.dark, language=self.language),
            "spots": spots,
            "held": held,
            "buttons": buttons,
            "said": self._said(position),
            "text": str(position),
            "lines": [self._line(number) for number in range(len(self.lines))],
            "turn": self._words(Sentence("turn", {"name": called(self.game.position.player, self.game.game)})),
            "following": self.followed is not None,
            "undo": bool(self.game.moves or self.touched or self.followed is not None),
            "words": {
                "undo": self._words(Sentence("page.do.undo" if self.followed is None else "page.do.live")),
                "think": self._words(Sentence("page.do.analyse")),
                "exact": self._words(Sentence("notebook.exact")),
            },
        }

    def _hand(self) -> Gestures:
        return gestures(self.game.position, self.touched, room=1)

    def _words(self, sentence: Sentence | Sequence[Sentence]) -> str:
        return render(sentence, self.language, game=self.game.game)

    def _label(self, handle: str) -> str:
        return self._words(handle_sentence(self.game.position, handle))

    def _spot(self, handle: str, made: Scene, picture: Picture) -> dict[str, Any] | None:
        """Where a handle is in the picture, in parts of its side; None for buttons and what stands beside it."""
        where, size = anchor(handle), RADIUS
        if where.kind == "place":
            place = made.by_id[where.id]
            x, z, size = place.at[0], place.at[2], max(place.radius, RADIUS)
        elif where.kind == "slab":
            slab = next(slab for slab in made.slabs if slab.id == where.id)
            x, z, size = slab.at[0], slab.at[2], min(slab.size[0], slab.size[2]) / 2.2
        elif where.kind == "arrow":
            x, _, z = next(arrow.at for arrow in made.arrows if arrow.id == where.id)
        else:
            return None
        left, top = picture.xy(x, z)
        if not (0 <= left <= SIDE and 0 <= top <= SIDE):
            return None
        around = {"x": left / SIDE, "y": top / SIDE, "r": size * picture.scale / SIDE}
        return {"handle": handle, "label": self._label(handle), **around}

    def _said(self, position: Position) -> str:
        """What has happened, or how the game has ended."""
        if self.followed is None and (outcome := self.game.outcome) is not None:
            return self._words(outcome_sentences(position, outcome))
        if self.followed is not None and self.followed[1]:
            line, count = self.followed
            return self._words(move_sentences(self._after(line, count - 1), str(self.lines[line].moves[count - 1])))
        if position.last is None or len(self.game.positions) < 2:
            return ""
        return self._words(move_sentences(self.game.positions[-2], position.last.text))

    def _line(self, number: int) -> dict[str, Any]:
        line = self.lines[number]
        shown = self.followed[1] if self.followed is not None and self.followed[0] == number else 0
        return {
            "score": self._words(line.score.sentence),
            "exact": line.score.exact,
            "moves": [str(move) for move in line.moves],
            "shown": shown,
        }
