"""A game that has no sentences of its own: what fits every game can be said about it, in every language."""

from __future__ import annotations

import pytest

from billes.core.position import Outcome, start
from billes.games.registry import GAMES, spec_of
from billes.scenes import defaults, sentences
from billes.scenes.build import scene
from billes.scenes.gestures import gestures
from billes.scenes.sentences import languages, render

from .samples import game as played


@pytest.mark.parametrize("name", list(GAMES))
def test_every_position_can_be_spoken_of(name: str) -> None:
    for position in [*played(name, GAMES[name][0])][::8]:
        said = [sentence for move in position.moves[:10] for sentence in defaults.move(position, move.text)]
        handles = [handle for node in gestures(position).nodes for handle in node.next]
        handles += [place.id for place in scene(position).places if place.kind != "seat"]
        said += [defaults.handle(position, handle, position.player) for handle in handles]
        said += [defaults.refusal(position, handle, touched) for handle in handles for touched in ((), ("a1",))]
        said += [defaults.ending(position, Outcome(1, False, "resignation"))]
        assert defaults.warning(position) is None
        for sentence in said:
            for language in languages():
                assert render(sentence, language) != sentence.key


def test_a_marble_is_named_by_its_owner_and_refused_by_it() -> None:
    position = start("balanx")
    assert render(defaults.handle(position, "a8", 1)) == "your marble on a8"
    assert render(defaults.handle(position, "a8", 2), "fr") == "bille blanche en a8"
    assert render(defaults.handle(position, "c4", 1)) == "place c4, empty"
    assert defaults.refusal(position, "g1", ()).key == "refused.theirs"
    assert defaults.refusal(position, "a8", ()).key == "refused.stuck"
    assert defaults.refusal(position, "c4", ()).key == "refused.empty"
    assert defaults.refusal(position, "c4", ("a6",)).key == "refused"


def test_they_are_said_of_a_game_without_sentences(monkeypatch: pytest.MonkeyPatch) -> None:
    """As if the part were missing: nothing falls through to another game, and nothing fails."""
    spec = spec_of("quits")
    sentences._of.cache_clear()
    monkeypatch.setattr(type(spec), "has", lambda self, part: part != "sentences")
    try:
        assert render(sentences.move_sentences(start("quits"), "b2c3")) == "Light plays b2c3."
    finally:
        sentences._of.cache_clear()
