"""The colours of pictures, on a light and on a dark page."""

from __future__ import annotations

from dataclasses import dataclass

RIBBONS = ("#e2502a", "#f0a400", "#2a9a62", "#1f7fc4", "#7b4cc2", "#d8457f", "#12aaa5")
"""The seven hues of ribbon glass."""

BRASS, BRASS_EDGE = "#f0bf5c", "#4a2a06"
"""The mark of what just happened, and the dark edge that keeps it apart from light wood."""

INKS = {"ivory": "#f6eedd", "night": "#7b97f5", "amber": "#f39a2b", "celadon": "#55b0a3"}
"""What a player's lips and outlines are painted with: their matter, bright enough for dark wood."""


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
