"""Both languages say the same things, and there is a sentence for all that can be asked, touched and done."""

from __future__ import annotations

import random
import re
from pathlib import Path
from string import Formatter

import pytest

from billes.boards import gestures as gestures_module
from billes.boards.gestures import gestures
from billes.boards.scene import MATTERS
from billes.boards.words import (
    LANGUAGES,
    handle_label,
    handle_said,
    move_said,
    move_sentence,
    outcome_said,
    outcome_sentence,
    say,
    speak,
)
from billes.rules.position import REASONS, Outcome, Position, read, start
from billes.rules.registry import GAMES

VARIANTS = [(game, variant) for game, variants in GAMES.items() for variant in variants]


def placeholders(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name}


def random_game(game: str, variant: str) -> list[Position]:
    chance = random.Random(f"{game} {variant}")
    positions = [start(game, variant)]
    while positions[-1].moves and len(positions) < 150:
        positions.append(positions[-1].play(chance.choice(positions[-1].moves)))
    return positions


def test_both_languages_have_the_same_keys_and_placeholders() -> None:
    english, french = speak("en"), speak("fr")
    assert list(english) == list(french)
    for key, text in english.items():
        assert placeholders(text) == placeholders(french[key]), key


def test_french_marks_stand_off_by_a_blank_that_does_not_break() -> None:
    for key, text in speak("fr").items():
        assert not re.search(r"[^\N{NO-BREAK SPACE}][:;!?]", text), key


def test_sentences_are_sentences() -> None:
    for language in LANGUAGES:
        for key, text in speak(language).items():
            whole = key.startswith(("why.", "end.", "move.", "omen")) or (key[:4] == "ask." and key[-5:] == ".more")
            assert text == text.strip()
            assert text.endswith((".", "?")) or not whole, key


def test_every_game_variant_player_and_reason_has_words() -> None:
    words = speak("fr")
    for game, variant in VARIANTS:
        assert {f"game.{game}", f"game.{game}.more"} <= words.keys()
        assert {f"variant.{game}.{variant}", f"variant.{game}.{variant}.more"} <= words.keys()
    assert {f"matter.{matter}" for matter in MATTERS.values()} <= words.keys()
    assert {f"why.{reason}" for reason in REASONS} <= words.keys()


@pytest.mark.parametrize(("game", "variant"), VARIANTS)
def test_all_that_is_asked_touched_and_played_can_be_said(game: str, variant: str) -> None:
    for position in random_game(game, variant)[::2]:
        tree = gestures(position)
        for node in tree.nodes:
            for key in (f"ask.{node.ask}", f"ask.{node.ask}.more"):
                for language in LANGUAGES:
                    assert "{" not in speak(language)[key].format(**node.params)
                assert placeholders(speak("en")[key]) <= node.params.keys()
        for handle in {handle for node in tree.nodes for handle in node.next}:
            for reader in range(1, position.players + 1):
                said = handle_said(position, handle, reader)
                assert placeholders(speak("en")[said.key]) == said.params.keys()
        for move in position.moves[:80]:
            for said in move_said(position, move.text):
                assert placeholders(speak("fr")[said.key]) == said.params.keys() | said.players.keys()
            assert move_sentence(position, move.text, "fr").endswith(".")


def test_every_ask_that_a_hand_names_has_words() -> None:
    folder = Path(gestures_module.__file__).parent
    named = set()
    for file in folder.glob("_hand_*.py"):
        named |= set(re.findall(r'"((?:pylos|quits|balanx|bilitaire)\.[a-z.]+[a-z])"', file.read_text()))
    assert len(named) > 20
    assert {f"ask.{key}" for key in named} <= speak("en").keys()
    assert {f"ask.{key}.more" for key in named} <= speak("en").keys()


def test_moves_in_words() -> None:
    papa = {1: "Papa", 2: "Claire"}
    assert move_sentence(start("quits"), "b2c3", "en", papa) == "Papa plays b2 to c3."
    assert move_sentence(start("quits"), "2>", "fr", papa) == "Papa glisse la rangée 2 vers e."
    out = read("quits", "standard", "...../.11../...../...1./2222. 1 -")
    assert move_sentence(out, "d4e5", "en", papa) == "Papa plays d4 to e5. A marble is out: Papa."
    square = read("pylos", "standard", "11..1...22.2..../........./..../. 1")
    assert move_sentence(square, "1b2-1a1-1b2", "en") == "Ivory places a ball on 1b2. Taken back: 1a1 and 1b2."
    assert move_sentence(start("balanx"), "a6a4", "en") == "Ivory jumps from a6 to a4."
    trays = start("bilitaire", "round").play("xd4")
    assert move_sentence(trays, "B1C1>1", "en", papa) == "Claire slides trays B1 and C1 up to D1."


def test_handles_in_words() -> None:
    quits = start("quits")
    assert handle_label(quits, "c3", "en") == "place c3, empty"
    assert handle_label(quits, "b2", "en") == "your marble on b2"
    assert handle_label(quits, "b2", "en", reader=2) == "ivory marble on b2"
    assert handle_label(quits, "cv", "fr") == "place cv, vide"  # any other name is taken for a place
    assert handle_label(quits, "arrow:cv", "fr") == "glisser la colonne c vers 1"
    assert handle_label(start("pylos"), "reserve:1", "en") == "your reserve, 15 left"
    assert handle_label(start("pylos"), "2a1", "en") == "place 2a1, not supported yet"
    trays = start("bilitaire").play("xc1")
    assert handle_label(trays, "tray:B1", "en") == "tray B1, 3 marbles"
    assert handle_label(trays, "announce:3", "en") == "announce three jumps"
    assert handle_label(trays, "announce:7", "fr") == "annoncer 7 sauts"
    assert handle_label(trays, "c1", "en") == "hole c1, empty"


@pytest.mark.parametrize("reason", REASONS)
@pytest.mark.parametrize("variant", ["standard", "four"])
def test_every_end_can_be_said(reason: str, variant: str) -> None:
    position = start("quits", variant)
    if reason in ("reserve", "blocked") and variant == "four":
        return  # these end games of two only
    scores = (9, 12) if reason == "score" else ()
    for outcome in (Outcome(1, False, reason, scores), Outcome(None, True, reason, scores)):
        if outcome.draw and reason in ("reserve", "blocked"):
            continue
        for said in outcome_said(position, outcome):
            assert placeholders(speak("en")[said.key]) == said.params.keys() | said.players.keys()
        assert outcome_sentence(position, outcome, "fr")


def test_ends_in_words() -> None:
    pylos, names = start("pylos"), {1: "Claire", 2: "Papa"}
    top = Outcome(1, False, "top")
    assert outcome_sentence(pylos, top, "en", names) == "Claire wins. The last ball is on the top."
    assert outcome_sentence(pylos, top, "fr", names, reader=1) == "Vous gagnez. La dernière bille est au sommet."
    assert outcome_sentence(pylos, Outcome(2, False, "time"), "en", names) == "Papa wins. Claire ran out of time."
    match = start("bilitaire")
    assert (
        outcome_sentence(match, Outcome(2, False, "score", (12, 9)), "fr", names)
        == "Papa gagne. Billes restantes\N{NO-BREAK SPACE}: 9 contre 12."
    )
    assert outcome_sentence(match, Outcome(None, True, "score", (9, 9)), "en") == (
        "A draw. Marbles left in both rounds: 9."
    )
    alone = start("bilitaire", "round")
    assert outcome_sentence(alone, Outcome(None, False, "score", (14,)), "en") == "The round is over. Marbles left: 14."


def test_several_are_said_one_after_another() -> None:
    assert say(move_said(start("quits"), "pass"), "fr", {1: "Lou"}) == "Lou passe."
