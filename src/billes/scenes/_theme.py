"""The colours of pictures, on a light and on a dark page."""

from __future__ import annotations

from dataclasses import dataclass, field

RIBBONS = ("#e2502a", "#f0a400", "#2a9a62", "#1f7fc4", "#7b4cc2", "#d8457f", "#12aaa5")
"""The seven hues of ribbon glass."""

BRASS, BRASS_EDGE = "#f0bf5c", "#4a2a06"
"""The mark of what just happened, and the dark edge that keeps it apart from light wood."""

INKS = {"ivory": "#f6eedd", "night": "#7b97f5", "amber": "#f39a2b", "celadon": "#55b0a3"}
"""What a player's lips and outlines are painted with on dark wood: their matter, bright enough for it."""


@dataclass(frozen=True, slots=True)
class Theme:
    """One set of colours: page and plates, woods (lit side, shaded side), felts."""

    page: str
    surface: str
    raised: str
    line: str
    ink: str
    ink2: str
    did: str
    did_soft: str
    on_felt: str
    woods: dict[str, tuple[str, str]]
    felts: dict[str, str]
    accents: dict[str, str]
    shade: float
    """How strong shadows are."""
    inks: dict[str, str] = field(default_factory=lambda: INKS)
    """What a player's lips and outlines are painted with."""
    lines: float = 3.5
    """How thick those outlines are."""
    arrows: float = 1.0
    """How thick arrows are, compared with those on a screen."""
    mark: str = BRASS
    mark_edge: str = BRASS_EDGE
    outline: str = ""
    """A thin line round every marble, where light ones would not show on light wood."""
    grain: bool = True
    """Whether wood shows its grain."""
    groove: tuple[str, str, str, str, str] = ("#0a0706", "#3a302a", "#6b5d53", "#3a302a", "#15100d")
    """A groove from its left wall over its floor to its right wall."""
    signs: str = "#f3e3cc"
    """What is engraved in dark wood: coordinates, the way a board leans, the slide that is forbidden."""

    def felt(self, name: str) -> str:
        """The colour of a felt; an unknown one looks like moss."""
        return self.felts.get(name, self.felts["moss"])

    def accent(self, name: str) -> str:
        """The colour of what is pointed out in a game with that felt."""
        return self.accents.get(name, self.accents["moss"])


LIGHT = Theme(
    page="#e6e8e4",
    surface="#f2f3f0",
    raised="#fbfcfa",
    line="#cfd4ce",
    ink="#1c2422",
    ink2="#4c5854",
    did="#9a5a10",
    did_soft="#f1e2c8",
    on_felt="#ffffff",
    woods={
        "walnut": ("#86603f", "#6a452f"),
        "oak": ("#e8c898", "#d5ae7c"),
        "ebony": ("#4a3d36", "#352b26"),
        "beech": ("#ead0ae", "#d9b78e"),
    },
    felts={"moss": "#37563f", "slate": "#33506b", "brick": "#7a3a32", "plum": "#4a3f5e"},
    accents={"moss": "#37563f", "slate": "#2f5478", "brick": "#86392f", "plum": "#5a4380"},
    shade=0.55,
)

DARK = Theme(
    page="#14181a",
    surface="#1c2123",
    raised="#252b2d",
    line="#465052",
    ink="#edf0ed",
    ink2="#b4bebb",
    did="#e9b95c",
    did_soft="#352b18",
    on_felt="#0f1613",
    woods={
        "walnut": ("#5d402c", "#432c1f"),
        "oak": ("#c9a06b", "#b0854f"),
        "ebony": ("#2c2421", "#1c1614"),
        "beech": ("#d3ad82", "#bf966a"),
    },
    felts={"moss": "#2c4733", "slate": "#294158", "brick": "#642d27", "plum": "#40365a"},
    accents={"moss": "#6fa383", "slate": "#7aa6d2", "brick": "#df8b7b", "plum": "#b39ddd"},
    shade=0.7,
)

PAPER = Theme(
    page="#ffffff",
    surface="#ffffff",
    raised="#ffffff",
    line="#888888",
    ink="#000000",
    ink2="#333333",
    did="#000000",
    did_soft="#eeeeee",
    on_felt="#000000",
    woods={
        "walnut": ("#e9e4dd", "#dcd5cb"),
        "oak": ("#ffffff", "#f6f3ee"),
        "ebony": ("#d3cec8", "#c6c0b9"),
        "beech": ("#ffffff", "#f3eee6"),
    },
    felts=dict.fromkeys(("moss", "slate", "brick", "plum"), "#aaa7a2"),
    accents=dict.fromkeys(("moss", "slate", "brick", "plum"), "#000000"),
    shade=0.3,
    inks={"ivory": "#8c7647", "night": "#26398a", "amber": "#b8640c", "celadon": "#2b7268"},
    lines=7,
    arrows=1.6,
    mark="#000000",
    mark_edge="#ffffff",
    outline="#40352a",
    grain=False,
    groove=("#6f6a66", "#9c9691", "#b4aea8", "#9c9691", "#7a7570"),
    signs="#3a332d",
)
"""For printing: pale wood, so that a sheet takes little ink and its letters are black on white."""
