"""Matches: many games between contestants, over random openings with the sides exchanged, kept and resumable.

Every opening is played twice, the second time with all seats exchanged; with four players each contestant has two seats
and the three ways to seat them take turns. A finished game is written to the records at once, so that a match that was
interrupted, even by a kill, goes on where it was.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, closing
from dataclasses import dataclass, field
from functools import partial
from itertools import combinations
from pathlib import Path

from ..core.cluster import cluster as on_cluster
from ..core.errors import BadRecord, BillesError
from ..core.game import Game
from ..core.position import start
from ..core.record import load
from ..core.sentences import Sentence
from ..games.registry import known
from .contestants import Contestant, Terms, contestant
from .conversation import Failure
from .match_score import MatchScore
from .openings import openings
from .workers import run_tasks

SEATINGS = {2: ("AB",), 3: ("ABB", "BAB", "BBA"), 4: ("ABAB", "AABB", "ABBA")}
EXCHANGE = str.maketrans("AB", "BA")
LONGEST = 600  # moves; a game that takes longer is a draw

Progress = Callable[[list[MatchScore]], None]


@dataclass(frozen=True)
class Plan:
    """A match: which contestants meet, how often, from which openings and on what terms.

    `games` are those of every pairing, `plies` the random moves of an opening. With `adjudicate` a game of two is won
    as soon as a contestant has proved that it wins.
    """

    game: str
    variant: str
    pairings: tuple[tuple[str, str], ...]
    games: int = 100
    plies: int = 4
    seed: int = 0
    terms: Terms = field(default_factory=Terms)
    longest: int = LONGEST
    adjudicate: bool = False

    def __post_init__(self) -> None:
        known(self.game, self.variant)
        if len(set(self.pairings)) < len(self.pairings):
            raise BillesError.of("match.twice")
        for pairing in self.pairings:
            for name in pairing:
                contestant(name, self.terms)

    @property
    def terms_text(self) -> str:
        """All that must be the same for games to belong to the same match."""
        terms = self.terms
        limits = [f"{terms.seconds} s"] if terms.seconds is not None else []
        limits += [f"{terms.nodes} nodes"] if terms.nodes is not None else []
        more = [f"threads {terms.threads}", f"longest {self.longest}"]
        more += ["adjudicated"] if self.adjudicate else []
        return ", ".join([f"seed {self.seed}", f"openings {self.plies}", *limits, *more])


@dataclass(frozen=True, slots=True)
class Task:
    """One game to be played: the pairing, the number of the opening and its moves, and who sits where."""

    pairing: tuple[str, str]
    round: str
    sides: str
    opening: tuple[str, ...]

    @property
    def key(self) -> tuple[tuple[str, str], str]:
        """What tells it from every other game of the match."""
        return self.pairing, self.round


def every_pair(names: Sequence[str]) -> tuple[tuple[str, str], ...]:
    """Every pair of contestants."""
    return tuple(combinations(names, 2))


def compete(
    plan: Plan,
    *,
    jobs: int = 1,
    record: Path | None = None,
    resume: bool = False,
    progress: Progress | None = None,
    cluster: str | None = None,
) -> list[MatchScore]:
    """Play a match, or the rest of one; one score per pairing.

    Games are played by `jobs` processes here, or by the workers of the `cluster` whose scheduler is named.
    `progress` is called with the scores before the first game and after every one. Failure says that a program cannot
    be started, BadRecord that the records belong to something else, or that there are some already.
    """
    scores = {pairing: MatchScore(*pairing) for pairing in plan.pairings}
    played = _before(plan, record, resume)
    wanted = {(pairing, name) for pairing in plan.pairings for name in _rounds(plan)}
    for game in played:
        if (key := _key(game)) in wanted:
            scores[key[0]].add(game)
    if progress is not None:
        progress(list(scores.values()))
    left = _left(plan, played)
    if left and cluster is None:
        prepare(plan)
    with ExitStack() as stack:
        workers = stack.enter_context(on_cluster(cluster)) if cluster is not None and left else None
        tasks = run_tasks(left, partial(_GameRunner, plan), max(1, min(jobs, len(left))), workers)
        finished = stack.enter_context(closing(tasks))
        for text in finished:
            if record is not None:
                with record.open("ab", buffering=0) as file:  # one write per game: it is there whole, or it is not
                    file.write(text.encode())
            game = load(text)
            scores[_key(game)[0]].add(game)
            if progress is not None:
                progress(list(scores.values()))
    return list(scores.values())


def prepare(plan: Plan) -> None:
    """Compile what the contestants need, and see whether the programs among them can be started."""
    game = Game(plan.game, plan.variant)
    for name in {name for pairing in plan.pairings for name in pairing}:
        contestant(name, plan.terms).prepare(game)


# ------------------------------------------------------------------------------------------------------- the games
def _rounds(plan: Plan) -> Iterator[str]:
    """The names of the games of a pairing: 1.1, 1.2, 2.1 and so on, the opening and the turn."""
    for number in range(plan.games):
        yield f"{number // 2 + 1}.{number % 2 + 1}"


def _left(plan: Plan, played: list[Game]) -> list[Task]:
    """The games still to be played. The second from an opening has the moves that the first one had."""
    seatings = SEATINGS[start(plan.game, plan.variant).players]
    done = {_key(game) for game in played}
    lines = openings(plan.game, plan.variant, (plan.games + 1) // 2, plan.plies, plan.seed)
    kept = {
        (key[0], key[1].partition(".")[0]): tuple(map(str, game.moves[: plan.plies]))
        for game in played
        if len(game.moves) >= plan.plies
        for key in [_key(game)]
    }
    tasks = []
    for pairing in plan.pairings:
        for name in _rounds(plan):
            number, _, turn = name.partition(".")
            sides = seatings[int(number) % len(seatings)]
            sides = sides if turn == "1" else sides.translate(EXCHANGE)
            opening = kept.get((pairing, number), lines[int(number) - 1])
            tasks.append(Task(pairing, name, sides, opening))
    return [task for task in tasks if task.key not in done]


class _GameRunner:
    """Plays games of a match, one after the other; contestants stay while their pairing goes on."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.contestants: dict[tuple[str, str], Contestant] = {}

    def __call__(self, task: Task) -> str:
        """Play a game; gives its record."""
        wanted = [*zip("AB", task.pairing, strict=True)]
        for key in [key for key in self.contestants if key not in wanted]:
            self.contestants.pop(key).close()
        for key in wanted:
            if key not in self.contestants:
                self.contestants[key] = contestant(key[1], self.plan.terms)
        return play(self.plan, task, {side: self.contestants[side, name] for side, name in wanted}).record() + "\n"

    def close(self) -> None:
        """Close all contestants."""
        for who in self.contestants.values():
            who.close()


def play(plan: Plan, task: Task, pair: dict[str, Contestant]) -> Game:
    """Play one game of a match to its end."""
    names = [pair[side].name for side in task.sides]
    tags = {
        "A": task.pairing[0],
        "B": task.pairing[1],
        "Round": task.round,
        "Sides": task.sides,
        "Terms": plan.terms_text,
    }
    game = Game(plan.game, plan.variant, players=names, tags=tags)
    for move in task.opening:
        game.play(move)
    chance = random.Random(f"{plan.seed} {task.pairing} {task.round}")
    seat = 1
    try:
        for side, who in pair.items():
            seat = task.sides.index(side) + 1
            who.begin(game, chance.getrandbits(31))
        while game.outcome is None:
            if len(game.moves) >= plan.longest:
                game.tags |= {"Fault": "length", "Termination": f"{plan.longest} moves without an end"}
                return game.end("adjudication")
            seat = game.position.player
            who = pair[task.sides[seat - 1]]
            game.play(who.move(game))
            if plan.adjudicate and who.proved and game.outcome is None and game.position.players == 2:
                game.tags["Termination"] = "a win that was proved"
                return game.end("adjudication", seat)
    except Failure as failure:
        pair[task.sides[seat - 1]].close()
        game.tags |= {"Fault": failure.reason, "Forfeit": str(seat), "Termination": str(failure)}
        winner = 3 - seat if game.position.players == 2 else None
        game.end("time" if failure.reason == "time" else "adjudication", winner)
    return game


# ----------------------------------------------------------------------------------------------------- the records
def _key(game: Game) -> tuple[tuple[str, str], str]:
    return (game.tags["A"], game.tags["B"]), game.tags["Round"]


def _before(plan: Plan, record: Path | None, resume: bool) -> list[Game]:
    """The games of this match that are in the records already; a last one that is not whole is cut off."""
    if record is None or not record.exists():
        if record is not None:
            record.parent.mkdir(parents=True, exist_ok=True)
        return []
    text = record.read_text(encoding="utf-8")
    if not text.strip():
        return []
    if not resume:
        raise BadRecord.of("match.exists", file=str(record))
    games, whole = read_whole(text)
    for game in games:
        tags = game.tags
        same = (game.game, game.variant, tags.get("Terms")) == (plan.game, plan.variant, plan.terms_text)
        if not same or not {"A", "B", "Round", "Sides"} <= tags.keys():
            found = f"{game.game} {game.variant}, {tags.get('Terms', '-')}"
            wanted = f"{plan.game} {plan.variant}, {plan.terms_text}"
            raise BadRecord.of("match.other", file=str(record), found=found, wanted=wanted)
    rest = text[whole:]
    if re.search(r"^\[Result ", rest, re.MULTILINE) and '[Terms "' not in rest:
        raise BadRecord.of("match.other", file=str(record), found="-", wanted=f"{plan.game} {plan.variant}")
    if whole < len(text):
        with record.open("r+", encoding="utf-8") as file:
            file.truncate(len(text[:whole].encode()))
    unique = {_key(game): game for game in games}
    return list(unique.values())


def read_whole(text: str) -> tuple[list[Game], int]:
    """The games of a text, and where the last whole one ends: a process that was killed may have left half a record."""
    begins = [found.start() for found in re.finditer(r"(?:\A|(?<=\n\n))\[", text)]
    if not begins or begins[0]:
        raise BadRecord.of("record.line", line=1, why=Sentence("match.tag"))
    games: list[Game] = []
    for begin, end in zip(begins, [*begins[1:], len(text)], strict=True):
        block = text[begin:end]
        result = re.search(r'^\[Result "([^"]*)"\]$', block, re.MULTILINE)
        if result is None or block.split()[-1] != result[1] or not block.endswith("\n\n"):
            if end < len(text):
                line = text.count("\n", 0, begin) + 1
                raise BadRecord.of("record.line", line=line, why=Sentence("match.half"))
            return games, begin
        games.append(load(block))
    return games, len(text)
