"""The rules for players: a page in Markdown per game and language, of our documentation or of the game's package."""

from __future__ import annotations

from pathlib import Path

from ..core.errors import MissingPart
from ..core.sentences import FALLBACK
from .registry import spec_of

_PACKAGE = Path(__file__).parents[1]
FOLDERS = (_PACKAGE / "server" / "rulebook", _PACKAGE.parents[1] / "docs")
"""Where our pages are: in an installed package, or in a checkout."""


def rules_text(game: str, language: str) -> tuple[str, str]:
    """The language of the page, English where there is none in the one asked for, and its text.

    MissingPart where the game has no page, UnknownGame where there is no such game.
    """
    spec = spec_of(game)
    for code in (language, FALLBACK):
        ours = next((page for folder in FOLDERS if (page := folder / code / f"{spec.name}.md").is_file()), None)
        text = ours.read_text("utf-8") if ours else spec.rules_page(code)
        if text is not None:
            return code, text
    raise MissingPart.of("missing.rules", game=spec.name, file=f"rulebook/{FALLBACK}.md")
