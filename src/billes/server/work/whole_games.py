"""Whole games in one answer, with the lines beside them; and such games written as records."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec import Raw

from ...core.errors import BadPosition, IllegalMove, UnknownGame
from ...core.game import ENDINGS, OWN_TAGS, Game, Variation
from ...core.position import Position
from ...core.sentences import Sentence
from ..errors import Refused
from ..messages.positions import Step, WholeGame
from ..messages.requests import LineMove, WriteRecord
from ..messages.responses import entry, result
from . import drawing

DEEPEST = 50
"""How deep lines may lie within each other; the same as in a record that is read."""


# --------------------------------------------------------------------------------------------------------- sending
def whole_game(
    game: Game, players: Sequence[str] = (), count: int = 1, after: int = 0, most: int | None = None
) -> WholeGame:
    """A game with all its positions, or of a long one at most so many, those after so many moves.

    `players` are names; where none are given, those of the record.
    """
    number = game.position.players
    steps = _Steps(game, after, len(game.moves) if most is None else after + most)
    return WholeGame(
        game=game.game,
        variant=game.variant,
        start=str(game.positions[0]),
        players=[*players] or [game.tags.get(f"Player{player}", "") for player in range(1, number + 1)],
        tags=dict(game.tags),
        plies=len(game.moves),
        steps=steps.found,
        result=result(game.position, game.outcome),
        count=count,
    )


class _Steps:
    """The steps of a game: those that were played, then those of lines beside it."""

    def __init__(self, game: Game, after: int, until: int) -> None:
        positions = game.positions
        first = positions[after] if after < len(positions) else positions[-1]
        self.found = [_step(first, drawing.joined(drawing.parts(first)))]
        self.found[0].comment = game.comments.get(after, "")
        self._plies = [after]
        self._numbers: dict[tuple[int, str], int] = {}
        passed = [(0, first)]
        for ply, position in enumerate(positions[after + 1 : until + 1], after + 1):
            comment, clock = game.comments.get(ply, ""), game.clocks.get(ply)
            passed.append((self._add(*passed[-1], position, comment, clock), position))
        self._add_lines(game.variations, passed)
        if after:  # the step before the first of these was sent before
            del self.found[0]
            for step in self.found:
                step.follows += after

    def _add_lines(self, variations: Mapping[int, Sequence[Variation]], passed: Sequence[tuple[int, Position]]) -> None:
        """Add variations on a line, whose steps and positions are given."""
        for number, lines in variations.items():
            for one in lines:
                trail = [passed[number - 1]]
                for count, move in enumerate(one.moves, 1):
                    said = [one.comments[at] for at in ((0, 1) if count == 1 else (count,)) if at in one.comments]
                    after = trail[-1][1].play(move)
                    trail.append((self._add(*trail[-1], after, " ".join(said)), after))
                self._add_lines(one.variations, trail)

    def _add(self, follows: int, before: Position, after: Position, comment: str, clock: float | None = None) -> int:
        """Add a step, unless the same move already follows there; gives its number."""
        assert after.last is not None
        number = self._numbers.setdefault((follows, after.last.text), len(self.found))
        if number == len(self.found):
            ply = self._plies[follows] + 1
            step = _step(after, drawing.changed(before, after), follows)
            step.entry = entry(before, after.last.text, ply, clock)
            step.motions = drawing.moved(before, after)
            self.found.append(step)
            self._plies.append(ply)
        if comment and not self.found[number].comment:
            self.found[number].comment = comment
        return number


def _step(position: Position, scene: Raw, follows: int = -1) -> Step:
    end = position.outcome
    return Step(
        text=str(position),
        player=0 if end else position.player,
        scene=scene,
        follows=follows,
        result=result(position, end),
    )


# --------------------------------------------------------------------------------------------------------- writing
def record_of(asked: WriteRecord) -> str:
    """The record of a game with lines beside it; a refusal says which move is illegal."""
    try:
        return _game(asked).record()
    except (IllegalMove, BadPosition) as error:
        raise Refused("illegal", error.sentence) from error
    except UnknownGame as error:
        raise Refused("unknown-game", error.sentence) from error
    except ValueError as error:  # a tag or a winner that cannot be
        raise Refused("bad-record", "error.unwritable", detail=str(error)) from error


def _game(asked: WriteRecord) -> Game:
    following: list[list[int]] = [[] for _ in range(len(asked.moves) + 1)]
    for number, one in enumerate(asked.moves, 1):
        if one.follows >= number:
            raise Refused("bad-record", "error.unwritable", detail=Sentence("record.follows", {"number": number}))
        following[one.follows].append(number)
    tags = {name: value for name, value in asked.tags.items() if name not in OWN_TAGS}
    game = Game(asked.game, asked.variant or None, start=asked.start or None, tags=tags)
    if asked.comment:
        game.comments[0] = asked.comment
    lines = _Lines(asked.moves, following)
    at = 0
    while following[at] and game.outcome is None and len(game.moves) < (asked.plies or len(asked.moves)):
        first, *others = following[at]
        beside = [lines.variation(other, game.position) for other in others]
        game.play(asked.moves[first - 1].move)
        ply, at = len(game.moves), first
        if beside:
            game.variations[ply] = beside
        if comment := asked.moves[first - 1].comment:
            game.comments[ply] = comment
        if (clock := asked.moves[first - 1].clock) is not None:
            game.clocks[ply] = clock
    if following[at] and game.moves:  # it went on beside the game after its last move
        before = game.positions[-2]
        beside = [lines.variation(other, before, game.moves[-1].text) for other in following[at]]
        game.variations.setdefault(len(game.moves), []).extend(beside)
    if asked.reason in ENDINGS and game.outcome is None:
        game.end(asked.reason, asked.winner or None)
    return game


class _Lines:
    """Makes variations of moves that follow each other."""

    def __init__(self, moves: Sequence[LineMove], following: Sequence[Sequence[int]]) -> None:
        self.moves = moves
        self.following = following

    def variation(self, number: int, position: Position, before: str = "", depth: int = 1) -> Variation:
        """The line that begins with a move, or with the one `before` it, and those beside it in turn."""
        if depth > DEEPEST:
            raise Refused("bad-record", "error.unwritable", detail=Sentence("record.variation.deep", {"most": DEEPEST}))
        played, comments, beside = [], {}, {}
        if before:
            position = position.play(before)
            played.append(position.last)
        waiting = [number]
        while waiting:
            first, *others = waiting
            found = [self.variation(other, position, depth=depth + 1) for other in others]
            position = position.play(self.moves[first - 1].move)
            played.append(position.last)
            if found:
                beside[len(played)] = found
            if comment := self.moves[first - 1].comment:
                comments[len(played)] = comment
            waiting = list(self.following[first])
        return Variation(tuple(move for move in played if move is not None), comments, beside)
