"""What a board is made of, in words every game shares: the types of a scene.

A scene is all one needs to draw a position, flat or in space, without knowing its game. Units are distances between
neighbouring places; x runs right along the files, y up, z towards player 1, so that rank 1 is nearest. The origin is
the middle of the board, at the height of the face the lowest marbles lie in.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from functools import cached_property
from typing import Any, Literal, TypeAlias

Point: TypeAlias = tuple[float, float, float]
"""A point in space: x, y, z."""

Flat: TypeAlias = tuple[float, float]
"""A point or a direction seen from above: x, z."""

Matter: TypeAlias = Literal["ivory", "night", "amber", "celadon", "ribbon", "steel"]
"""What a marble is made of; the four players' matters carry their signs."""

Wood: TypeAlias = Literal["walnut", "oak", "ebony", "beech", "felt"]
"""What a slab is made of; the felt's colour is the game's own."""

MarkKind: TypeAlias = Literal["rest", "from", "via", "taken", "path", "slid", "gone", "won"]
"""rest: where a marble lies now. from: where it came from. via: where it touched down on its way. taken: where a marble
left the board. path: the places of its way in order. slid: slabs that moved. gone: slots they left. won: a place that
decided the game."""

MATTERS: dict[int, Matter] = {1: "ivory", 2: "night", 3: "amber", 4: "celadon"}
"""The matter of each player's marbles."""

SIGNS: dict[Matter, str] = {"ivory": "ring", "night": "star", "amber": "eye", "celadon": "dots"}
"""The sign that tells a matter apart where colours do not."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where something can lie. `at` is the centre of a marble lying there (of a tray's face, for a slot)."""

    id: str
    at: Point
    radius: float
    kind: Literal["bowl", "pocket", "slot", "seat"]
    """bowl: cut into wood. pocket: between four marbles. slot: for a tray. seat: not played on, in a store or track."""
    level: int = 1
    on: str = ""
    """The slab it is cut into and moves with, if any."""
    open: bool = True
    """False for a pocket whose supports are not all filled: nothing can lie there yet."""


@dataclass(frozen=True, slots=True)
class Marble:
    """A marble on a place. Owner 0 is nobody: marbles that all players share, and steel balls."""

    place: str
    owner: int
    radius: float
    matter: Matter
    hue: int = 0
    """Which of the ribbon hues, 0 to 6; 0 for other matters."""


@dataclass(frozen=True, slots=True)
class Slab:
    """A flat piece of wood or felt, box or disc. `at` is the middle of its upper face, `size` width, height, depth."""

    id: str
    kind: Literal["base", "rim", "floor", "board", "tile", "tray", "cup"]
    matter: Wood
    at: Point
    size: Point
    shape: Literal["box", "disc"] = "box"
    corner: float = 0.0
    """Radius of the corners seen from above."""
    hole: Flat | None = None
    """Width and depth of the opening cut right through its middle, of the same shape."""
    on: str = ""
    """The slot a tray stands on."""
    beside: bool = False
    """Stands beside the board proper: cups, side trays, removed trays."""
    fixed: bool = True
    """Stays level when the board tilts."""


@dataclass(frozen=True, slots=True)
class Groove:
    """A trough along places in which marbles roll; a track holds a steel ball and is not played on."""

    id: str
    places: tuple[str, ...]
    radius: float
    track: bool = False


@dataclass(frozen=True, slots=True)
class Line:
    """A thin line let into the board from place to place, where the rules speak of lines."""

    places: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Zone:
    """Places that mean something to one player, and their outline on the board (x, z), closed."""

    id: str
    owner: int
    kind: Literal["base", "goal", "arrival"]
    places: tuple[str, ...]
    outline: tuple[Flat, ...]


@dataclass(frozen=True, slots=True)
class Medal:
    """A medallion with a player's sign, let into the wood beside their goal."""

    owner: int
    at: Point
    radius: float


@dataclass(frozen=True, slots=True)
class Arrow:
    """An arrow on the rail; its id is the text of the slide it stands for."""

    id: str
    at: Point
    towards: Flat
    barred: bool = False
    """The one slide the player to move may not play."""
    label: str = ""
    """The key of what it is called in the catalogue: its placeholders are {row} and {end}."""
    row: str = ""
    end: str = ""


@dataclass(frozen=True, slots=True)
class Store:
    """Where marbles wait or end: a reserve, a cup of marbles out, the captured ones. Seats are filled in order."""

    id: str
    kind: Literal["reserve", "out", "taken"]
    owner: int
    seats: tuple[str, ...]
    beside: bool = False


@dataclass(frozen=True, slots=True)
class Label:
    """A coordinate burnt into the wood."""

    text: str
    at: Point
    size: float


@dataclass(frozen=True, slots=True)
class Tilt:
    """How the board leans: turned by `degrees` about the x axis through `pivot`, down on the side of a player."""

    towards: int
    degrees: float
    pivot: Point


@dataclass(frozen=True, slots=True)
class Mark:
    """A trace of the last move, drawn in brass."""

    kind: MarkKind
    places: tuple[str, ...] = ()
    slabs: tuple[str, ...] = ()
    towards: Flat | None = None


@dataclass(frozen=True, slots=True)
class Count:
    """A number worth telling: how many out of how many, and where it matters the matters of those counted."""

    name: str
    """The end of its key in the catalogue, ``count.NAME``. Trays are drawn as squares, other things as marbles."""
    value: int
    of: int = 0
    """The most it can be; 0 if that says nothing."""
    matters: tuple[Matter, ...] = ()


@dataclass(frozen=True, slots=True)
class Player:
    """A player as the table shows them: marble, side of the table, whether it is their turn, counts."""

    number: int
    matter: Matter
    sign: str
    side: Literal["near", "far"]
    to_move: bool
    role: str = ""
    """What the player handles, in games where that differs: the end of a key in the catalogue, ``role.NAME``."""
    won: bool = False
    counts: tuple[Count, ...] = ()


@dataclass(frozen=True, slots=True)
class Ending:
    """How the game ended: the winner's number or 0, whether it is a draw, a keyword for why, scores if it has any."""

    winner: int
    draw: bool
    reason: str
    scores: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class View:
    """Where a camera stands by default, in degrees; the narrow one is for upright screens."""

    yaw: float
    pitch: float
    fov: float
    narrow_yaw: float
    narrow_pitch: float


@dataclass(frozen=True)
class Scene:
    """A position as things in space. Slabs are listed from the lowest up, so that drawing in order covers rightly."""

    game: str
    variant: str
    text: str
    last: str
    """The move that led here, or nothing."""
    felt: str
    """Which felt the game is lined with: moss, slate, brick or plum; any other name gives one like moss."""
    view: View
    players: tuple[Player, ...]
    places: tuple[Place, ...]
    marbles: tuple[Marble, ...]
    slabs: tuple[Slab, ...]
    grooves: tuple[Groove, ...] = ()
    lines: tuple[Line, ...] = ()
    zones: tuple[Zone, ...] = ()
    medals: tuple[Medal, ...] = ()
    arrows: tuple[Arrow, ...] = ()
    stores: tuple[Store, ...] = ()
    labels: tuple[Label, ...] = ()
    marks: tuple[Mark, ...] = ()
    counts: tuple[Count, ...] = ()
    """Numbers that belong to the table and no one player: round, score of the round before, announced jumps."""
    tilt: Tilt | None = None
    ending: Ending | None = None

    @cached_property
    def by_id(self) -> dict[str, Place]:
        """The places by name."""
        return {place.id: place for place in self.places}

    @cached_property
    def lying(self) -> dict[str, Marble]:
        """The marbles by the place they lie on."""
        return {marble.place: marble for marble in self.marbles}

    def as_dict(self) -> dict[str, Any]:
        """Give the scene as plain values, ready to be sent as JSON."""
        return asdict(self)
