"""The engine's protocol: the documented dialogue, answers at once, and lines that make no sense."""

from __future__ import annotations

import queue
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from billes.core.position import read, start
from billes.engine import protocol
from billes.engine.conversation import read_info
from billes.engine.levels import choose
from billes.engine.protocol import Engine, info_text
from billes.engine.score import Line, Score

PAGE = Path(__file__).parents[2] / "docs" / "engine-protocol.md"
WIN_IN_ONE = "..2../2..../.1.../2..1./.1... 1 -"


class Talk:
    """A conversation with an engine in this process."""

    def __init__(self) -> None:
        self.lines: queue.Queue[str] = queue.Queue()
        self.engine = Engine(self.lines.put)

    def say(self, *lines: str) -> None:
        for line in lines:
            self.engine.receive(line)

    def hear(self, seconds: float = 60.0) -> str:
        """The next line."""
        return self.lines.get(timeout=seconds)

    def until(self, word: str, seconds: float = 60.0) -> list[str]:
        """All lines up to one that begins so."""
        heard = [self.hear(seconds)]
        while not heard[-1].startswith(word):
            heard.append(self.hear(seconds))
        return heard

    def ask(self, line: str) -> str:
        """Say a line that is answered by one."""
        self.say(line)
        return self.hear()

    def ready(self, position: str) -> None:
        self.say(position)
        assert self.ask("isready") == "readyok"


@pytest.fixture
def talk() -> Iterator[Talk]:
    talk = Talk()
    yield talk
    talk.say("quit")


def form(line: str) -> str:
    """What must be the same in a dialogue, whatever the machine and the evaluation: words, not numbers or moves."""
    if line.startswith("info "):
        line = re.sub(r"score (marbles|win|loss|left) \S+", "score S", line.partition(" pv ")[0])
    return re.sub(r"-?\d+(\.\d+)*", "N", line) if line.startswith(("info ", "id ", "option ")) else line


def dialogue() -> list[tuple[str, str]]:
    """The lines of the page, each with its direction."""
    text = PAGE.read_text(encoding="utf-8").split("```")[1]
    return [(line[0], line[2:]) for line in text.strip().splitlines()]


def test_the_documented_dialogue() -> None:
    """A real process says what the page says; of `info` lines there may be more or fewer."""
    process = subprocess.Popen(
        [sys.executable, "-m", "billes", "engine"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
    )
    assert process.stdin is not None
    assert process.stdout is not None
    with process:
        try:
            for direction, line in dialogue():
                if direction == ">":
                    process.stdin.write(line + "\n")
                    process.stdin.flush()
                    continue
                if line.startswith("info "):
                    continue
                heard = process.stdout.readline().rstrip("\n")
                while heard.startswith("game ") and not line.startswith("game "):  # a game of another distribution
                    heard = process.stdout.readline().rstrip("\n")
                while heard.startswith("info "):
                    assert form(heard) == "info depth N line N score S chance N nodes N nps N time N"
                    heard = process.stdout.readline().rstrip("\n")
                if line.startswith("bestmove") and line not in ("bestmove d4e5", "bestmove d4c5"):
                    move = heard.removeprefix("bestmove ")
                    assert move in map(str, start("quits", "simple").play("b2c3").play("e4d3").moves)
                else:
                    assert form(heard) == form(line)
            assert process.wait(10) == 0
        finally:
            process.kill()


def test_info_lines_of_the_page_have_the_right_form() -> None:
    lines = {form(line) for _, line in dialogue() if line.startswith("info ")}
    assert lines == {"info depth N line N score S chance N nodes N nps N time N"}


def test_stop_is_answered_at_once(talk: Talk) -> None:
    talk.ready("position quits simple start")
    talk.say("go infinite")
    assert talk.until("info", 10)
    begun = time.perf_counter()
    talk.say("isready")
    talk.until("readyok", 5)
    talk.say("stop")
    last = talk.until("bestmove", 5)[-1]
    assert time.perf_counter() - begun < 1.0
    assert last.split()[1] in map(str, start("quits", "simple").moves)
    talk.say("stop")  # crossed on the way: no answer
    assert talk.ask("isready") == "readyok"


def test_stop_does_not_wait_for_the_compiler(talk: Talk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(protocol, "warm_up", lambda game, variant: time.sleep(2))
    talk.say("position quits simple start", "go time 100")
    begun = time.perf_counter()
    assert talk.ask("isready") == "readyok"
    talk.say("stop")
    assert talk.hear(5).removeprefix("bestmove ") in map(str, start("quits", "simple").moves)
    assert time.perf_counter() - begun < 1.0
    talk.say("go time 100")  # this one waits, and only this one is answered
    assert talk.until("bestmove", 10)
    assert talk.lines.empty()


def test_infinite_waits_for_stop_even_when_all_is_known(talk: Talk) -> None:
    talk.ready(f"position quits simple text {WIN_IN_ONE}")
    talk.say("go infinite")
    time.sleep(0.2)
    assert talk.engine.searching
    talk.say("stop")
    assert talk.until("bestmove", 5)[-1] == "bestmove d4e5"


def test_nothing_changes_while_it_thinks(talk: Talk) -> None:
    talk.ready("position quits simple start")
    talk.say("go infinite")
    before = talk.engine.game
    for line in ("position quits simple start moves b2c3", "go depth 1", "newgame", "setoption name Seed value 3"):
        talk.say(line)
        assert "the engine is searching" in talk.until("error", 5)[-1]
    assert talk.engine.game is before
    assert talk.engine.options["Seed"] == 0
    talk.say("stop")
    talk.until("bestmove", 5)


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("sing", "there is no command 'sing'"),
        ("isready now", "nothing follows"),
        ("setoption Level 3", "write: setoption name NAME value VALUE"),
        ("setoption name Colour value 3", "there is no option 'Colour'; there are Threads"),
        ("setoption name Level value 0", "Level is a whole number from 1 to 9, not '0'"),
        ("setoption name Level value ²", "Level is a whole number"),
        ("position", "write: position GAME VARIANT"),
        ("position chess standard start", "there is no game 'chess'"),
        ("position quits giant start", "quits has no variant 'giant'"),
        ("position quits simple start b2c3", "write: position"),
        ("position quits simple text", "write: position"),
        ("position quits simple text ..... 1 -", ""),
        ("position quits simple start moves b2c3 b2c3", "move 2, 'b2c3'"),
        ("go fast", "'fast' is not understood"),
        ("go time", "one number follows time, not 0"),
        ("go time 0", "time is a whole number from 1"),
        ("go depth 3 depth 4", "depth is said twice"),
        ("go nodes 10 20", "one number follows nodes"),
        ("go infinite nodes 10", "infinite goes with nothing else"),
        ("go depth 2 moves a1a1", "there is no marble on a1"),
        ("go clock 1 2 3", "one for each of the 2 players"),
        ("go increment 1000", "an increment needs a clock"),
    ],
)
def test_bad_lines_change_nothing(talk: Talk, line: str, reason: str) -> None:
    talk.ready("position quits simple start moves b2c3")
    before, options = talk.engine.game, dict(talk.engine.options)
    answer = talk.ask(line)
    assert answer.startswith(f"error {line.split()[0]}: ")
    assert reason in answer
    assert talk.engine.game is before
    assert talk.engine.options == options
    assert not talk.engine.searching
    assert talk.ask("isready") == "readyok"


def test_go_needs_an_open_game(talk: Talk) -> None:
    assert talk.ask("go") == "error go: there is no position to search; send one first"
    talk.ready(f"position quits simple text {WIN_IN_ONE} moves d4e5")
    assert "the game is over: player 1 wins" in talk.ask("go depth 1")
    talk.say("newgame")
    assert "there is no position" in talk.ask("go")


def test_limits_lines_and_scores(talk: Talk) -> None:
    talk.ready("position quits simple start")
    talk.say("setoption name lines value 2", "go depth 3")
    told = talk.until("bestmove")
    assert {line.split()[4] for line in told[:-1]} == {"1", "2"}
    assert (
        told[-1].split()[1]
        == next(line for line in reversed(told[:-1]) if " line 1 " in line).split(" pv ")[1].split()[0]
    )
    talk.say(f"position quits simple text {WIN_IN_ONE}", "go nodes 1000")
    assert any(" score win 1 " in line for line in talk.until("bestmove"))
    talk.ready("position quits simple start")
    for go in ("go time 60", "go clock 1000 50", "go clock 1000 increment 20"):
        begun = time.perf_counter()
        talk.say(go)
        talk.until("bestmove", 5)
        assert time.perf_counter() - begun < 1.5


def test_a_level_repeats_itself(talk: Talk) -> None:
    talk.ready("position quits simple start moves b2c3")
    talk.say("setoption name Level value 2", "setoption name Seed value 7")
    first, second = talk.ask("go"), talk.ask("go time 1000")
    assert first == second
    here = read("quits", "simple", str(start("quits", "simple").play("b2c3")))
    assert first.removeprefix("bestmove ") in map(str, here.moves)


def test_the_end_of_the_input_lets_a_search_finish() -> None:
    heard: list[str] = []
    Engine(heard.append).run(["position quits simple start\n", "\n", "go nodes 500\n"])
    assert heard[-1].startswith("bestmove ")
    heard.clear()
    Engine(heard.append).run(["position quits simple start\n", "go infinite\n"])
    assert heard[-1].startswith("bestmove ")


def test_only_some_moves_are_searched(talk: Talk) -> None:
    talk.ready(f"position quits simple text {WIN_IN_ONE}")
    talk.say("setoption name Lines value 3", "go depth 3 moves b5c4 dv")
    told = talk.until("bestmove")
    assert {line.split(" pv ")[1].split()[0] for line in told[:-1]} == {"b5c4", "dv"}
    assert told[-1].split()[1] in ("b5c4", "dv")
    talk.say("setoption name Level value 3")
    assert "only level 8" in talk.ask("go moves dv")


def test_a_tree_search_of_some_moves(talk: Talk) -> None:
    """Four players: the tree search looks at all moves, and tells of those that were asked for."""
    talk.ready("position quits four start")
    move = str(start("quits", "four").moves[-1])
    talk.say(f"go nodes 2000 moves {move}")
    told = talk.until("bestmove")
    assert {line.split(" pv ")[1].split()[0] for line in told[:-1]} == {move}
    assert told[-1] == f"bestmove {move}"


def test_tablebases_are_asked_where_it_is_wished(talk: Talk) -> None:
    """The opening book of Quits `simple` knows the start."""
    talk.ready("position quits simple start")
    talk.say("setoption name Tablebase value 1", "setoption name Lines value 2", "go time 60000")
    told = talk.until("bestmove", 10)
    assert len(told) == 3
    assert all(" exact chance " in line for line in told[:-1])
    talk.say("setoption name Tablebase value 0", "go depth 2")
    assert not any(" exact " in line for line in talk.until("bestmove"))


def test_a_level_takes_the_threads_it_is_given(talk: Talk, monkeypatch: pytest.MonkeyPatch) -> None:
    given: list[object] = []

    def noting(game: object, level: int, **more: object) -> object:
        given.append((level, more["threads"], more["seconds"]))
        return choose(start("quits", "simple"), 1)

    monkeypatch.setattr(protocol, "choose", noting)
    talk.ready("position quits simple start")
    talk.say("setoption name Level value 7", "setoption name Threads value 1")
    assert talk.ask("go").startswith("bestmove")
    talk.say("setoption name Level value 9")
    assert talk.ask("go clock 25000").startswith("bestmove")
    assert given == [(7, 1, None), (9, 1, 1.0)], "without a word a level takes its own time"


@pytest.mark.parametrize(
    "score",
    [Score(35), Score(-120), Score(29993), Score(-29992, exact=True), Score(29001, exact=True),
     Score(-29001, exact=True), Score(0, exact=True), Score(0, left=17.2)],
)  # fmt: skip
def test_what_is_written_is_read(score: Score) -> None:
    line = Line(score, start("quits").moves[:2], 5, 1200, 0.25)
    info = read_info(info_text(line, 2, 0.625).removeprefix("info "))
    assert info is not None
    assert (info.score, info.score.exact, info.score.left) == (score, score.exact, score.left)
    assert (info.number, info.depth, info.nodes, info.seconds, info.chance) == (2, 5, 1200, 0.25, 0.625)
    assert info.moves == tuple(map(str, line.moves))


@pytest.mark.parametrize("text", ["", "depth 1 pv x", "score", "score win", "score win x pv a", "score luck 3 pv a"])
def test_an_info_line_that_says_nothing_is_skipped(text: str) -> None:
    assert read_info(text) is None
