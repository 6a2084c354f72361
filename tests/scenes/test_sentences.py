"""There is a sentence for all that can be asked, touched and done, and it says the right thing."""

from __future__ import annotations

import random
import re
from itertools import pairwise
from pathlib import Path

import pytest

from billes.core.position import Outcome, Position, read, start
from billes.games.registry import GAMES, SPECS
from billes.scenes.build import scene
from billes.scenes.gestures import gestures
from billes.scenes.sentences import (
    Sentence,
    catalogue,
    handle_sentence,
    languages,
    move_sentences,
    outcome_sentences,
    render,
)

VARIANTS = [(game, variant) for game, variants in GAMES.items() for variant in variants]
REASONS = [key.removeprefix("why.") for key in catalogue("en") if re.fullmatch(r"why\.\w+", key)]


def said(sentence: Sentence | tuple[Sentence, ...]) -> str:
    """A sentence in English, after seeing that every language has it and all that its placeholders stand for."""
    for one in sentence if isinstance(sentence, tuple) else (sentence,):
        assert one.key in catalogue("en"), one.key
        for language in languages():
            assert render(one, language)
    return render(sentence)


def random_game(game: str, variant: str) -> list[Position]:
    chance = random.Random(f"{game} {variant}")
    positions = [start(game, variant)]
    while positions[-1].moves and len(positions) < 150:
        positions.append(positions[-1].play(chance.choice(positions[-1].moves)))
    return positions


@pytest.mark.parametrize(("game", "variant"), VARIANTS)
def test_all_that_is_asked_touched_and_played_can_be_said(game: str, variant: str) -> None:
    for position in random_game(game, variant)[::2]:
        tree = gestures(position)
        for node in tree.nodes:
            said(Sentence(f"ask.{node.ask}", node.params))
            assert said(Sentence(f"ask.{node.ask}.more", node.params)).endswith((".", "?"))
        for handle in {handle for node in tree.nodes for handle in node.next}:
            for reader in range(1, position.players + 1):
                said(handle_sentence(position, handle, reader))
        for move in position.moves[:80]:
            assert said(move_sentences(position, move.text)).endswith(".")
        made = scene(position)
        for count in [*made.counts, *(count for player in made.players for count in player.counts)]:
            said(Sentence(f"count.{count.name}", {"value": count.value, "of": count.of}))
        for role in {player.role for player in made.players} - {""}:
            said(Sentence(f"role.{role}"))


@pytest.mark.parametrize(("game", "variant"), VARIANTS)
def test_games_and_variants_have_names(game: str, variant: str) -> None:
    for key in (f"game.{game}", f"variant.{game}.{variant}"):
        said(Sentence(key))
        said(Sentence(f"{key}.more"))


@pytest.mark.parametrize(("game", "variant"), VARIANTS)
def test_the_aim_of_every_game_fits_in_two_lines_of_a_phone(game: str, variant: str) -> None:
    key = f"aim.{game}.{variant}"
    aim = Sentence(key if key in catalogue("en") else f"aim.{game}")
    assert said(aim).endswith(".")
    assert all(len(render(aim, language)) <= 86 for language in languages())


def test_round_one_of_a_match_does_not_end_without_a_word() -> None:
    positions = random_game("bilitaire", "match")
    last, second = next((a, b) for a, b in pairwise(positions) if str(b).split()[3] == "2")
    left = int(str(second).split()[4])
    move = next(move.text for move in last.moves if last.play(move.text) == second)
    assert f"Round 1 is over, {left} marbles left: the roles change." in said(move_sentences(last, move))
    assert gestures(second).nodes[0].ask == "bilitaire.change"
    assert gestures(positions[0]).nodes[0].ask == "bilitaire.first"
    (standing,) = [count for count in scene(second).counts if count.name == "score"]
    told = Sentence("count.score.more", {"value": standing.value})
    assert said(told) == f"Round 1: {left} marbles left. Leave fewer."


@pytest.mark.parametrize("game", list(GAMES))
def test_every_ask_that_a_hand_names_has_a_sentence(game: str) -> None:
    source = Path(str(SPECS[game].handling.__file__)).read_text(encoding="utf-8")  # type: ignore[attr-defined]
    named = set(re.findall(rf'"({game}\.[a-z.]+[a-z])"', source))
    assert named
    assert {f"ask.{key}" for key in named} | {f"ask.{key}.more" for key in named} <= catalogue("en").keys()


def test_moves_in_words() -> None:
    papa = {1: "Papa", 2: "Claire"}
    assert render(move_sentences(start("quits"), "b2c3"), "en", papa) == "Papa plays b2 to c3."
    assert render(move_sentences(start("quits"), "2>"), "fr", papa) == "Papa fait glisser la rangée 2 vers e."
    out = read("quits", "standard", "...../.11../...../...1./2222. 1 -")
    assert render(move_sentences(out, "d4e5"), "en", papa) == "Papa plays d4 to e5. A marble is out: Papa."
    square = read("pylos", "standard", "11..1...22.2..../........./..../. 1")
    assert render(move_sentences(square, "1b2-1a1-1b2"), "en") == "Light places a ball on 1b2. Taken back: 1a1 and 1b2."
    assert render(move_sentences(start("balanx"), "a6a4"), game="balanx") == "White jumps from a6 to a4."
    trays = start("bilitaire", "round").play("xd4")
    assert render(move_sentences(trays, "B1C1>1"), "en", papa) == "Claire slides trays B1 and C1 up to D1."


def test_handles_in_words() -> None:
    quits = start("quits")
    assert render(handle_sentence(quits, "c3"), "en") == "place c3, empty"
    assert render(handle_sentence(quits, "b2"), "en") == "your marble on b2"
    assert render(handle_sentence(quits, "b2", reader=2), "en") == "light marble on b2"
    assert render(handle_sentence(quits, "cv"), "fr") == "case cv, vide"  # any other name is taken for a place
    assert render(handle_sentence(quits, "arrow:cv"), "fr") == "faire glisser la colonne c vers 1"
    assert render(handle_sentence(start("pylos"), "reserve:1"), "en") == "your reserve, 15 left"
    assert render(handle_sentence(start("pylos"), "2a1"), "en") == "place 2a1, not supported yet"
    trays = start("bilitaire").play("xc1")
    assert render(handle_sentence(trays, "tray:B1"), "en") == "tray B1, 3 marbles"
    assert render(handle_sentence(trays, "announce:3"), "en") == "announce three jumps"
    assert render(handle_sentence(trays, "announce:7"), "fr") == "annoncer 7 sauts"
    assert render(handle_sentence(trays, "c1"), "en") == "hole c1, empty"


@pytest.mark.parametrize("reason", REASONS)
@pytest.mark.parametrize("variant", ["standard", "four"])
def test_every_end_can_be_said(reason: str, variant: str) -> None:
    scores = (9, 12) if reason == "score" else ()
    for outcome in (Outcome(1, False, reason, scores), Outcome(None, True, reason, scores)):
        for position in (start("quits", variant), start("bilitaire")):
            assert said(outcome_sentences(position, outcome)).endswith(".")
        assert str(outcome).count(": ") == 1


def test_ends_in_words() -> None:
    pylos, names = start("pylos"), {1: "Claire", 2: "Papa"}
    top = Outcome(1, False, "top")
    assert render(outcome_sentences(pylos, top), "en", names) == "Claire wins. The last ball is on the top."
    assert (
        render(outcome_sentences(pylos, top), "fr", names, reader=1) == "Vous gagnez. La dernière bille est au sommet."
    )
    assert (
        render(outcome_sentences(pylos, Outcome(2, False, "time")), "en", names) == "Papa wins. Claire ran out of time."
    )
    match = start("bilitaire")
    assert (
        render(outcome_sentences(match, Outcome(2, False, "score", (12, 9))), "fr", names)
        == "Papa gagne. Billes restantes\N{NO-BREAK SPACE}: 9 contre 12."
    )
    assert render(outcome_sentences(match, Outcome(None, True, "score", (9, 9))), "en") == (
        "A draw. Marbles left in both rounds: 9."
    )
    alone = start("bilitaire", "round")
    assert (
        render(outcome_sentences(alone, Outcome(None, False, "score", (14,))), "en")
        == "The round is over. Marbles left: 14."
    )


def test_several_are_said_one_after_another() -> None:
    assert render(move_sentences(start("quits"), "pass"), "fr", {1: "Lou"}) == "Lou passe."


def asked(position: Position, *touches: str, language: str = "en") -> tuple[str, str]:
    """What is asked after some touches, in two lines."""
    node = gestures(position, room=100_000).walk(touches)
    assert not isinstance(node, str)
    first, second = (render(Sentence(f"ask.{node.ask}{more}", node.params), language) for more in ("", ".more"))
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
    assert asked(square, "1b2", "1a1", language="fr")[1].startswith("1a1 est revenue dans votre réserve.")


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
            if tree.nodes[0].ask == "bilitaire.jumps":
                first, more = asked(position)
                jumps = position.moves[0].text
                times = {2: "twice", 3: "three times", 4: "four times"}.get(len(jumps) // 2 - 1, "times")
                assert times in first
                told = {1: f"Only {able[0]} can do it.", 2: f"{' or '.join(able)} can do it."}
                assert more == told.get(len(able), f"{len(able)} marbles can do it: those that are lit.")
                seen.add({1: "one", 2: "two"}.get(len(able), "many"))
            if seen == {"one", "two", "many"}:
                return
            position = position.play(chance.choice(position.moves))
    raise AssertionError(f"only seen: {seen}")


def test_a_game_is_told_in_one_short_line() -> None:
    for language in languages():
        for game in GAMES:
            assert len(render(Sentence(f"game.{game}.more"), language)) <= 46


def test_an_arrow_of_the_scene_is_called_as_its_handle() -> None:
    quits = start("quits")
    for arrow in scene(quits).arrows:
        named = Sentence(arrow.label, {"row": arrow.row, "end": arrow.end})
        for language in ("en", "fr"):
            assert render(named, language) == render(handle_sentence(quits, f"arrow:{arrow.id}"), language)
