"""The lessons of Balanx: jump, roll, step aside, and fill the arrival zone."""

from __future__ import annotations

from ...lessons.step import Answer, Step, right, wrong

STEPS = (
    Step(
        "aim",
        "...1111/....111/..2..11/.2.2.1./2....../22...../222..../2...... 1",
        right=right("f4g4", wins=True),
        wrong=wrong(),
    ),
    Step(
        "jump",
        right=right("a6a4|a6c6|b7b5|b7d7|c8c6|c8e8"),
        wrong=wrong(Answer("wrong.step", "a5b5|b6c6|c7d7|d8e8")),
    ),
    Step(
        "tilt",
        "....222/....222/.....22/.1....2/11...../112..../11...../11.1... 2",
        played="g4f4",
        right=right("[ab]5d5"),
        wrong=wrong(),
    ),
    Step("roll", right=right("..c6"), wrong=wrong(), find=True),
    Step("several", right=right("a8a4|a8e8"), wrong=wrong()),
    Step(
        "colours",
        "..2..../.1...2./1.1.2../.1.122./.12..22/.1.1.2./...1.1./.....2. 1",
        right=right("b5d5|d4g4|f7f3"),
        wrong=wrong(),
    ),
    Step("side", right=right("a5b5|b6c6|c7d7|d8e8"), wrong=wrong()),
    Step(
        "forward",
        "..2.222/....222/.....22/...1..2/1....../11...../111..../111.... 1",
        right=right("d4[ce]4"),
        wrong=wrong(),
        find=True,
    ),
    Step(
        "zone",
        "..2..../..1..2./1.1.2../.1.1.2./..21212/.1.221./...1.../.....2. 1",
        right=right("f[56]f3"),
        wrong=wrong(),
    ),
    Step(
        "full",
        "...1112/....111/..2..11/.2.1.1./2....../22...../222..../2...... 1",
        right=right("f4g4", wins=True),
        wrong=wrong(),
        find=True,
    ),
    Step(
        "last",
        "...1111/.....11/......1/.2.2.../2....../22...../222.1../221.1.. 1",
        right=right("c8c6"),
        wrong=wrong(Answer("wrong.same", "c8d8")),
        find=True,
    ),
    Step("weight", "..2222./.....2./.....2./.1...../..1...2/.111..2/1..1..2/11.1..2 1", right=right()),
    Step(
        "ladder",
        ".2.22./2.2.2./11.122/11..../1..2.2/1.111./...... 1",
        "small",
        right=right("a6a1"),
        wrong=wrong(),
        find=True,
    ),
    Step("play", plies=10),
)
