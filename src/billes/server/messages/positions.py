"""What the server sends about games and positions: lists, views, the engine's lines and marks, records."""

from __future__ import annotations

from typing import Literal

from msgspec import UNSET, Struct, UnsetType

from .responses import Entry, GesturesJson, MotionsJson, Result, SceneJson, ScenePartsJson, Sentence


class Legal(Struct):
    """A legal move by text and in sentences."""

    move: str
    sentences: list[Sentence]


class View(Struct):
    """A position with all one needs to draw and handle it."""

    game: str
    variant: str
    text: str
    player: int
    """The player to move, 0 when the game is over."""
    scene: SceneJson
    gestures: GesturesJson
    moves: list[Legal]
    warning: Sentence | None
    result: Result | None
    motions: MotionsJson | UnsetType = UNSET
    """Where a move led here: what moved."""
    entry: Entry | None = None


class Line(Struct):
    """One line of play that the engine found."""

    score: float
    """From -1 (lost for the player to move) to 1 (won)."""
    sentences: list[Sentence]
    """The score for people: `score.win`, `score.loss`, `score.won`, `score.lost`, `score.draw`, `score.left` or
    `score.marbles`, for the player to move."""
    exact: bool
    """Looked up in a tablebase, not searched."""
    moves: list[str]
    touches: tuple[str, ...]
    """A sequence of touches that plays the first move."""
    texts: list[str]
    """The position text after each move of the line."""


class Thought(Struct):
    """What the engine has found so far: the `data` of an analysis stream."""

    game: str
    variant: str
    text: str
    player: int
    depth: int
    nodes: int
    seconds: float
    lines: list[Line]
    final: bool


class Marked(Struct):
    """One move of a game under review."""

    ply: int
    player: int
    move: str
    before: float
    """Score before the move, from -1 to 1: for player 1; with more than two players for the one who moved."""
    after: float
    best: str
    mark: Literal["best", "good", "doubtful", "mistake"]
    exact: bool
    """Whether both scores were looked up in a tablebase."""
    sentences: list[Sentence]
    """The score after the move for people, for the player who moved."""


class Step(Struct, omit_defaults=True):
    """A position of a game or of a line beside it, and what led to it."""

    text: str
    player: int
    """The player to move, 0 when the game is over on the board."""
    scene: ScenePartsJson
    """The parts of the scene that differ from those of the step it follows; of the start the whole."""
    follows: int = -1
    """The number of the step that it follows, in the list, from 0; -1 for the start."""
    entry: Entry | None = None
    motions: MotionsJson | UnsetType = UNSET
    """What moved."""
    comment: str = ""
    result: Result | None = None
    """How the game ends here on the board."""


class WholeGame(Struct):
    """A game from its start to its end, with the lines beside it, in one answer."""

    game: str
    variant: str
    start: str
    """The position text the game began from."""
    players: list[str]
    """Names, player 1 first; empty where there is none."""
    tags: dict[str, str]
    """What else a record says."""
    plies: int
    """How many moves were played: the first steps, after the start. Lines that were not played follow."""
    steps: list[Step]
    result: Result | None
    """How the game that was played ended, also where the board does not say so."""
    count: int = 1
    """How many games the record holds."""
    analysis: bool = True
    """Whether the engine may be asked about it: not while several people still play it."""


class RecordText(Struct):
    """A record."""

    text: str


class Variant(Struct):
    """A variant of a game, the usual start included."""

    variant: str
    players: int
    start: str
    levels: list[int]
    """The levels the computer can play here, weakest first; their names are the sentences `level.N`."""
    about: list[Sentence]
    """How each of these levels finds its moves."""
    solvable: bool
    """Whether perfect play is known, so that it can be explored."""
    puzzles: int = 0
    """How many puzzles come with it."""


class Showcase(Struct):
    """A position worth a picture, and the move that led to it."""

    variant: str
    text: str
    last: str


class GameInfo(Struct):
    """A game that can be played here."""

    game: str
    variants: list[Variant]
    showcase: Showcase | None
    """What its picture shows; where there is none, the start of its first variant does."""
    scene: SceneJson
    """That position as things in space."""
    recommended: str = ""
    """The variant to recommend where another one has a sentence `variant.GAME.VARIANT.advice`."""
    boards: bool = False
    """Whether it can be played on other boards, given as texts."""
    lessons: int = 0
    """How many steps its lessons have; 0 where there are none."""
