"""The lessons of Bi-litaire: jump with marbles, push trays, announce, and change roles."""

from __future__ import annotations

from ...lessons.step import Answer, Step, right, wrong

ONE = "[A-D][1-4][<>^v]."
TWO = r"([A-D])(?:1\1[2]|2\1[3]|3\1[4])[<>^v].|(?:A([1-4])B\2|B([1-4])C\3|C([1-4])D\4)[<>^v]."
THREE = r"([A-D])(?:1\1[3]|2\1[4])[<>^v].|(?:A([1-4])C\2|B([1-4])D\3)[<>^v]."
NEARLY_FULL = "__oooo__/__oooo__/oooooo__/oooooo__/oooooooo/ooo..ooo/__oooooo/__oooooo t - 1 -"

STEPS = (
    Step("first", right=right()),
    Step(
        "jump",
        "__oooo__/__oooo__/oooooooo/ooo.oooo/oooooooo/oooooooo/__oooo__/__oooo__ t - 1 -",
        played="C4>1",
        right=right(),
    ),
    Step(
        "gap",
        "ooooooo./o..o..../o.__...o/oo__.o../.o__o..o/.o__..../____..../____oooo t - 1 -",
        played="A3^1",
        right=right(),
        find=True,
    ),
    Step("one", NEARLY_FULL, right=right(ONE), wrong=wrong()),
    Step("two", NEARLY_FULL, right=right(TWO), wrong=wrong()),
    Step(
        "three",
        "__oooo__/__oooo__/oooooooo/oooooooo/ooo..ooo/oooooooo/oo__oo__/oo__oo__ t - 1 -",
        right=right(THREE),
        wrong=wrong(),
    ),
    Step(
        "announce",
        "oo__oooo/oo__.ooo/ooo..o__/ooooo.__/oooo.ooo/oooooooo/oo____oo/oo____oo t - 1 -",
        right=right(".*!2"),
        wrong=wrong(),
    ),
    Step(
        "multiple",
        "oo__oooo/oo__...o/o.o.o.oo/o.....oo/____.o.o/____oo.o/o.oo__oo/oooo__oo t - 1 -",
        played="C3<1!3",
        right=right(),
    ),
    Step(
        "remove",
        "oooooooo/oo...ooo/o...__oo/o...__.o/____o..o/____oooo/oo__oooo/oo__oooo t - 1 -",
        right=right("xB2"),
        wrong=wrong(),
    ),
    Step(
        "roles",
        "oooooooo/o.o..o.o/__o.__.o/__oo__.o/______.o/______oo/oo__oo.o/oo__oooo t - 1 -",
        right=right(after=".* m - 2 .*"),
        wrong=wrong(),
    ),
    Step(
        "count",
        "....____/o..o____/..o.____/....____/____.ooo/____oooo/....__oo/o...__.o t - 2 10",
        right=right(wins=True),
        wrong=wrong(Answer("wrong.announce", ".*!.*")),
    ),
    Step(
        "isolate",
        "oo__oooo/oo__oooo/ooo.oo__/oooo..__/oooo.ooo/oooooooo/oo__oo__/oo__oo__ t - 1 -",
        right=right("C1<1|A2C2>1"),
        wrong=wrong(),
        find=True,
    ),
    Step("play", plies=10),
)
