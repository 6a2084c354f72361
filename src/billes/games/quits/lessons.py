"""The lessons of Quits: step, slide, and get out."""

from __future__ import annotations

from ...lessons.step import Answer, Step, right, wrong

A_STEP = "[a-e][1-5][a-e][1-5]"
A_SLIDE = r"[a-e1-5][<>^v]"

STEPS = (
    Step("aim", ".11../...../..2../...1./.22.. 1 -", right=right("d4e5", wins=True), wrong=wrong()),
    Step("first", right=right("b1c2|c1d2|a2b3|b2c3|a3b4"), wrong=wrong()),
    Step(
        "sides",
        ".1.../1..../..1.2/....2/...2. 1 -",
        right=right("c3b4|c3d2"),
        wrong=wrong(Answer("wrong.forward", "c3d4"), Answer("wrong.slide", A_SLIDE)),
    ),
    Step(
        "taken",
        ".11../1..../..1../.2.2./..22. 1 -",
        right=right("c3d2"),
        wrong=wrong(Answer("wrong.slide", A_SLIDE)),
        find=True,
    ),
    Step(
        "slide",
        ".1.../11.../.1.../..222/..22. 1 -",
        right=right("3>"),
        wrong=wrong(Answer("wrong.step", A_STEP)),
    ),
    Step(
        "back",
        ".1.1./1..../....2/..1.2/.2.2. 1 -",
        right=right("4<|cv"),
        wrong=wrong(Answer("wrong.step", "c4.*")),
        find=True,
    ),
    Step("undo", ".11../1..../...12/.2..2/...2. 2 -", played="3<", right=right(r"c3d4|c\^"), wrong=wrong()),
    Step("out", ".1.../1..../..2../...2./.2.1. 1 -", right=right("5>", wins=True), wrong=wrong()),
    Step(
        "pushed",
        ".2.1./1...2/..1../...21/.22.. 2 -",
        played="e^",
        right=right(r"d1e2|d1c2|d\^"),
        wrong=wrong(Answer("wrong.push", "1<")),
        find=True,
    ),
    Step("simple", ".1.../1..../..2../..2.1/...2. 1 -", "simple", right=right(wins=True), wrong=wrong(), find=True),
    Step("four", ".1.4./1..24/..1.3/2.4.3/.2.3. 2 -", "four", right=right(wins=True), wrong=wrong(), find=True),
    Step(
        "rows",
        ".1.../1.1../..1.2/...22/.2.2. 1 -",
        right=right(r"c\^"),
        wrong=wrong(Answer("wrong.slide", A_SLIDE)),
        find=True,
    ),
    Step("play", plies=10),
)
