"""A process that thinks: jobs come in as lines of JSON, what is found goes out the same way, one job at a time.

Run by `pool`. The server itself never loads the compiled engine, and a thought, however long, never holds it up. When
the server is gone, however it went, the input ends and so does this process.
"""

from __future__ import annotations

import os
import queue
import random
import signal
import sys
import threading
import time
from collections.abc import Callable
from math import exp
from typing import Any, BinaryIO, Literal

from msgspec import Struct, json

from .responses import Line, Marked, Thought, sendable

Task = Literal["move", "lines", "review", "stop"]


class Job(Struct):
    """Something to think about: a game by its start and moves."""

    id: int
    task: Task
    game: str = ""
    variant: str = ""
    start: str = ""
    moves: list[str] = []
    level: int = 1
    clock: tuple[float, float] | None = None
    seconds: float = 1.0
    lines: int = 1


class Found(Struct, omit_defaults=True):
    """What came of it: any number of thoughts, then one that is final."""

    id: int
    final: bool = False
    move: str = ""
    thought: Thought | None = None
    marked: Marked | None = None
    error: str = ""


Say = Callable[[Found], None]


class Thinker:
    """The process: one thread listens, this one thinks."""

    def __init__(self, source: BinaryIO, sink: BinaryIO) -> None:
        self.source = source
        self.sink = sink
        self.jobs: queue.SimpleQueue[Job] = queue.SimpleQueue()
        self.stop = threading.Event()
        self.current = -1
        self.stopped: set[int] = set()

    def listen(self) -> None:
        """Take jobs in; end the process with the input."""
        decoder = json.Decoder(Job)
        for line in self.source:
            job = decoder.decode(line)
            if job.task == "stop":
                self.stopped.add(job.id)
                if job.id == self.current:
                    self.stop.set()
            else:
                self.jobs.put(job)
        os._exit(0)

    def run(self) -> None:
        """Think, job after job."""
        threading.Thread(target=self.listen, daemon=True).start()
        while True:
            job = self.jobs.get()
            self.current = job.id
            self.stop.clear()
            if job.id in self.stopped:
                self.stop.set()
            try:
                last = TASKS[job.task](job, self.stop, self.say)
            except Exception as error:
                last = Found(job.id, error=f"{type(error).__name__}: {error}")
            last.final = True
            self.stopped.discard(job.id)
            self.say(last)

    def say(self, found: Found) -> None:
        """Give out what was found."""
        self.sink.write(json.encode(found) + b"\n")
        self.sink.flush()


def _game(job: Job) -> Any:
    from ..core.game import Game

    game = Game(job.game, job.variant, start=job.start or None)
    for move in job.moves:
        game.play(move)
    return game


def move(job: Job, stop: threading.Event, say: Say) -> Found:
    """The move a level plays."""
    from ..engine import choose

    seed = random.SystemRandom().randrange(1 << 30)
    played = choose(_game(job), job.level, seed=seed, clock=job.clock, stop=stop, threads=1)
    return Found(job.id, move=played.text)


def lines(job: Job, stop: threading.Event, say: Say) -> Found:
    """The best lines, told as they are found."""
    from ..engine import analyse

    game = _game(job)
    position = game.position
    if game.outcome is not None:
        return Found(job.id, thought=_thought(position, [], 0.0, final=True))
    began = time.perf_counter()

    def progress(found: list[Any]) -> None:
        say(Found(job.id, thought=_thought(position, found, time.perf_counter() - began)))

    best = analyse(
        position,
        seconds=job.seconds,
        lines=job.lines,
        progress=progress,
        history=game.positions[:-1],
        stop=stop,
        threads=1,
    )
    return Found(job.id, thought=_thought(position, best, time.perf_counter() - began, final=True))


def _thought(position: Any, found: list[Any], seconds: float, final: bool = False) -> Thought:
    return Thought(
        game=position.game,
        variant=position.variant,
        text=str(position),
        player=position.player,
        depth=max((line.depth for line in found), default=0),
        nodes=max((line.nodes for line in found), default=0),
        seconds=round(seconds, 3),
        lines=[_line(position, line) for line in found],
        final=final,
    )


def _line(position: Any, line: Any) -> Line:
    score = _even(position, line.score)
    moves, texts = [], []
    for step in line.moves:
        if position.outcome is not None:
            break
        position = position.play(step.text)
        moves.append(step.text)
        texts.append(str(position))
    told = line.score.sentence
    return Line(score, [sendable(told)], line.score.exact, moves, texts)


def _even(position: Any, score: Any) -> float:
    """A score from -1 to 1, for the player to move: twice the chance of winning, less one."""
    from ..engine.evaluation import logit_of
    from ..engine.memory import WON

    if abs(score.value) > WON:
        return 1.0 if score.value > 0 else -1.0
    return round(2 / (1 + exp(-max(-700.0, min(700.0, score.value / logit_of(position))))) - 1, 4)


def review(job: Job, stop: threading.Event, say: Say) -> Found:
    """Every move of a game, judged one after another."""
    from ..engine import review as judge

    game = _game(job)

    def progress(remark: Any) -> None:
        position = game.positions[remark.ply - 1]
        side = 1 if remark.player == 1 else -1
        best = remark.better or remark.line
        marked = Marked(
            ply=remark.ply,
            player=remark.player,
            move=remark.move.text,
            before=side * _even(position, best.score),
            after=side * _even(position, remark.line.score),
            best=best.move.text,
            mark=remark.mark,
        )
        say(Found(job.id, marked=marked))

    judge(game, seconds=job.seconds, stop=stop, progress=progress)
    return Found(job.id)


TASKS: dict[str, Callable[[Job, threading.Event, Say], Found]] = {"move": move, "lines": lines, "review": review}


def main() -> None:
    """Think for whoever is at the other end of the pipes. Nothing else may write there."""
    sink = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server, which sees to us
    if hasattr(os, "nice"):
        os.nice(5)  # the server comes first
    Thinker(sys.stdin.buffer, sink).run()


if __name__ == "__main__":
    main()
