"""The solution of a puzzle: the only results that keep the value, move after move, against the longest defence."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ..core.position import Move, Position
from ..games.registry import spec_of
from .judge import Judge, Judgement

MOST = 7  # moves of the solver
TRIED = 8  # equally long defences that are looked at
FEWEST_RESULTS = 3  # in the first position: with less there is hardly a choice


class Step(NamedTuple):
    """A move of the solver: where, what is known there, and the only right move."""

    position: Position
    judgement: Judgement
    move: Move


class Solution(NamedTuple):
    """A solution: its first judgement, the moves of both sides, and its themes."""

    judgement: Judgement
    moves: tuple[Move, ...]
    themes: tuple[str, ...]


def solution(position: Position, judge: Judge) -> Solution | None:
    """The solution of a position, None where it makes no puzzle.

    Exactly one result keeps the value at every move of the solver. Last moves that are forced are cut, and with them
    the replies that lead to them.
    """
    first = judge.judge(position)
    if first is None or not _is_task(first) or first.results < FEWEST_RESULTS:
        return None
    steps, replies = [Step(position, first, first.keeping[0])], list[Move]()
    passed = {position.state}
    while len(steps) < MOST:
        following = _next(steps[-1], judge, first.goal)
        if following is None or following[1].position.state in passed:
            break
        passed.add(following[1].position.state)
        replies.append(following[0])
        steps.append(following[1])
    while len(steps) > 1 and steps[-1].judgement.results == 1:
        steps.pop()
        replies.pop()
    moves = [steps[0].move]
    for reply, step in zip(replies, steps[1:], strict=True):
        moves += [reply, step.move]
    return Solution(first, tuple(moves), themes(position, moves, [step.judgement for step in steps]))


def _is_task(found: Judgement) -> bool:
    return found.goal != "loss" and len(found.keeping) == 1


def _next(last: Step, judge: Judge, goal: str) -> tuple[Move, Step] | None:
    """The reply and the only right move after it; None where the line ends.

    Of equally long defences the first by its text that leaves a single right move and a choice, else a single one.
    """
    now = last.position.play(last.move)
    if now.outcome is not None:
        return None
    forced = None
    for reply in sorted(judge.defences(now))[:TRIED]:
        position = now.play(reply)
        found = judge.judge(position) if position.outcome is None else None
        if found is None or found.goal != goal or not _is_task(found):
            continue
        step = reply, Step(position, found, found.keeping[0])
        if found.results > 1:
            return step
        forced = forced or step
    return forced


def themes(position: Position, moves: Sequence[Move], judgements: Sequence[Judgement]) -> tuple[str, ...]:
    """The themes of a solution: those that every game has, and the game's own."""
    found = set()
    if judgements[0].goal == "draw":
        found.add("only-draw")
    if any(one.at_once for one in judgements):
        found.add("last-chance")
    line, now = [], position
    for move in moves:
        line.append((now, move.text))
        now = now.play(move)
    spec = spec_of(position.game)
    if spec.has("puzzles"):
        found |= spec.puzzles.themes(line, now)
    return tuple(sorted(found))
