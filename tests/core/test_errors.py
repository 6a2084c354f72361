"""Errors carry a sentence: English by themselves, any language when it is asked for."""

from __future__ import annotations

import pickle

import pytest

import billes
from billes.core import errors
from billes.core.errors import BillesError, IllegalMove, quoted
from billes.core.sentences import Sentence, render
from billes.core.wording import listed, no_place

from .helpers import message

KINDS = [kind for kind in vars(errors).values() if isinstance(kind, type) and issubclass(kind, BillesError)]


def raised(game: str, text: str) -> BillesError:
    with pytest.raises(IllegalMove) as caught:
        billes.start(game).play(text)
    return caught.value


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_is_a_value_error_with_a_sentence(kind: type[BillesError]) -> None:
    error = kind.of("illegal.none", place="e5")
    assert isinstance(error, ValueError)
    assert str(error) == "there is no marble on e5"
    assert render(error.sentence, "fr") == "il n’y a pas de bille en e5"


def test_a_plain_text_is_the_same_in_every_language() -> None:
    error = IllegalMove("{no} such move")
    assert str(error) == render(error.sentence) == render(error.sentence, "fr") == "{no} such move"


def test_errors_can_be_sent_to_another_process() -> None:
    for error in (raised("quits", "b2b9"), IllegalMove("plain")):
        again = pickle.loads(pickle.dumps(error))
        assert type(again) is type(error)
        assert (str(again), again.sentence) == (str(error), error.sentence)


def test_quoted_texts_have_the_marks_of_the_language() -> None:
    assert render(quoted("abc"), "fr") == "«\N{NO-BREAK SPACE}abc\N{NO-BREAK SPACE}»"
    assert str(quoted("it's")) == '"it\'s"'
    assert render(quoted("it's"), "fr") == "«\N{NO-BREAK SPACE}it's\N{NO-BREAK SPACE}»"
    assert str(quoted("\n")) == r"'\n'"
    assert str(raised("quits", "{form}")).startswith("'{form}' is no move: a move is")


@pytest.mark.parametrize(
    ("names", "english", "french"),
    [([], "", ""), (["a1"], "a1", "a1"), (["a1", "a2", "a3", "a4"], "a1, a2, a3 and a4", "a1, a2, a3 et a4")],
)
def test_lists(names: list[str], english: str, french: str) -> None:
    said = Sentence("plain", {"text": listed(names)})
    assert render(said) == english
    assert render(said, "fr") == french


def test_places_that_are_none() -> None:
    slot = Sentence("place.slot")
    said = {part: render(no_place(part, "ABCD", 4, slot), "fr") for part in ("b1", "E1", "A5", "A")}
    assert said["b1"].endswith("les colonnes sont des majuscules, écrivez donc B1")
    assert "n’est pas un emplacement" in said["E1"]
    assert "il n’y a pas de colonne" in said["E1"]
    assert "il n’y a pas de rangée" in said["A5"]
    assert said["A"].endswith("comme A1")


def test_games_that_do_not_exist() -> None:
    with pytest.raises(billes.UnknownGame) as caught:
        billes.start("quit")
    assert message(caught.value).endswith("Did you mean quits?")
    assert render(caught.value.sentence, "fr").endswith("Vouliez-vous dire quits\N{NO-BREAK SPACE}?")
    with pytest.raises(billes.UnknownGame) as caught:
        billes.start("quits", "chess")
    assert "quits has no variant 'chess'" in message(caught.value)


def test_a_game_that_is_over() -> None:
    game = billes.Game("quits").resign()
    with pytest.raises(IllegalMove) as caught:
        game.play("b2c3")
    wanted = "the game is over (player 2 wins: the other side resigned), no move can be played"
    assert message(caught.value) == wanted
    assert "le joueur 2 gagne\N{NO-BREAK SPACE}: l’autre camp a abandonné" in render(caught.value.sentence, "fr")
    with pytest.raises(IllegalMove) as caught:
        game.resign()
    assert "over already" in message(caught.value)
    with pytest.raises(IllegalMove) as caught:
        billes.Game("quits").undo()
    assert "none can be taken back" in message(caught.value)
