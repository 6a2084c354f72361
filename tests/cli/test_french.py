"""The terminal in French: nothing that it says in English is said in the same words."""

from __future__ import annotations

import json
import re
from pathlib import Path

import click
import pytest

import billes
from billes.cli import COMMANDS, main
from billes.core.sentences import PLACEHOLDER, catalogue, languages

from .conftest import Run

GAME = billes.Game("quits", "simple", players=("Ann", "Bob")).play("b2c3").play("d4e3").play("c3d4").resign()
BOARD = "222\n1221\n222\n1221\n1221\n222\n1221\n222\n"
BAD = "222\n1221\n22\n"

OUTPUTS = (
    ("games",),
    ("show", "quits", "-v", "simple", "--plain"),
    ("show", "balanx", "--board", "{board}", "--plain"),
    ("record", "{record}"),
    ("review", "{record}", "--nodes", "500"),
    ("analyse", "balanx", "--nodes", "2000", "--lines", "2"),
    ("analyse", "pylos", "--moves", "1b2", "--lines", "2"),
    ("random", "quits", "20"),
    ("random", "bilitaire", "4", "--variant", "round"),
    ("match", "greedy", "random", "level:1", "quits", "-v", "simple", "--games", "2", "--jobs", "1"),
    ("match", "greedy", "random", "bilitaire", "-v", "round", "--games", "2", "--jobs", "1"),
    ("ladder", "quits", "-v", "simple", "--levels", "1-2", "--games", "2", "--jobs", "1"),
    ("probe", "pylos", "--moves", "1b2"),
    ("rules", "balanx"),
    ("--version",),
)
ERRORS = (
    ("play", "quits", "--clock", "nonsense"),
    ("play", "quits", "--seat", "7"),
    ("play", "quits", "--name", "a", "--name", "b", "--name", "c"),
    ("play", "quits", "--level", "0"),
    ("play", "quits", "--level", "many"),
    ("play", "quits", "--level", "9"),
    ("play", "balanx", "--level", "9"),
    ("play", "--resume"),
    ("play", "quits", "--position"),
    ("play", "quits", "--tune", "7"),
    ("play", "quits", "--resum"),
    ("play", "quits", "more", "than", "one"),
    ("games", "--json=yes"),
    ("sing",),
    ("pla",),
    ("show",),
    ("show", "chess"),
    ("show", "quits", "--svg", "/nowhere/at/all.svg"),
    ("show", "pylos", "--board", "{board}"),
    ("show", "balanx", "--board", "{bad}"),
    ("show", "balanx", "--board", "/nowhere.txt"),
    ("record", "/nowhere/at/all.txt"),
    ("record", "{folder}"),
    ("review", "/nowhere/at/all.txt"),
    ("analyse", "quits", "-v", "simple", "-p", "...../11..1/...../...22/..... 1 -"),
    ("match", "greedy", "quits"),
    ("match", "greedy", "kasparov", "quits"),
    ("match", "greedy", "time:0", "quits"),
    ("match", "greedy", "nodes:0", "quits"),
    ("match", "greedy", "level:10", "quits"),
    ("match", "greedy", "level:9", "quits"),
    ("match", "greedy", "greedy", "greedy", "quits"),
    ("match", "greedy", "paranoid", "quits"),
    ("match", "greedy", "random", "quits", "--resume"),
    ("match", "greedy", "random", "quits", "--record", "{record}"),
    ("match", "greedy", "random", "quits", "--record", "{record}", "--resume"),
    ("match", "greedy", "cmd:/no/such/program", "quits"),
    ("match", "greedy", "cmd:false", "quits", "-v", "simple", "--jobs", "1"),
    ("ladder", "quits", "--levels", "3"),
    ("solve", "balanx", "standard"),
    ("probe", "balanx"),
    ("probe", "quits", "-v", "four"),
    ("rules", "chess"),
    ("serve", "--database", "nonsense://", "--no-open"),
    ("serve", "--host", "256.1.1.1", "--no-open"),
    ("games", "--language", "xx"),
    ("serve", "--log", "xml"),
    ("serve", "--port", "abc"),
    ("serve", "--keep", "foo=1"),
    ("rules", "quits", "--svg", "{folder}"),
    ("solve", "quits", "simple", "--tables", "{record}"),
    ("learn", "chess"),
    ("learn", "quits", "one", "two"),
    ("puzzles", "list", "pylos", "--theme", "nothing"),
    ("puzzles", "show", "pylos", "nothing"),
    ("puzzles", "practice", "quits", "--goal", "nothing"),
    ("puzzles", "make", "quits", "simple", "--count", "0"),
    ("database", "restore", "/nowhere.sqlite3"),
    ("database", "restore", "{record}"),
    ("database", "nothing"),
)
TYPED = "help\nmoves b\nmoves zz\nposition\nnonsense\nb\nhint\nundo\nb2c3\nd5c4\nboard\ndraw\nresign\n"
SAME = re.compile(r"^\W*(billes( \w+)?|printf) |^\d+\. [\w ]+, Ann - Bob|^[A-Za-z]+, [A-Za-z]+$|^depth|^\S+ +Elo ")
"""Lines that may be the same: examples, and names."""


def said(text: str) -> set[str]:
    """The lines that are sentences: with three words or more, once names, numbers, options and notation are gone."""
    found = set()
    for line in text.splitlines():
        plain = re.sub(r"\[[^\]]*\]|`[^`]*`|'[^']*'|--?[a-z-]+\b|\S*[/\\]\S*|\S*\d\S*|\b[A-Z]+\b|[a-z]+:\S+", " ", line)
        words = re.findall(r"[^\W\d_]{2,}", plain)
        if len(words) > 2 and not SAME.search(line.strip()):
            found.add(" ".join(line.split()))
    return found


@pytest.fixture
def files(tmp_path: Path) -> dict[str, str]:
    """The files that commands are given."""
    texts = {"record": GAME.record(), "board": BOARD, "bad": BAD}
    for name, text in texts.items():
        (tmp_path / f"{name}.txt").write_text(text, encoding="utf-8")
    return {"folder": str(tmp_path), **{name: str(tmp_path / f"{name}.txt") for name in texts}}


def both(run: Run, words: tuple[str, ...], keys: str = "", status: tuple[int, ...] = (0,)) -> tuple[str, str]:
    """What a command says in English and in French."""
    english, french = (run(*words, "--language", code, keys=keys) for code in ("en", "fr"))
    assert english.exit_code == french.exit_code
    assert french.exit_code in status, french.output
    assert "Traceback" not in french.output
    return english.output, french.output


def compare(english: str, french: str) -> None:
    assert french.strip()
    assert not said(english) & said(french)


@pytest.mark.parametrize("command", ["", *COMMANDS])
def test_help(run: Run, command: str) -> None:
    english, french = both(run, (*filter(None, [command]), "--help"))
    assert "Exemple" in french or not command
    assert "Utilisation\N{NO-BREAK SPACE}: billes" in french
    compare(english, french)


@pytest.mark.parametrize("words", OUTPUTS, ids=" ".join)
def test_outputs(run: Run, words: tuple[str, ...], files: dict[str, str]) -> None:
    compare(*both(run, tuple(word.format(**files) for word in words)))


@pytest.mark.parametrize("words", ERRORS, ids=" ".join)
def test_errors(run: Run, words: tuple[str, ...], files: dict[str, str]) -> None:
    words = tuple(word.format(**files) for word in words)
    if "xx" in words:
        one, two = (run("--language", code, *words).output for code in ("en", "fr"))
        assert "there is no language 'xx'; there are en, fr" in one
        compare(one, two)
        return
    english, french = both(run, words, status=(1, 2))
    compare(english, french)
    assert "Erreur\N{NO-BREAK SPACE}: " in french or words[0] == "serve"


def test_a_game(run: Run) -> None:
    english, french = both(run, ("play", "quits", "--plain", "--clock", "5+3"), TYPED)
    compare(english, french)
    assert "Tapez un coup, ou aide." in french
    compare(*both(run, ("play", "quits", "--random", "--seat", "2", "--plain"), "draw\nb2c3\nquit\n"))
    compare(*both(run, ("play",), "2\nsimple\n0\nquit\n"))
    compare(*both(run, ("play", "quits", "--level", "1", "--seat", "lot", "--plain"), "quit\n"))


def test_commands_can_be_typed_in_french(run: Run) -> None:
    told = run("play", "quits", "--plain", "--language", "fr", keys="aide\ncoups b\nb2c3\nreprendre\nquitter\n").output
    assert "ce que jouerait le moteur" in told
    assert "b1c2  b2c3  b^" in told
    assert "Partie enregistrée" not in told, "nothing was left to save"


def test_a_computer_keeps_its_name_in_the_record(run: Run, folder: Path) -> None:
    told = run("play", "quits", "-v", "simple", "--level", "1", "--language", "fr", keys="b2c3\nquit\n").output
    assert "L’ordinateur joue " in told
    (file,) = (folder / "games").glob("*.txt")
    assert '[Player2 "Computer, level 1"]' in file.read_text(encoding="utf-8")
    assert "Computer, level 1 plays" not in run("play", "--resume", keys="quit\n").output


def test_players_games_and_variants_have_one_name(run: Run, files: dict[str, str]) -> None:
    def french(*words: str) -> str:
        return run(*words, "--language", "fr").output

    nb = "\N{NO-BREAK SPACE}"
    assert french("record", files["record"]).startswith(f"1. Quits, Simple, Ann - Bob{nb}: 3 coups, Ann gagne.")
    assert french("review", files["record"], "--nodes", "100").startswith(f"1. Quits, Simple{nb}: Clair gagne.")
    over = french("analyse", "quits", "-v", "simple", "-p", "...../11..1/...../...22/..... 1 -")
    assert f"la partie est finie{nb}: Foncé gagne." in over
    counted = [line.split()[0] for line in french("random", "balanx", "4", "-v", "small", "--limit", "50").splitlines()]
    assert counted[1:3] == ["Blanc", "Noir"]
    told = run("play", "quits", "--language", "fr", "--plain", keys="d4c3\nquit\n").output
    assert f"Non{nb}: la bille en d4 est à Foncé, et c’est à Clair de jouer." in told
    told = run("play", "balanx", "--language", "fr", "--plain", keys="d1c1\nquit\n").output
    assert "la bille en d1 est à Noir, et c’est à Blanc de jouer" in told


def test_json_is_the_same_in_every_language(run: Run, files: dict[str, str]) -> None:
    over = ("-v", "simple", "-p", "...../11..1/...../...22/..... 1 -")
    for words in (("games",), ("show", "quits", *over), ("moves", "quits", *over), ("record", files["record"])):
        english, french = both(run, (*words, "--json"))
        assert json.loads(english) == json.loads(french)


def test_every_option_is_explained_and_nothing_else() -> None:
    texts = catalogue("en")
    used = {"help.example", "help.examples", "help.option.help", "help.option.version", "help.option.language"}
    context = click.Context(main)
    listed = [main, *(main.get_command(context, name) for name in COMMANDS)]
    for command in [*listed, *(one for group in listed[1:] for one in getattr(group, "commands", {}).values())]:
        assert command is not None
        name = getattr(command, "words", "") or command.name
        used |= {f"help.{name}", f"help.{name}.more", f"help.{name}.listed"}
        used |= {f"help.{name}.{key}" for key in getattr(command, "listed", {}).values()}
        for param in command.params:
            for option in param.opts:
                used |= {f"help.{who}.{option.lstrip('-')}" for who in (name, "option")}
    assert {key for key in texts if key.startswith("help.")} <= used


@pytest.mark.parametrize(
    ("environment", "wanted"),
    [
        ({"LC_ALL": "fr_FR.UTF-8", "LANG": "en_US.UTF-8"}, "joueurs"),
        ({"LC_ALL": "", "LC_MESSAGES": "fr", "LANG": "C"}, "joueurs"),
        ({"LC_ALL": "", "LC_MESSAGES": "", "LANG": "fr_CA"}, "joueurs"),
        ({"LC_ALL": "C", "LANG": "fr_FR"}, "players"),
        ({"LC_ALL": "de_DE.UTF-8"}, "players"),
    ],
)
def test_the_language_of_the_system(
    run: Run, monkeypatch: pytest.MonkeyPatch, environment: dict[str, str], wanted: str
) -> None:
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    assert f"4 {wanted}" in run("games").output
    assert "4 joueurs" in run("games", "--language=fr").output
    assert "4 players" in run("--language", "en", "games").output


# ------------------------------------------------------------------------------------------------- the whole catalogue
ALIKE = re.compile(
    r"game\.|variant\.|level\.|metavar\.|list\.comma|plain$|remark$|score\.(draw|marbles)|click\.(options|version)"
    r"|page\.(slogan|rules|set\.(minutes|level|clock|play))|terminal\.(word|answer|match\.reason$|ladder|random)"
)


def test_no_sentence_is_the_same_in_english_and_french() -> None:
    """Single words and names may be; a sentence of three words or more may not."""
    assert list(languages()) == ["en", "fr"]
    english, french = catalogue("en"), catalogue("fr")
    for key, text in english.items():
        if text == french[key] and not ALIKE.match(key):
            words = re.findall(r"[^\W\d_]{2,}", PLACEHOLDER.sub(" ", str(text)))
            assert len(words) < 3, f"{key}: {text}"
