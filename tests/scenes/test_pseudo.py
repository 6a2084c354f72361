"""A language that is only files: scenes and sentences come out in it, with no English left."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from billes.core.position import start
from billes.games.registry import GAMES
from billes.scenes import svg, text
from billes.scenes.gestures import gestures
from billes.scenes.sentences import (
    Sentence,
    catalogue,
    handle_sentence,
    languages,
    move_sentences,
    outcome_sentences,
    refusal,
    render,
)

from .. import pseudo
from .samples import game as played


@pytest.fixture(autouse=True)
def locale(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pseudo.write(tmp_path)
    monkeypatch.setenv("BILLES_LOCALE", str(tmp_path))


def test_it_is_one_of_the_languages() -> None:
    assert languages()["xx"].name == "Þšéûđö"
    assert catalogue("xx").keys() == catalogue("en").keys()
    few = Sentence("handle.tray", {"slot": "B1", "count": 3})
    assert render(few, "xx") == "ţŕäý B1, 3 ɱäŕƀļéš ƒéŵ"
    assert render(Sentence("score.marbles", {"marbles": 0.5}), "xx") == "+0·50 ŵŵŵ"


@pytest.mark.parametrize("name", list(GAMES))
def test_boards_are_captioned_in_it(name: str) -> None:
    for position in [*played(name, GAMES[name][0])][::10]:
        board = text(position, colour=False, language="xx")
        picture = svg(position, language="xx")
        words = re.findall(r"<(?:text|title)[^>]*>([^<]*)<", picture)
        assert len(words) > 5
        for shown in [*board.split("\n"), *words]:
            shown = shown.replace(str(position.last), "") if position.last else shown
            assert not pseudo.english(shown), shown


@pytest.mark.parametrize("name", list(GAMES))
def test_positions_are_spoken_of_in_it(name: str) -> None:
    for position in [*played(name, GAMES[name][-1])][::6]:
        tree = gestures(position)
        said = [Sentence(f"ask.{node.ask}{more}", node.params) for node in tree.nodes for more in ("", ".more")]
        handles = {handle for node in tree.nodes for handle in node.next}
        said += [handle_sentence(position, handle) for handle in handles]
        said += [refusal(position, handle) for handle in handles]
        said += [sentence for move in position.moves[:20] for sentence in move_sentences(position, move.text)]
        if position.outcome:
            said += outcome_sentences(position, position.outcome)
        for sentence in said:
            codes = [str(value) for value in sentence.params.values()]
            shown = render(sentence, "xx", game=name)
            for code in codes:
                shown = shown.replace(code, "")
            assert shown.endswith(("ŵŵŵ", "ƒéŵ"))
            assert not pseudo.english(shown), sentence


def test_every_text_has_been_made() -> None:
    start("pylos")
    for key, made in catalogue("xx").items():
        assert made != catalogue("en")[key], key
