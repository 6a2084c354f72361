"""A server in a process of its own, and visitors that talk to it as a browser would: cookies, HTTP, a socket."""

from __future__ import annotations

import os
import random
import re
import signal
import subprocess
import sys
import time
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from pathlib import Path
from types import TracebackType
from typing import Any

import httpx
from msgspec import json
from websockets.sync.client import ClientConnection, connect

from billes.core.position import Position, read
from billes.core.sentences import Sentence, catalogue, render

from . import databases

SOURCES = Path(__file__).parents[2] / "src"
USUAL = ("-m", "billes.server.serve", "--port", "0", "--no-open", "--no-allow-solving")
"""How a server is started: whatever a test asks for, no tablebase is made, unless its options allow it."""
Json = dict[str, Any]


class Server:
    """A server process with its database."""

    def __init__(
        self,
        database: Path,
        start: Sequence[str] = (),
        address: str = "",
        options: Sequence[str] = (),
        **environment: str,
    ) -> None:
        """`address` is a database elsewhere; `database` then only says where the log is."""
        self.database = database
        self.address = address or databases.address(database)
        options = options or ([] if address else databases.options())
        self.command = [*start, self.address] if start else [*USUAL, "--database", self.address, *options]
        self.environment = environment
        self.start()

    def start(self) -> None:
        """Start, and wait until it says where it is."""
        usual = {"PYTHONPATH": str(SOURCES), "PYTHONUNBUFFERED": "1", "BILLES_COMPILE": "0"}
        environment = {**os.environ, **usual, **self.environment}
        environment.pop("BILLES_INTERPRETED", None)
        self.errors = self.database.with_suffix(".log").open("ab")
        self.process = subprocess.Popen(
            [sys.executable, *self.command], env=environment, stdout=subprocess.PIPE, stderr=self.errors, text=True
        )
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        found = re.search(r"http://\S+", line)
        assert found, f"the server said {line!r}: {self.log()[-2000:]}"
        self.url = found[0].rstrip("/")

    def start_with(self, environment: dict[str, str]) -> None:
        """Start again with another environment."""
        self.environment = environment
        self.start()

    def log(self) -> str:
        """What the server complained about."""
        return self.database.with_suffix(".log").read_text()

    def kill(self) -> None:
        """Kill it without a word."""
        self.process.kill()
        self._gone()

    def stop(self) -> int:
        """Ask it to stop; gives its exit status."""
        self.process.send_signal(signal.SIGINT)
        try:
            return self.process.wait(15)
        finally:
            self._gone()

    def _gone(self) -> None:
        self.process.wait()
        if self.process.stdout is not None:
            self.process.stdout.close()
        self.errors.close()

    def close(self) -> None:
        """End it, however it is."""
        if self.process.poll() is None:
            self.kill()


class Visitor:
    """Somebody with a cookie of his own."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self.http = httpx.Client(base_url=server.url, timeout=20, verify=False)
        self.http.get("/api/me")

    def __enter__(self) -> Visitor:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.http.close()

    @property
    def cookie(self) -> str:
        """The cookie as it is sent."""
        return "; ".join(f"{name}={value}" for name, value in self.http.cookies.items())

    def moved(self) -> None:
        """The server was started again elsewhere: keep the cookie, find the new address."""
        cookies = dict(self.http.cookies)
        self.http.close()
        self.http = httpx.Client(base_url=self.server.url, timeout=20, cookies=cookies, verify=False)

    def get(self, path: str, **params: Any) -> Any:
        """Get something that is there."""
        answer = self.http.get(f"/api{path}", params=params)
        assert answer.is_success, answer.text
        return answer.json()

    def post(self, path: str, body: Any = None) -> Any:
        """Post something that is accepted."""
        answer = self.http.post(f"/api{path}", json=body if body is not None else {})
        assert answer.is_success, answer.text
        return answer.json()

    def refused(self, path: str, body: Any = None, method: str = "POST") -> str:
        """Ask for something that is refused; gives the code, and sees that the answer is one of ours."""
        if method == "GET":
            answer = self.http.get(f"/api{path}")
        else:
            answer = self.http.request(method, f"/api{path}", json=body if body is not None else {})
        assert answer.is_error, answer.text
        problem = answer.json()
        assert set(problem) == {"error", "sentence", "message", "request"}, problem
        assert problem["message"] == said(problem["sentence"], "en")
        assert said(problem["sentence"], "fr")
        assert "Traceback" not in answer.text
        return str(problem["error"])

    def create(self, game: str = "quits", *kinds: str, **more: Any) -> Json:
        """Set a table; kinds are `here`, `link`, or `computer`."""
        body = {"game": game, **more}
        if kinds:
            body["seats"] = [{"kind": kind} for kind in kinds]
        made: Json = self.post("/tables", body)
        return made

    def live(self, table: str, seen: int | None = None, **headers: str) -> Line:
        """Open a socket to a table."""
        return Line(self, table, seen, headers)


class Line:
    """An open socket: keeps the table up to date from what it hears, as a page does."""

    def __init__(self, visitor: Visitor, table: str, seen: int | None = None, headers: Json | None = None) -> None:
        self.table = table
        url = visitor.server.url.replace("http", "ws") + f"/api/tables/{table}/live"
        self._stack = ExitStack()
        self.socket: ClientConnection = self._stack.enter_context(
            connect(
                url if seen is None else f"{url}?seen={seen}",
                additional_headers={"Cookie": visitor.cookie, "Origin": visitor.server.url, **(headers or {})},
                max_size=None,
                compression=None,
                max_queue=None,
                close_timeout=2,
            )
        )
        self.seen = seen or 0
        self.state: Json = {}
        self.looks: dict[int, Json] = {}
        """What was heard of how events look, by their numbers."""
        self.tags = 0
        self._waiting: deque[Json] = deque()
        self._moves: list[str] = []
        self._positions: list[Position] = []

    def __enter__(self) -> Line:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._stack.close()

    def hear(self, timeout: float = 10) -> Json:
        """The next message; pings are answered, events and states kept."""
        return self._waiting.popleft() if self._waiting else self._hear(timeout)

    def _hear(self, timeout: float) -> Json:
        end = time.monotonic() + timeout
        while True:
            message: Json = json.decode(self.socket.recv(max(0.01, end - time.monotonic())))
            match message["type"]:
                case "ping":
                    self.say(type="pong", ping=message["ping"])
                    continue
                case "state":
                    self.state, self.seen = message, message["number"]
                    self._begin()
                case "look":
                    assert message["number"] > max(self.looks, default=0), "looks come in order"
                    self.looks[message["number"]] = message
                    if "scene" in message and "scene" in self.state:
                        self.state["scene"] = {**self.state["scene"], **message["scene"]}
                case "event":
                    assert message["number"] == self.seen + 1, f"after {self.seen} came {message['number']}"
                    self.seen = message["number"]
                    self.state["status"] = message["status"]
                    if message["kind"] == "move":
                        self._moves.append(message["move"])
                    elif message["kind"] == "undo":
                        del self._moves[-message["removed"] :], self._positions[len(self._moves) + 1 :]
            return message

    def look(self, number: int = 0, timeout: float = 15) -> Json:
        """What an event looks like, by default the last turn; all else that comes before is heard afterwards."""
        number = number or self.state["status"]["turn"]
        end = time.monotonic() + timeout
        while number not in self.looks:
            heard = self._hear(max(0.05, end - time.monotonic()))
            if heard["type"] != "look":
                self._waiting.append(heard)
        return self.looks[number]

    def _begin(self) -> None:
        """Follow the game from the state that was sent."""
        self._positions = [read(self.state["game"], self.state["variant"], self.state["start"])]
        self._moves = [entry["move"] for entry in self.state["moves"]]

    def until(self, wanted: Callable[[Json], bool] | str, timeout: float = 15) -> Json:
        """The next message of a type or kind, or that pleases."""
        end = time.monotonic() + timeout
        while True:
            message = self.hear(max(0.05, end - time.monotonic()))
            if callable(wanted):
                if wanted(message):
                    return message
            elif wanted in (message["type"], message.get("kind")):
                return message

    def say(self, **message: Any) -> None:
        """Say something."""
        self.socket.send(json.encode(message).decode())

    def ask(self, timeout: float = 15, **message: Any) -> Json:
        """Say something and wait for the answer to it."""
        self.tags += 1
        tag = str(self.tags)
        self.say(id=tag, **message)
        return self.until(lambda heard: heard.get("id") == tag, timeout)

    def move(self, move: str | None = None) -> Json:
        """Play a move (any one, if none is named) and wait until it is done."""
        done = self.try_move(move or any_move(self.position()))
        assert done["type"] == "done", done
        return done

    def try_move(self, move: str) -> Json:
        """Play a move that may be refused."""
        return self.ask(type="move", move=move, answers=self.state["status"]["turn"])

    def position(self) -> Position:
        """The position on the board, from the moves that were sent."""
        if not self._positions:
            self._begin()
        for move in self._moves[len(self._positions) - 1 :]:
            self._positions.append(self._positions[-1].play(move))
        return self._positions[-1]


def said(sentence: Json, language: str) -> str:
    """A sentence in a language, which has it."""
    return render(received(sentence), language)


def received(sentence: Json) -> Sentence:
    """A sentence that was sent."""
    assert sentence["key"] in catalogue("fr")
    params = {name: received(one) if isinstance(one, dict) else one for name, one in sentence.get("params", {}).items()}
    return Sentence(sentence["key"], params, sentence.get("players", {}))


def any_move(position: Position, rng: random.Random | None = None) -> str:
    """Some legal move; in Balanx rather one that goes home, for at random nobody ever arrives."""
    chance = rng or random.Random()
    moves = [move.text for move in position.moves]
    if position.game == "balanx" and chance.random() < 0.9:
        home = -1 if position.player == 1 else 1
        inward = 1 if position.player == 1 else -1
        gain = {move: (int(move[3]) - int(move[1])) * home + (ord(move[2]) - ord(move[0])) * inward for move in moves}
        moves = [move for move in moves if gain[move] == max(gain.values())]
    return chance.choice(moves)
