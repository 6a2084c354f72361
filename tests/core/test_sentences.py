"""The catalogue: every language says the same things, in its own typography, and adding a language is adding files."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from gettext import c2py
from importlib.resources import files
from pathlib import Path

import pytest

from billes.core.sentences import PLACEHOLDER, Sentence, Text, catalogue, isolated, languages, own, render
from billes.games.registry import BUILT_IN, SPECS

SOURCES = Path(__file__).parents[2] / "src" / "billes"
PAGE = Path(__file__).parents[2] / "ui" / "src"
PROGRAMMED = ("illegal.", "position.", "quoted", "click.")
"""English messages of errors: programs print them anywhere, so they are plain ASCII."""
PLUGINS = [Path(str(files(spec.package))) for name, spec in SPECS.items() if name not in BUILT_IN]


def placeholders(text: Text) -> set[str]:
    """What a text takes in any of its forms, with what decides between them."""
    if isinstance(text, str):
        return {slot[0] for slot in PLACEHOLDER.findall(text)}
    return set(text).union(*(placeholders(form) for forms in text.values() for form in forms.values()))


def forms(text: Text) -> Iterator[str]:
    """All forms of a text."""
    return iter([text]) if isinstance(text, str) else (form for some in text.values() for form in some.values())


def test_languages_name_themselves() -> None:
    assert {code: language.name for code, language in languages().items()} == {"en": "English", "fr": "Français"}


def test_every_language_has_the_same_keys_and_placeholders() -> None:
    """A translation of an error may leave out details, which are for programmers."""
    english = catalogue("en")
    for code in languages():
        of_games = [*SOURCES.glob("games/*/locale/en.json"), *(folder / "locale" / "en.json" for folder in PLUGINS)]
        for file in [*(SOURCES / "locale" / "en").glob("*.json"), *of_games]:
            if file.name != "language.json":
                theirs = Path(str(file).replace("/en/", f"/{code}/").replace("/en.json", f"/{code}.json"))
                assert list(json.loads(theirs.read_text("utf-8"))) == list(json.loads(file.read_text("utf-8"))), theirs
        for key, text in catalogue(code).items():
            left_out = placeholders(english[key]) ^ placeholders(text)
            assert not left_out or (
                key.startswith(("error.", "click.", "system.")) and left_out <= placeholders(english[key])
            ), key


def test_forms_are_those_of_the_language() -> None:
    for code, language in languages().items():
        assert {language.forms[c2py(language.plural)(n)] for n in range(200)} == set(language.forms)
        for key, text in catalogue(code).items():
            if not isinstance(text, str):
                assert len(text) == 1, key
                (found,) = text.values()
                assert "other" in found, key
                assert all(re.fullmatch(r"=\d+", form) or form in language.forms for form in found), key


def test_texts_are_tidy() -> None:
    for code in languages():
        for key, text in catalogue(code).items():
            whole = key.startswith(("why.", "end.", "move", "tilt.")) or (key[:4] == "ask." and key[-5:] == ".more")
            for form in forms(text):
                assert form == " ".join(form.split(" ")).strip(), key
                assert "'" not in form or (code == "en" and key.startswith(PROGRAMMED)), key
                assert form.endswith((".", "?")) or not whole, key


def test_french_marks_stand_off_by_a_blank_that_does_not_break() -> None:
    for key, text in catalogue("fr").items():
        for form in forms(text):
            words = re.sub(r"\w+://\S+", "x", PLACEHOLDER.sub("x", form))
            assert not re.search(r"[^\N{NO-BREAK SPACE}][:;!?»](?!\d)|«[^\N{NO-BREAK SPACE}]", words), key


def test_exact_numbers_come_before_plural_forms() -> None:
    def tray(count: int, language: str = "en") -> str:
        return render(Sentence("handle.tray", {"slot": "B1", "count": count}), language)

    assert [tray(count) for count in (0, 1, 4)] == ["tray B1, empty", "tray B1, 1 marble", "tray B1, 4 marbles"]
    assert tray(1, "fr").endswith("1 bille")
    assert tray(4, "fr").endswith("4 billes")


def test_the_number_beside_a_word_decides_its_form() -> None:
    kept = Sentence("page.explore.keeping", {"keeping": 1, "count": 11})
    assert render(kept) == "1 of 11 replies keeps the value"
    assert render(kept, "fr") == "1 réponse sur 11 garde la valeur"


def test_numbers_are_written_as_the_language_does() -> None:
    assert render(Sentence("score.marbles", {"marbles": 0.5})) == "+0.50"
    assert render(Sentence("score.marbles", {"marbles": -1.25}), "fr") == "-1,25"
    assert render(Sentence("score.left", {"marbles": 24}), "fr") == "24,0 billes restantes"
    assert render(Sentence("move", {"move": "1.5"}, {"name": 1}), "fr") == "Clair joue 1.5."


def test_who_is_named() -> None:
    won = Sentence("end.won", players={"name": 2})
    assert render(won) == "Dark wins."
    assert render(won, "fr") == "Foncé gagne."
    assert render(won, "fr", game="balanx") == "Noir gagne."
    assert render(won, "en", {2: "Claire"}) == "Claire wins."
    assert render(won, "en", {2: "Claire"}, reader=2) == "You win."
    assert render(won, "en", {2: "Claire"}, reader=1) == "Claire wins."
    resigned = Sentence("why.resignation.other", players={"other": 1})
    assert render(resigned, "en", {1: "Claire"}, reader=1) == "You resigned."
    assert render(resigned, "fr", {1: "Claire"}, reader=2) == "Claire a abandonné."
    assert render((won, Sentence("why.top"))) == "Dark wins. The last ball is on the top."


def test_a_sentence_may_stand_in_another() -> None:
    won = Sentence("end.won", players={"name": 2})
    assert render(Sentence("plain", {"text": won}), "fr", game="balanx") == "Noir gagne."
    assert render(Sentence("plain", {"text": won}), "en", {2: "Claire"}, reader=2) == "You win."
    why = Sentence("outcome.draw", {"why": Sentence("why.agreement")})
    assert str(why) == render(why) == "a draw: the players agreed"
    assert render(why, "fr") == "partie nulle\N{NO-BREAK SPACE}: les joueurs se sont mis d’accord"
    typed = Sentence("plain", {"text": "{why:clause}"})
    assert render(Sentence("outcome.draw", {"why": typed})) == "a draw: {why:clause}"
    assert why.as_dict() == {"key": "outcome.draw", "params": {"why": {"key": "why.agreement"}}}


def test_unknown_languages_and_keys() -> None:
    assert catalogue("tlh") == catalogue("en")
    assert render(Sentence("end.draw"), "tlh") == "A draw."
    assert render(Sentence("no.such.key")) == "no.such.key"
    with pytest.raises(KeyError):
        render(Sentence("end.won"))
    assert own("handle.done", "bilitaire") == "handle.done.bilitaire"
    assert own("handle.done", "pylos") == "handle.done"


def test_a_sentence_is_sent_without_its_defaults() -> None:
    assert Sentence("end.draw").as_dict() == {"key": "end.draw"}
    full = Sentence("turn", {"a": 1}, {"name": 2})
    assert full.as_dict() == {"key": "turn", "params": {"a": 1}, "players": {"name": 2}}


# ------------------------------------------------------------------------------------------------- keys and their use
def sources() -> str:
    """All sources that may name keys, less what is built from them."""
    folders = [(SOURCES, "*.py"), (PAGE, "*.ts"), (PAGE, "*.svelte"), *((plugin, "*.py") for plugin in PLUGINS)]
    return "\n".join(file.read_text("utf-8") for folder, kind in folders for file in folder.rglob(kind))


def test_no_key_is_unused() -> None:
    """As far as can be told: a string in some source names the key, or its beginning before a value is filled in."""
    source = sources()
    whole = set(re.findall(r"""(?<=["'`])[a-z][\w-]*(?:\.[\w-]+)*(?=["'`])""", source))
    begun = set(re.findall(r"""(?<=["'`])([a-z]+\.[\w.-]*)\$?\{""", source)) - {"terminal.", "ask.", "why.", "count."}
    games = re.compile(rf"\.({'|'.join(SPECS)})$")
    for key in catalogue("en"):
        stem = games.sub("", re.sub(r"\.(more|you|other)$", "", key))
        first, _, rest = stem.partition(".")
        if first in ("terminal", "ask", "why", "count"):  # put before a string that stands somewhere else
            named = {rest, rest.rpartition(".")[0]} & whole or rest.startswith(tuple(begun))
        else:
            named = {key, stem} & whole or stem.startswith(tuple(begun))
        assert named or key in whole, key


# ------------------------------------------------------------------------------------------------------ a new language
@pytest.fixture
def locale(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("BILLES_LOCALE", str(tmp_path))
    return tmp_path


def put(file: Path, content: object) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(json.dumps(content), encoding="utf-8")


def test_a_language_is_a_folder_of_files(locale: Path) -> None:
    rule = "n%10==1 && n%100!=11 ? 0 : n%10>=2 && n%10<=4 && (n%100<10 || n%100>=20) ? 1 : 2"
    forms = ["one", "few", "many"]
    put(locale / "ru" / "language.json", {"name": "Русский", "plural": rule, "forms": forms, "decimal": ","})
    put(locale / "ru" / "board.json", {"end.won": "Победа: {name}.", "player.2": "Тёмные"})
    balls = {"one": "{count} шар", "few": "{count} шара", "many": "{count} шаров", "other": "{count} шара"}
    put(locale / "ru" / "games" / "pylos.json", {"handle.reserve.own": {"count": balls}})
    assert list(languages()) == ["en", "fr", "ru"]
    assert render(Sentence("end.won", players={"name": 2}), "ru") == "Победа: Тёмные."
    reserve = [render(Sentence("handle.reserve.own", {"count": n}), "ru") for n in (1, 2, 5, 11, 21)]
    assert reserve == ["1 шар", "2 шара", "5 шаров", "11 шаров", "21 шар"]
    assert render(Sentence("end.draw"), "ru") == "A draw.", "what is missing is English"


def test_a_folder_may_say_things_otherwise(locale: Path) -> None:
    put(locale / "fr" / "house.json", {"player.1": "Ivoire"})
    put(locale / "fr" / "games" / "pylos.json", {"why.top": "La pyramide est finie."})
    assert render((Sentence("end.won", players={"name": 1}), Sentence("why.top")), "fr") == (
        "Ivoire gagne. La pyramide est finie."
    )


def test_a_file_that_cannot_be_read_is_left_out(locale: Path, caplog: pytest.LogCaptureFixture) -> None:
    (locale / "fr").mkdir()
    for number, content in enumerate(("{", "[1]", "7")):
        (locale / "fr" / f"broken{number}.json").write_text(content, encoding="utf-8")
    assert render(Sentence("end.draw"), "fr") == "Partie nulle."
    for number in range(3):
        assert f"broken{number}.json are left out" in caplog.text


def test_a_name_from_right_to_left_turns_nothing_around() -> None:
    name = "\u05d3\u05d9\u05e0\u05d4"
    won = Sentence("end.won", players={"name": 2})
    assert render(won, names={2: name}) == f"\u2068{name}\u2069 wins."
    assert render(won, names={2: isolated(name)}) == f"\u2068{name}\u2069 wins.", "once is enough"
    assert render(won, names={2: "Zoé 2"}) == "Zoé 2 wins."
