"""Whatever is refused, whoever refuses it: a code, a sentence in every language, and the right status."""

from __future__ import annotations

import re
from pathlib import Path

import httpx
import pytest
from msgspec import json
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect
from websockets.typing import Origin

from billes.server import errors
from billes.server.app import _CODES
from billes.server.errors import STATUS

from .client import Server, said
from .test_play import Visitors


def test_every_code_is_raised_and_only_known_ones_are_announced() -> None:
    source = "".join(path.read_text("utf-8") for path in Path(errors.__file__).parent.rglob("*.py"))
    raised = set(re.findall(r'Refused\(\s*"([a-z-]+)"', source)) | set(_CODES.values())
    assert raised == set(STATUS)
    announced = set(re.findall(r'"([a-z-]+)"', "".join(re.findall(r"refuses=(\(.*?\)|[A-Z_]+)", source))))
    assert announced <= set(STATUS)


def malformed(field: str, english: str, french: str) -> tuple[str, str]:
    """The two sentences about a field that people see by its name in messages."""
    return f"The field “{field}” {english}", f"Le champ «\N{NO-BREAK SPACE}{field}\N{NO-BREAK SPACE}» {french}"


def long(field: str, champ: str, most: int) -> tuple[str, str]:
    return f"{field} is too long: {most} characters at most.", f"{champ} ne peut pas dépasser {most} caractères."


COMMENTED = [{"move": "b2c3", "follows": 0, "comment": "x" * 4001}]
KIND = "is not what is expected here:"
REFUSED: list[tuple[str, object, tuple[str, str]]] = [
    ("/me", {"name": "x" * 61}, long("The name", "Le nom", 60)),
    ("/record", {"text": "x" * 200_001}, long("The record", "La partie", 200_000)),
    ("/position", {"game": "quits", "text": "x" * 301}, long("The position", "La position", 300)),
    ("/position", {"game": "quits", "board": "x" * 2001}, long("The board", "Le plateau", 2000)),
    ("/record/text", {"game": "quits", "moves": COMMENTED}, long("The comment", "Le commentaire", 4000)),
    ("/tables", {"starts": "1"}, malformed("starts", f"{KIND} int, not str.", "n’est pas du type attendu ici.")),
    ("/tables", {"starts": 5}, malformed("starts", "is 4 at most.", "ne peut pas dépasser 4.")),
    ("/tables", {"starts": -1}, malformed("starts", "is 0 at least.", "ne peut pas être inférieur à 0.")),
    ("/tables", {"variant": ""}, malformed("game", "is missing.", "manque.")),
    (
        "/tables",
        {"seats": [{"kind": "x"}, {}]},
        malformed(
            "seats[0].kind", "has a value that is not allowed here: 'x'.", "a une valeur qui n’est pas permise ici."
        ),
    ),
    (
        "/tables",
        {"seats": [{}]},
        malformed("seats", "has too few entries: 2 at least.", "doit compter au moins 2 éléments."),
    ),
    ("/tables", {"colour": 1}, malformed("colour", "is not known here.", "n’existe pas ici.")),
    ("/tables", [], (f"The request {KIND} object, not array.", "La demande n’est pas du type attendu ici.")),
]


@pytest.mark.parametrize(("path", "body", "sentences"), REFUSED)
def test_a_refused_field_is_named(visitor: Visitors, path: str, body: object, sentences: tuple[str, str]) -> None:
    answer = visitor().http.request("PUT" if path == "/me" else "POST", f"/api{path}", json=body)
    problem = answer.json()
    assert (answer.status_code, problem["error"]) == (400, "malformed")
    assert problem["message"] == sentences[0]
    assert (said(problem["sentence"], "en"), said(problem["sentence"], "fr")) == sentences


def test_numbers_written_with_a_point_are_whole_numbers_too(visitor: Visitors) -> None:
    assert visitor().post("/tables", {"game": "quits", "starts": 1.0})["table"]


def test_methods_other_than_those_there_are(server: Server) -> None:
    with httpx.Client(base_url=server.url) as client:
        wrong = client.delete("/api/tables")
        assert (wrong.status_code, wrong.json()["error"]) == (405, "wrong-method")
        allowed = {"GET", "HEAD", "OPTIONS", "POST"}
        assert set(wrong.headers["allow"].split(", ")) == allowed
        assert set(client.options("/api/tables").headers["allow"].split(", ")) == allowed
        assert client.request("TRACE", "/api/me").status_code == 405
        got, asked = client.get("/api/games"), client.head("/api/games")
        assert (asked.status_code, asked.content) == (200, b"")
        assert asked.headers["content-type"] == got.headers["content-type"]
        begun = client.head("/api/analysis?game=quits&seconds=60")
        assert (begun.status_code, begun.headers["content-type"][:17]) == (200, "text/event-stream")
        assert client.head("/api/nothing").status_code == 404


def test_a_socket_that_is_not_opened_is_told_why(server: Server) -> None:
    url = server.url.replace("http", "ws")
    for path, origin, status, code in (
        ("/api/nothing", server.url, 404, "not-found"),
        ("/api/tables/abcd2345/live?seen=no", server.url, 404, "not-found"),
        ("/api/tables/abcd2345/live", "http://elsewhere.example", 403, "foreign"),
    ):
        with pytest.raises(InvalidStatus) as refused, connect(url + path, origin=Origin(origin)):
            pass
        assert refused.value.response.status_code == status
        problem = json.decode(refused.value.response.body)
        assert (problem["error"], problem["sentence"]["key"][:6]) == (code, "error.")
