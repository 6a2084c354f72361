"""Game records: a text like PGN, strict in writing and tolerant in reading.

[Game "quits"]
[Variant "standard"]
[Player1 "Claire"]
[Result "*"]

1. b2c3 {[%clk 0:04:58] a quiet step} d5c4 (1... e4d3 2. 2>) 2. 1> *
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from ..games.registry import known
from .errors import BadPosition, BadRecord, IllegalMove, UnknownGame, quoted
from .game import ENDINGS, OWN_TAGS, Game, Variation, result_text
from .position import Move, Outcome, Position, start
from .sentences import Param, Sentence

_TOKEN = re.compile(
    r"""(?P<tag>\[\s*(?P<name>[A-Za-z][A-Za-z0-9_]*)\s*"(?P<value>(?:[^"\\]|\\.)*)"\s*\])
      | (?P<comment>\{(?P<inner>(?:[^}\\]|\\.)*)\})
      | (?P<rest>;[^\n]*)
      | (?P<bracket>[()])
      | (?P<word>[^\s{};()]+)""",
    re.VERBOSE | re.DOTALL,
)
_NUMBER = re.compile(r"\d+(?:\.+|…)")
_CLOCK = re.compile(r"\[%clk\s+(\d+):(\d{1,2}):(\d{1,2}(?:\.\d+)?)\]\s?")
_RESULT = re.compile(r"\*|(?:[01]|1/[24])(?:-(?:[01]|1/[24]))+")
_DEEPEST = 50
"""How deep variations may lie within each other."""


# -------------------------------------------------------------------------------------------------------- writing
def write(game: Game) -> str:
    """The record of a game."""
    players, outcome = game.position.players, game.outcome
    tags = {"Game": game.game, "Variant": game.variant}
    tags |= {name: value for name, value in game.tags.items() if name not in OWN_TAGS}
    if game.positions[0] != start(game.game, game.variant):
        tags["Start"] = str(game.positions[0])
    tags["Result"] = result_text(outcome, players)
    if outcome is not None:
        tags["End"] = outcome.reason
    for name in tags:
        if not re.fullmatch(r"[A-Za-z][A-Za-z0-9_]*", name):
            raise ValueError(f"a tag is a letter followed by letters, digits and _, not {quoted(name)}")
    head = "".join(f'[{name} "{_escaped(value, chr(34))}"]\n' for name, value in tags.items())
    words = _words(game.moves, game.comments, game.clocks, game.variations, 0, players)
    return f"{head}\n{_wrapped([*words, tags['Result']])}\n"


def _words(
    moves: Sequence[Move],
    comments: Mapping[int, str],
    clocks: Mapping[int, float],
    variations: Mapping[int, Sequence[Variation]],
    before: int,
    players: int,
) -> Iterator[str]:
    """A line of play that begins after so many moves, and the variations on it."""
    if 0 in comments:
        yield _comment(comments[0], None)
    for number, move in enumerate(moves, 1):
        turn, seat = divmod(before + number - 1, players)
        yield f"{turn + 1}. {move}" if seat == 0 else f"{turn + 1}... {move}" if before and number == 1 else str(move)
        if number in comments or number in clocks:
            yield _comment(comments.get(number, ""), clocks.get(number))
        for variation in variations.get(number, ()):
            before_it = before + number - 1
            first, *rest = _words(variation.moves, variation.comments, {}, variation.variations, before_it, players)
            *rest, last = [f"({first}", *rest]
            yield from [*rest, f"{last})"]


def _comment(text: str, clock: float | None) -> str:
    time = "" if clock is None else f"[%clk {_clock(clock)}]"
    text = _escaped(text, "}")
    if text.startswith("[%clk"):
        text = "\\" + text  # words about a clock, not a clock
    parts = [part for part in (time, text) if part]
    return "{" + " ".join(parts) + "}"


def _clock(seconds: float) -> str:
    thousandths = round(seconds * 1000)
    minutes, rest = divmod(thousandths, 60_000)
    whole = f"{minutes // 60}:{minutes % 60:02d}:{rest // 1000:02d}"
    return whole if rest % 1000 == 0 else f"{whole}.{rest % 1000:03d}".rstrip("0")


def _escaped(text: str, end: str) -> str:
    return text.replace("\\", "\\\\").replace(end, "\\" + end).replace("\r", "\\r").replace("\n", "\\n")


def _wrapped(words: list[str], width: int = 100) -> str:
    """Words in lines; a comment is one word, whatever blanks are in it."""
    lines, line = [], ""
    for word in words:
        if line and len(line) + 1 + len(word) > width:
            lines.append(line)
            line = word
        else:
            line = f"{line} {word}" if line else word
    return "\n".join([*lines, line])


# -------------------------------------------------------------------------------------------------------- reading
@dataclass
class _Line:
    """A line of play as it stands in the text: a game's own, or a variation."""

    line: int
    moves: list[tuple[str, int]] = field(default_factory=list)
    comments: dict[int, str] = field(default_factory=dict)
    clocks: dict[int, float] = field(default_factory=dict)
    variations: dict[int, list[_Line]] = field(default_factory=dict)


@dataclass
class _Found:
    """One record as it stands in the text. `lines` are those open now: the game's own, and variations within it."""

    lines: list[_Line]
    tags: dict[str, str] = field(default_factory=dict)
    result: str = ""

    @property
    def main(self) -> _Line:
        return self.lines[0]


def load(text: str) -> Game:
    """The game of a record; BadRecord says what is wrong and in which line."""
    games = load_all(text)
    if len(games) != 1:
        raise BadRecord.of("record.games", count=len(games))
    return games[0]


def load_all(text: str) -> list[Game]:
    """All games of a text that holds any number of records."""
    return [_game(found) for found in _split(text)]


def load_one(text: str, number: int = 1) -> tuple[Game, int]:
    """One game of a text that holds any number of records, and how many those are; the others are not played."""
    records = _split(text)
    if not 1 <= number <= len(records):
        raise BadRecord.of("record.number", number=number, count=len(records))
    return _game(records[number - 1]), len(records)


def _bad(line: int, key: str, **params: Param) -> BadRecord:
    return BadRecord.of("record.line", line=line, why=Sentence(key, params))


def _split(text: str) -> list[_Found]:
    found: list[_Found] = []
    text = text.removeprefix("\ufeff")
    at = 0
    while at < len(text):
        if text[at].isspace():
            at += 1
            continue
        token = _TOKEN.match(text, at)
        line = text.count("\n", 0, at) + 1
        if token is None:
            if text[at] == "{":
                raise _bad(line, "record.comment")
            raise _bad(line, "record.unreadable", text=quoted(text[at : at + 20]))
        if not found or (token["tag"] and (found[-1].main.moves or found[-1].result)):
            found.append(_Found([_Line(line)]))
        _note(found[-1], token, line)
        at = token.end()
    return found


def _note(found: _Found, token: re.Match[str], line: int) -> None:
    """Put one token where it belongs."""
    if token["tag"]:
        name = next((own for own in OWN_TAGS if own.lower() == token["name"].lower()), token["name"])
        found.tags[name] = _plain(token["value"])
    elif token["comment"]:
        _remark(found.lines[-1], token["inner"])
    elif token["bracket"]:
        _bracket(found, token["bracket"], line)
    elif token["word"]:
        _word(found, token["word"], line)


def _remark(within: _Line, text: str) -> None:
    """Put a comment to the move before it, and the clock that may stand at its head."""
    ply = len(within.moves)
    clock = _CLOCK.match(text)
    if clock:
        within.clocks[ply] = round(3600 * int(clock[1]) + 60 * int(clock[2]) + float(clock[3]), 3)
        text = text[clock.end() :]
    if text:
        before = within.comments.get(ply)
        within.comments[ply] = _plain(text) if before is None else f"{before} {_plain(text)}"


def _bracket(found: _Found, bracket: str, line: int) -> None:
    """Begin or end a variation."""
    within = found.lines[-1]
    if bracket == ")":
        if len(found.lines) == 1:
            raise _bad(line, "record.variation.end")
        if not within.moves:
            raise _bad(line, "record.variation.empty")
        found.lines.pop()
    elif not within.moves:
        raise _bad(line, "record.variation.early")
    elif len(found.lines) > _DEEPEST:
        raise _bad(line, "record.variation.deep", most=_DEEPEST)
    else:
        found.lines.append(_Line(line))
        within.variations.setdefault(len(within.moves), []).append(found.lines[-1])


def _word(found: _Found, word: str, line: int) -> None:
    number = _NUMBER.match(word)
    if number:
        word = word[number.end() :]
    word = re.sub(r"[!?]{1,2}$", "", word)  # what judges a move, with or without a space before it
    if not word or re.fullmatch(r"\.+|\$\d+", word):
        return  # a lone number, or a code that judges a move
    varying = len(found.lines) > 1
    if _RESULT.fullmatch(word) or (word.isascii() and word.isdigit()):
        if not varying:
            found.result = found.result or word
    elif found.result and not varying:
        raise _bad(line, "record.after", text=quoted(word), result=found.result)
    else:
        found.lines[-1].moves.append((word, line))


def _plain(text: str) -> str:
    return re.sub(r"\\(.)", lambda m: {"n": "\n", "r": "\r"}.get(m[1], m[1]), text, flags=re.DOTALL)


def _game(found: _Found) -> Game:
    """Play the moves of a record."""
    tags, main = found.tags, found.main
    if "Game" not in tags:
        raise _bad(main.line, "record.game")
    if len(found.lines) > 1:
        raise _bad(found.lines[-1].line, "record.variation")
    try:
        name, variant = known(tags["Game"].lower(), tags.get("Variant") and tags["Variant"].lower())
        game = Game(name, variant, start=tags.get("Start"))
    except (UnknownGame, BadPosition) as error:
        raise BadRecord.of("record.line", line=main.line, why=error.sentence) from error
    game.tags = {tag: value for tag, value in tags.items() if tag not in OWN_TAGS}
    for number, (text, line) in enumerate(main.moves, 1):
        try:
            game.play(text)
        except IllegalMove as error:
            raise _illegal(line, number, text, error) from error
    game.comments, game.clocks = main.comments, main.clocks
    game.variations = _variations(main, game.positions, 0)
    _finish(game, found)
    return game


def _illegal(line: int, number: int, text: str, error: IllegalMove) -> BadRecord:
    return _bad(line, "record.move", number=number, text=quoted(text), why=error.sentence)


def _variations(within: _Line, positions: Sequence[Position], before: int) -> dict[int, list[Variation]]:
    """Play the variations of a line, whose positions are given, and which begins after so many moves."""
    found: dict[int, list[Variation]] = {}
    for number, lines in within.variations.items():
        for one in lines:
            passed = [positions[number - 1]]
            for count, (text, line) in enumerate(one.moves, before + number):
                try:
                    passed.append(passed[-1].play(text))
                except IllegalMove as error:
                    raise _illegal(line, count, text, error) from error
            deeper = _variations(one, passed, before + number - 1)
            moves = tuple(position.last for position in passed[1:] if position.last is not None)
            found.setdefault(number, []).append(Variation(moves, one.comments, deeper))
    return found


def _finish(game: Game, found: _Found) -> None:
    """Let the game end as the record says, where the board does not say so itself."""
    result = found.tags.get("Result") or found.result or "*"
    players, by_rule = game.position.players, game.outcome
    if by_rule is not None:
        if result not in ("*", result_text(by_rule, players)):
            right = result_text(by_rule, players)
            raise _bad(found.main.line, "record.result", text=quoted(result), right=right)
        return
    reason = found.tags.get("End", "adjudication")
    reason = reason if reason in ENDINGS else "adjudication"
    for winner in (None, *range(1, players + 1)):
        if result == result_text(Outcome(winner, draw=winner is None, reason=reason), players):
            game.end(reason, winner)
            return
    if result != "*":
        raise _bad(found.main.line, "record.running", text=quoted(result), players=players)
