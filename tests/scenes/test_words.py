"""Both languages say the same things, and there is a sentence for all that can be asked, touched and done."""

from __future__ import annotations

import random
import re
from pathlib import Path
from string import Formatter

import pytest

from billes.core.position import REASONS, Outcome, Position, read, start
from billes.games.registry import GAMES
from billes.scenes import gestures as gestures_module
from billes.scenes.build import scene
from billes.scenes.gestures import gestures
from billes.scenes.scene import MATTERS
from billes.scenes.words import (
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
    folder = Path(gestures_module.__file__).parents[1] / "games"
    named = set()
    for file in folder.glob("*/handling.py"):
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


def asked(position: Position, *touches: str, language: str = "en") -> tuple[str, str]:
    """What is asked after some touches, in two lines."""
    node = gestures(position, room=100_000).walk(touches)
    assert not isinstance(node, str)
    words = speak(language)
    first, second = (words[f"ask.{node.ask}{more}"].format(**node.params) for more in ("", ".more"))
    return first, second


def test_what_is_asked_names_the_place_in_hand() -> None:
    assert asked(start("quits"), "b2") == (
        "Step with b2, or slide a row",
        "Lit places for the marble, lit arrows for the rows.",
    )
    assert asked(start("balanx"), "a6")[0] in ("Jump with a6", "Jump or step with a6")
    assert asked(start("bilitaire").play("xc1"), "tray:B1")[0] == "Push tray B1"
    square = read("pylos", "standard", "11..1...22.2..../........./..../. 1")
    assert asked(square, "1b2") == (
        "Take back one or two balls",
        "1b2 completes a square: touch a lit ball of yours.",
    )
    assert asked(square, "1b2", "1a1", language="fr")[1].startswith("1a1 est rendue.")


def test_another_way_is_only_offered_where_there_is_one() -> None:
    raising = read("pylos", "standard", "212.121.212....1/11.1...../..../. 1")
    assert asked(raising, "reserve:1")[1] == "Or touch one of yours to raise it instead."
    assert asked(start("pylos"), "reserve:1")[1] == "On the board, or on top of four balls."
    assert asked(raising, "1d4") == ("Raise 1d4 to a lit place", "Or touch your reserve to place a ball instead.")
    stepping = read("quits", "four", "2.114/1..34/.2.3./...3./2...4 4 4<")
    assert asked(stepping)[0] == "You cannot move"


@pytest.mark.parametrize(("game", "variant"), VARIANTS)
def test_what_is_offered_instead_can_be_done(game: str, variant: str) -> None:
    """Sentences that speak of another marble, ball or row are only said where the turn may begin with one."""
    for position in random_game(game, variant):
        tree = gestures(position)
        first = set(tree.nodes[0].next) if tree.nodes else set()
        for handle, target in tree.nodes[0].next.items() if tree.nodes else ():
            if isinstance(target, str):
                continue
            node = tree.nodes[target]
            others = first - {handle} - set(node.next)
            match node.ask.rpartition(".")[2]:
                case "slide":
                    assert any(other.startswith("arrow:") for other in others)
                case "other" | "raise":
                    assert any(other in scene(position).lying for other in others)
                case "place" if game == "pylos":
                    assert any(other.startswith("reserve:") for other in others)


def test_an_announced_jump_says_which_marbles_can_do_it() -> None:
    seen = set()
    for seed in range(60):
        chance = random.Random(seed)
        position = start("bilitaire", "round")
        while position.moves:
            tree = gestures(position)
            able = sorted(tree.nodes[0].next)
            match tree.nodes[0].ask.split(".")[1:]:
                case ["jumps", *_, "one"]:
                    assert asked(position)[1] == f"Only {able[0]} can do it."
                    seen.add("one")
                case ["jumps", "3", "two"]:
                    assert asked(position) == (
                        "Jump three times with one marble",
                        f"{able[0]} or {able[1]} can do it.",
                    )
                    seen.add("two")
                case ["jumps", *_, "many"]:
                    assert asked(position)[1] == f"{len(able)} marbles can do it: those that are lit."
                    seen.add("many")
            if seen == {"one", "two", "many"}:
                return
            position = position.play(chance.choice(position.moves))
    raise AssertionError(f"only seen: {seen}")


def test_a_game_is_told_in_one_short_line() -> None:
    for language in LANGUAGES:
        for game in GAMES:
            assert len(speak(language)[f"game.{game}.more"]) <= 46
