"""The few words written on the boards themselves, in pictures and terminals: short, without full stops."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

from .scene import Count, Player, Scene

Captions: TypeAlias = Mapping[str, str]

ENGLISH: Captions = {
    "pylos": "Pylos",
    "quits": "Quits",
    "balanx": "Balanx",
    "bilitaire": "Bi-litaire",
    "ivory": "Ivory",
    "night": "Night",
    "amber": "Amber",
    "celadon": "Celadon",
    "role marbles": "marbles",
    "role trays": "trays",
    "to move": "to move",
    "won": "wins",
    "drawn": "draw",
    "last": "last move",
    "goal": "goal {place}",
    "barred": "may not be played",
    "leans": "leans to {name}",
    "level": "level",
    "reserve": "reserve {value}",
    "out": "{value} of {of} out",
    "zone": "zone filled {value} of {of}",
    "marbles": "{value} left",
    "taken": "{value} taken",
    "trays": "{value} left",
    "score": "{value} to beat",
    "round": "round {value}",
    "announced": "announced",
    "jumps": "{value} jumps",
    "wins": "{name} wins",
    "a draw": "A draw",
    "the end": "The round is over",
    "why top": "the last ball is on the top",
    "why reserve": "the next player has no ball left in reserve",
    "why blocked": "the next player has no legal move",
    "why out": "enough marbles are out",
    "why zone": "the arrival zone is full",
    "why score": "marbles left: {scores}",
}
FRENCH: Captions = {
    "pylos": "Pylos",
    "quits": "Quits",
    "balanx": "Balanx",
    "bilitaire": "Bi-litaire",
    "ivory": "Ivoire",
    "night": "Nuit",
    "amber": "Ambre",
    "celadon": "Céladon",
    "role marbles": "billes",
    "role trays": "plateaux",
    "to move": "au trait",
    "won": "gagne",
    "drawn": "nulle",
    "last": "dernier coup",
    "goal": "but {place}",
    "barred": "interdit",
    "leans": "penche vers {name}",
    "level": "étage",
    "reserve": "réserve {value}",
    "out": "{value} sur {of} sorties",
    "zone": "zone remplie {value} sur {of}",
    "marbles": "reste {value}",
    "taken": "{value} prises",
    "trays": "reste {value}",
    "score": "{value} à battre",
    "round": "manche {value}",
    "announced": "annoncé",
    "jumps": "{value} sauts",
    "wins": "{name} gagne",
    "a draw": "Partie nulle",
    "the end": "La manche est finie",
    "why top": "la dernière bille est au sommet",
    "why reserve": "le suivant n'a plus de bille en réserve",
    "why blocked": "le suivant n'a plus aucun coup",
    "why out": "assez de billes sont sorties",
    "why zone": "la zone d'arrivée est pleine",
    "why score": "billes restantes : {scores}",
}


def captions(language: str) -> Captions:
    """The words of a language; English where it is not known."""
    return FRENCH if language == "fr" else ENGLISH


def counted(count: Count, say: Captions) -> str:
    """A count in words."""
    return say[count.name].format(value=count.value, of=count.of)


def title(scene: Scene, say: Captions) -> str:
    """The game and its variant, with the round where there is one."""
    rounds = [counted(count, say) for count in scene.counts if count.name in ("round", "score")]
    return ", ".join([f"{say[scene.game]} {scene.variant}", *rounds])


def state(player: Player, scene: Scene, say: Captions) -> str:
    """What is to be said of a player at once: to move, winner, draw; nothing otherwise."""
    if scene.ending is None:
        return say["to move"] if player.to_move else ""
    if scene.ending.draw:
        return say["drawn"]
    return say["won"] if player.won else ""


def ending(scene: Scene, say: Captions) -> tuple[str, str]:
    """How the game ended and why; two empty strings while it goes on."""
    end = scene.ending
    if end is None:
        return "", ""
    winner = [say["wins"].format(name=say[player.matter]) for player in scene.players if player.won]
    head = winner[0] if winner else say["a draw"] if end.draw else say["the end"]
    return head, say[f"why {end.reason}"].format(scores=", ".join(map(str, end.scores)))


def sentence(scene: Scene, say: Captions) -> str:
    """The whole picture in one sentence, for those who hear it."""
    head, reason = ending(scene, say)
    mover = [f"{say[player.matter]} {say['to move']}" for player in scene.players if player.to_move]
    parts = [title(scene, say), f"{head}, {reason}" if head else "".join(mover)]
    if scene.last:
        parts.append(f"{say['last']} {scene.last}")
    return "; ".join(parts)
