"""Bursts of requests that cost much."""

from __future__ import annotations

import asyncio
import random
from collections import Counter
from collections.abc import Awaitable

import httpx

from billes.core.game import Game
from billes.games.registry import working
from billes.lessons import course
from billes.lessons.step import Step
from billes.puzzle.puzzle import puzzles

from .target import LONG, Target, attack, long_game, plainly, shown


@attack
async def positions(target: Target) -> str:
    """150 free positions at once, all different."""
    rng = random.Random(3)
    game = Game("bilitaire", "match")
    texts = [str(game.position)]
    while game.outcome is None:
        game.play(rng.choice(game.position.moves).text)
        texts.append(str(game.position))
    return await target.burst(
        150,
        lambda client, number: client.post(
            "/api/position", json={"game": "bilitaire", "variant": "match", "text": texts[number % (len(texts) - 1)]}
        ),
    )


@attack
async def interface_pages(target: Target) -> str:
    """The page about the interface, 150 times at once."""
    return await target.burst(150, lambda client, number: client.get("/api/docs"))


@attack
async def pictures(target: Target) -> str:
    """150 pictures at once, all different."""
    return await target.burst(
        150, lambda client, number: client.get("/api/svg", params={"game": "bilitaire", "size": 40 + number % 1900})
    )


@attack
async def states(target: Target) -> str:
    """The state of a long game, 150 times at once."""
    return await target.burst(150, lambda client, number: client.get(f"/api/tables/{LONG}"))


@attack
async def whole_games(target: Target) -> str:
    """A long game with all its positions, 20 times at once."""
    return await target.burst(20, lambda client, number: client.get(f"/api/tables/{LONG}/game"))


@attack
async def records(target: Target) -> str:
    """Records of long games to be opened, 20 times at once."""
    text = long_game().record()
    return await target.burst(20, lambda client, number: client.post("/api/record", json={"text": text}))


@attack
async def lists(target: Target) -> str:
    """What a page asks for when it is opened, without end."""
    paths = ("/api/games", "/api/sentences/fr", "/api/tables", "/api/rules/en/quits", "/api/me", "/")
    return await target.burst(150, lambda client, number: client.get(paths[number % len(paths)]))


@attack
async def practice(target: Target) -> str:
    """150 moves of practice at once, late in games that are long."""
    bodies = [{"moves": moves} for moves in played_on("bilitaire", "match", 12)]
    name = puzzles("bilitaire", "match")[0].id
    path = f"/api/training/bilitaire/match/practice/{name}"
    return await target.burst(150, lambda client, number: client.post(path, json=bodies[number % len(bodies)]))


@attack
async def lessons(target: Target) -> str:
    """150 moves at once in the game at the end of the lessons."""
    step = last_step("bilitaire")
    games = played_on("bilitaire", "match", 12, str(course.position_of("bilitaire", step)), step.plies - 1)
    bodies = [{"moves": moves[:-1], "move": moves[-1]} for moves in games]
    path = f"/api/lessons/bilitaire/{step.name}"
    return await target.burst(150, lambda client, number: client.post(path, json=bodies[number % len(bodies)]))


@attack
async def training(target: Target) -> str:
    """What is asked in training, 150 times at once: figures, puzzles, tries."""
    here = "/api/training/quits/standard"
    names = [one.id for one in puzzles("quits", "standard")]
    paths = (here, f"{here}/next", f"{here}/rush", f"{here}/practice", f"{here}/next?mode=mistakes")

    def ask(client: httpx.AsyncClient, number: int) -> Awaitable[httpx.Response]:
        if number % 2:
            body = {"moves": [], "show": True}
            return client.post(f"{here}/puzzles/{names[number % len(names)]}", json=body)
        return client.get(paths[number // 2 % len(paths)])

    return await target.burst(150, ask)


@attack
async def explored(target: Target) -> str:
    """150 positions of a solved variant at once, and what strong levels play there."""
    rng = random.Random(5)
    texts: list[str] = []
    while len(texts) < 200:
        game = Game("quits", "simple")
        while game.outcome is None and len(texts) < 200:
            texts.append(str(game.position))
            game.play(rng.choice(game.position.moves).text)

    def ask(client: httpx.AsyncClient, number: int) -> Awaitable[httpx.Response]:
        path = "/api/explore/quits/simple" + ("/levels" if number % 10 == 0 else "")
        return client.get(path, params={"text": texts[number % len(texts)]})

    return await target.burst(150, ask)


@attack
async def sheets(target: Target) -> str:
    """The rules to be printed, 150 times at once, of every game and in every language."""
    paths = [f"/rules/{game}/print?language={code}" for game in working() for code in ("en", "fr")]
    return await target.burst(150, lambda client, number: client.get(paths[number % len(paths)]))


def played_on(game: str, variant: str, count: int, start: str = "", plies: int = 200) -> list[list[str]]:
    """The moves of games played at random, from their beginning or from that of a puzzle."""
    rng = random.Random(4)
    found: list[list[str]] = []
    start = start or str(puzzles(game, variant)[0].position)
    for _ in range(count):
        played = Game(game, variant, start=start)
        while played.outcome is None and len(played.moves) < plies:
            played.play(rng.choice(played.position.moves).text)
        moves = [move.text for move in played.moves]
        found.append(moves[:-1] if played.outcome else moves)
    return found


def last_step(game: str) -> Step:
    """The game at the end of the lessons."""
    return next(step for step in course.steps_of(game) if step.plies)


@attack
async def forwarded(target: Target) -> str:
    """Requests that claim to come from ever other addresses."""
    return await target.burst(
        100,
        lambda client, number: client.get(
            "/api/me", headers={"X-Forwarded-For": f"10.{number >> 16 & 255}.{number >> 8 & 255}.{number & 255}"}
        ),
    )


@attack
async def malformed(target: Target) -> str:
    """Headers and paths that nobody expects."""
    head = f"HTTP/1.1\r\nHost: {target.host}\r\nContent-Length: 0\r\n"
    texts = [
        f"POST /api/tables {head}Origin: http://[\r\n\r\n",
        f"GET /%00 {head}\r\n",
        f"GET /{'x' * 5000} {head}\r\n",
        f"GET /table/%00 {head}\r\n",
        f"GET /api/tables/%00 {head}\r\n",
        f"GET /{'a/' * 3000} {head}Accept: text/html\r\n\r\n",
        f"GET /api/svg?game=%00&text=%ff {head}\r\n",
    ]
    codes: Counter[str] = Counter()
    while target.on:
        for text in texts:
            codes[await plainly(target, text)] += 1
        await asyncio.sleep(0.05)
    return shown(codes)
