"""The few words written on the boards themselves, in pictures and terminals."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING
from unicodedata import normalize

from ..core.sentences import Sentence, own, render
from .scene import Count, Player, Scene
from .sentences import outcome_sentences

if TYPE_CHECKING:
    from ..core.position import Position

ASCII = str.maketrans({"×": "x", "’": "'", "«": '"', "»": '"', "…": "...", "–": "-", "·": "-"})


@dataclass(frozen=True)
class Captions:
    """What is written on a scene in some language; in plain ASCII, if wanted."""

    scene: Scene
    end: tuple[Sentence, ...]
    """How the game ended and why; nothing while it goes on."""
    language: str
    plain: bool = False

    @classmethod
    def of(cls, position: Position, scene: Scene, language: str, plain: bool = False) -> Captions:
        """What is written on the scene of a position."""
        end = position.outcome
        return cls(scene, outcome_sentences(position, end) if end else (), language, plain)

    def say(self, key: str, player: int = 0, **params: int | str) -> str:
        """A sentence by its key, about a player called {name} where there is one."""
        return self.render(Sentence(key, params, {"name": player} if player else {}))

    def render(self, *sentences: Sentence) -> str:
        """Sentences in words."""
        said = render(sentences, self.language, game=self.scene.game)
        return normalize("NFKD", said.translate(ASCII)).encode("ascii", "ignore").decode() if self.plain else said

    def player(self, player: Player) -> str:
        """What a player is called."""
        return self.say(own(f"player.{player.number}", self.scene.game))

    def count(self, count: Count) -> str:
        """A count in words."""
        return self.say(f"count.{count.name}", value=count.value, of=count.of)

    def heading(self) -> list[str]:
        """The game, its variant and what is counted for all."""
        scene = self.scene
        counts = [self.count(count) for count in scene.counts if count.name != "announced"]
        return [self.say(f"game.{scene.game}"), self.say(f"variant.{scene.game}.{scene.variant}"), *counts]

    def state(self, player: Player) -> str:
        """What is to be said of a player at once: to move, winner, draw; nothing otherwise."""
        if self.scene.ending is None:
            return self.say("state.turn") if player.to_move else ""
        if self.scene.ending.draw:
            return self.say("state.draw")
        return self.say("state.won") if player.won else ""

    def last(self) -> str:
        """The last move; nothing where none is marked."""
        return self.say("last", move=self.scene.last) if self.scene.last else ""

    def summary(self) -> str:
        """The whole picture in one sentence, for those who hear it."""
        mover = "".join(self.say("turn", player.number) for player in self.scene.players if player.to_move)
        parts = [*self.heading(), self.render(*self.end).rstrip(".") or mover, self.last()]
        return " · ".join(part for part in parts if part)
