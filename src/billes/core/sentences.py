"""Sentences in any language: a key and its parameters, and the catalogue that holds the texts.

The texts are JSON files. Those that no game owns are in `billes/locale/LANG/*.json`, those of a game in
`locale/LANG.json` of its package. The folder that `BILLES_LOCALE` names may hold more, or other ones, as
`LANG/*.json` and `LANG/games/NAME.json`: adding a language is adding files.

A file maps keys to texts with placeholders: `{name}`, or `{name:.1}` and `{name:+.2}` for a number with that many
decimals and perhaps its sign. A placeholder may stand for another sentence, `{name:clause}` for one whose capital and
full stop are left out. A text that depends on a number is an object of forms,
`{"count": {"=0": "none", "one": "{count} marble", "other": "{count} marbles"}}`: an exact number comes first, then the
plural form. `LANG/language.json` states a language's own name, its plural rule as gettext writes it, the names of the
forms in that order, its decimal sign and what sets thousands apart.

A key followed by `.you` is for the reader who is the player called {name}, or {other} where nobody is called {name}; a
key followed by a game's name is that game's own way of saying it, see `own`.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from gettext import c2py
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias
from unicodedata import bidirectional

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

    from ..games.spec import GameSpec

Text: TypeAlias = str | Mapping[str, Mapping[str, str]]
"""A text, or its forms by the parameter that decides between them."""

Param: TypeAlias = "int | float | str | Sentence"
Params: TypeAlias = Mapping[str, Param]
"""What placeholders stand for."""

FALLBACK = "en"
"""The language of what another one lacks."""
PLACEHOLDER = re.compile(r"\{(\w+)(?::(?:(clause)|(\+?)\.(\d)))?\}")


@dataclass(frozen=True, slots=True)
class Sentence:
    """One sentence, in no language yet; `str(sentence)` is English. `players` are placeholders of players' names."""

    key: str
    params: Params = field(default_factory=dict)
    players: Mapping[str, int] = field(default_factory=dict)

    def as_dict(self) -> dict[str, Any]:
        """Give it as plain values without the defaults, ready to be sent as JSON."""
        plain: dict[str, Any] = {"key": self.key}
        if self.params:
            plain["params"] = {
                name: value.as_dict() if isinstance(value, Sentence) else value for name, value in self.params.items()
            }
        if self.players:
            plain["players"] = dict(self.players)
        return plain

    def __str__(self) -> str:
        return render(self)


@dataclass(frozen=True, slots=True)
class Language:
    """What is particular to a language: see its `language.json`."""

    name: str
    plural: str
    forms: tuple[str, ...]
    decimal: str
    thousands: str = ","


# --------------------------------------------------------------------------------------------------- the catalogue
def languages() -> Mapping[str, Language]:
    """The languages there are, by their codes, in alphabetical order; `en` is always one of them."""
    return _languages(os.environ.get("BILLES_LOCALE", ""))


def catalogue(language: str) -> Mapping[str, Text]:
    """All texts of a language, by key; English where the language or a text of it is missing.

    >>> catalogue("fr")["refused.theirs"]
    'Ce n’est pas à vous.'
    """
    further = os.environ.get("BILLES_LOCALE", "")
    from ..games.registry import SPECS  # which needs the errors, which need this module

    games = tuple(SPECS.values())  # they become more while they are found
    return _catalogue(language if language in _languages(further) else FALLBACK, further, games)


def own(key: str, game: str) -> str:
    """The key of a game's own way of saying something, where it has one; else the key itself.

    >>> own("handle.done", "bilitaire")
    'handle.done.bilitaire'
    """
    special = f"{key}.{game}"
    return special if special in catalogue(FALLBACK) else key


def _folders(further: str) -> list[Path]:
    """Where generic texts are, the first one counting most."""
    return [*([Path(further)] if further else []), Path(__file__).parents[1] / "locale"]


@cache
def _languages(further: str) -> Mapping[str, Language]:
    found = {}
    for folder in reversed(_folders(further)):
        for file in folder.glob("*/language.json"):
            about = json.loads(file.read_text(encoding="utf-8"))
            found[file.parent.name] = Language(**{**about, "forms": tuple(about["forms"])})
    return dict(sorted(found.items()))


@cache
def _catalogue(language: str, further: str, games: tuple[GameSpec, ...]) -> Mapping[str, Text]:
    found: dict[str, Text] = {}
    for file in _files(language, further, games):
        try:
            texts = dict(json.loads(file.read_text(encoding="utf-8")))
        except (OSError, TypeError, ValueError) as error:
            from logging import getLogger

            getLogger("billes").warning("the sentences of %s are left out: %s", file, error)
            continue
        found = {**texts, **found}
    return found if language == FALLBACK else {**_catalogue(FALLBACK, further, games), **found}


def _files(language: str, further: str, games: tuple[GameSpec, ...]) -> Iterator[Traversable]:
    """The files of a language. What an earlier one says, a later one cannot change."""
    from importlib.resources import files  # slow to import, like logging, and every command imports this module

    for folder in _folders(further):
        yield from (file for file in sorted((folder / language).glob("*.json")) if file.name != "language.json")
    for game in games:
        own_file = files(game.package) / "locale" / f"{language}.json"
        added = Path(further, language, "games", f"{game.name}.json")
        yield from (file for file in (added, own_file) if file.is_file())


# ------------------------------------------------------------------------------------------------------- rendering
def render(
    sentence: Sentence | Sequence[Sentence],
    language: str = FALLBACK,
    names: Mapping[int, str] | None = None,
    reader: int | None = None,
    *,
    game: str = "",
) -> str:
    """Put a sentence, or several in a row, into words.

    Players without a name are called as in their game: Light and Dark, unless it says otherwise.

    >>> render(Sentence("end.won", players={"name": 2}))
    'Dark wins.'
    >>> render(Sentence("end.won", players={"name": 2}), "fr", game="balanx")
    'Noir gagne.'
    """
    if not isinstance(sentence, Sentence):
        return " ".join(render(one, language, names, reader, game=game) for one in sentence)
    texts = catalogue(language)
    called = {
        slot: isolated((names or {}).get(player) or "") or str(texts[own(f"player.{player}", game)])
        for slot, player in sentence.players.items()
    }
    to_reader = f"{sentence.key}.you"
    about = sentence.players.get("name", sentence.players.get("other"))
    addressed = reader is not None and about == reader and to_reader in texts
    text = texts.get(to_reader if addressed else sentence.key, sentence.key)
    params = {
        slot: render(value, language, names, reader, game=game) if isinstance(value, Sentence) else value
        for slot, value in sentence.params.items()
    }
    return _filled(text, {**params, **called}, language)


def isolated(name: str) -> str:
    """A name that does not turn around what stands beside it: one written from right to left is set apart.

    >>> isolated("Claire"), isolated("\\u05d3\\u05d9\\u05e0\\u05d4").encode("unicode_escape")
    ('Claire', b'\\\\u2068\\\\u05d3\\\\u05d9\\\\u05e0\\\\u05d4\\\\u2069')
    """
    turned = any(bidirectional(letter) in ("R", "AL", "AN") for letter in name)
    return f"\u2068{name}\u2069" if turned and name[0] != "\u2068" else name


def number(value: int | float | str, language: str, decimals: int | None = None, sign: bool = False) -> str:
    """A number as a language writes it: 0.5 is `0,5` in French. Texts stay as they are."""
    if isinstance(value, str):
        return value
    plus = "+" if sign else ""
    written = f"{value:{plus}}" if decimals is None else f"{value:{plus}.{decimals}f}"
    about = languages()
    return written.replace(".", about[language if language in about else FALLBACK].decimal)


def grouped(value: int, language: str) -> str:
    """A whole number with its thousands set apart: 1,234 is `1 234` in French, with a narrow blank that does not break.

    >>> grouped(1234, "en")
    '1,234'
    """
    about = languages()
    return f"{value:,}".replace(",", about[language if language in about else FALLBACK].thousands)


def _filled(text: Text, params: Mapping[str, int | float | str], language: str) -> str:
    if not isinstance(text, str):
        ((slot, forms),) = text.items()
        value = params[slot]
        text = forms.get(f"={value}") or forms.get(plural_form(value, language)) or forms["other"]

    def written(found: re.Match[str]) -> str:
        name, clause, sign, decimals = found.groups()
        said = number(params[name], language, None if decimals is None else int(decimals), bool(sign))
        return said[:1].lower() + said[1:].rstrip(".") if clause else said

    return PLACEHOLDER.sub(written, text)


def plural_form(value: int | float | str, language: str) -> str:
    """The plural form of a number; what is not a whole number takes the last one."""
    about = languages()
    rule = about[language if language in about else FALLBACK]
    return rule.forms[_plural(rule.plural)(value)] if isinstance(value, int) else rule.forms[-1]


@cache
def _plural(rule: str) -> Callable[[int], int]:
    found: Callable[[int], int] = c2py(rule)
    return found
