"""The lessons of Pylos: place, raise, take back, and how a game is won."""

from __future__ import annotations

from ...lessons.step import Answer, Step, right, wrong

STEPS = (
    Step("top", "1212212112122121/212121212/1221/. 1", right=right(wins=True)),
    Step("place", right=right()),
    Step("stack", ".....12..21...../........./..../. 1", right=right("2b2"), wrong=wrong()),
    Step(
        "raise",
        "2....12..21....1/........./..../. 1",
        right=right("1d4>2b2"),
        wrong=wrong(Answer("wrong.place", "2b2")),
    ),
    Step("free", "121.212........1/2......../..../. 1", right=right(".*>.*"), wrong=wrong(), find=True),
    Step(
        "square",
        "2..2.11..1.....2/........./..../. 1",
        right=right("1c3-.*-.*"),
        wrong=wrong(Answer("wrong.one", "1c3-.*")),
    ),
    Step(
        "take",
        "12.221.2..11221./1......../..../. 1",
        right=right("1d4-1(a1|b2)-2a1"),
        wrong=wrong(Answer("wrong.other", "1d4-.*")),
    ),
    Step(
        "both",
        "1222212.12122..1/11.1...../..../. 1",
        right=right("1d4>2b2-.*"),
        wrong=wrong(Answer("wrong.place", "2b2-.*")),
    ),
    Step("reserve", "2122122121221212/2212122../..../. 1", right=right(wins=True)),
    Step("save", "1212212112122121/121212221/11../. 1", right=right(".*>.*"), wrong=wrong(), find=True),
    Step(
        "children",
        "12.221.2..112.1./........./..../. 1",
        "children",
        right=right(".*>2a1"),
        wrong=wrong(Answer("wrong.square", "1d4")),
    ),
    Step(
        "lines",
        "111.212..2122.../........./..../. 1",
        "expert",
        right=right("1d1-.*"),
        wrong=wrong(Answer("wrong.diagonal", "1d4")),
    ),
    Step("block", "1..1.22..2.....1/........./..../. 1", right=right("1c3"), wrong=wrong(), find=True),
    Step("play", plies=10),
)
