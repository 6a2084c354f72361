"""Learning in the terminal: the steps of the browser, with moves typed."""

from __future__ import annotations

import json
import re
from pathlib import Path

from billes.games.registry import BUILT_IN
from billes.lessons.course import position_of, right_moves, step_of, steps_of, task

from .conftest import Run


def test_a_whole_lesson_is_played_to_the_end(run: Run, folder: Path) -> None:
    steps = steps_of("quits")
    keys = [right_moves("quits", step)[0] for step in steps if not step.plies]
    told = run("learn", "quits", "--plain", keys="\n".join([*keys, "quit", ""])).output
    assert told.count("Right!") == len(steps) - 1
    assert "Step 13 of 13: Your first moves" in told
    hints: list[str] = []
    while "You know the rules" not in told and len(hints) <= 5:  # a learner who types whatever hint is read
        told = run("learn", "quits", "--plain", keys="".join(f"{hint}\n" for hint in hints)).output
        hints = re.findall(r"A good move: (\S+)", told)
    assert len(hints) == 5
    assert told.count("A good move.") == 5
    kept = json.loads((folder / "lessons.json").read_text("utf-8"))
    assert set(kept["quits"]) == {step.name for step in steps}
    assert "13 of 13 steps done" in run("learn", keys="quits\nquit\n").output


def test_wrong_and_forbidden_moves_are_answered(run: Run, folder: Path) -> None:
    told = run("learn", "quits", "--step", "undo", "--plain", keys="3>\n1>\n1<\nmoves\nhint\nquit\n").output
    assert "Dark slides rank 3 towards a." in told
    assert "No: 3> is forbidden" in told
    assert told.count("Not quite. The marble that Dark pushed back is no further forward.") == 2
    assert told.count("A good move: c3d4") == 2
    assert "1<  1>  2>  3<" in told
    assert told.endswith("Go on with: billes learn quits\n")
    assert not (folder / "lessons.json").exists()


def test_a_lesson_goes_on_where_it_was_left(run: Run) -> None:
    assert "Step 1 of 14: The aim" in run("learn", "pylos", keys="4a1\nquit\n").output
    assert "Step 2 of 14: The first move" in run("learn", "pylos", keys="next\nquit\n").output
    french = run("learn", "pylos", "--language", "fr", keys="suivant\nquitter\n").output
    assert "Étape 3 sur 14" in french


def test_lessons_for_programs(run: Run) -> None:
    listed = json.loads(run("learn", "--json").output)
    assert [each["game"] for each in listed] == list(BUILT_IN)
    step = listed[1]["steps"][6]
    assert step["step"] == "undo"
    assert step["position"] == str(position_of("quits", step_of("quits", "undo")))
    assert step["right"] == ["c3d4", "c^"]
    assert step["task"] == str(task("quits", step_of("quits", "undo")))


def test_what_cannot_be_learned_is_said(run: Run) -> None:
    assert "morris has no lessons" in run("learn", "morris").output
    assert "the lessons of quits have no step 99" in run("learn", "quits", "--step", "99").output
