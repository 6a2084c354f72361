"""The description of the interface (OpenAPI), made to say what the server really does.

The framework knows paths and parameters. The messages are described by msgspec, which checks them; what a request may
be refused with stands beside its handler (`refuses`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from threading import Lock
from typing import Any

from litestar import Litestar
from litestar.handlers import HTTPRouteHandler
from litestar.routes import HTTPRoute
from msgspec import Struct, json

from ...core.game import Game
from ...core.position import start
from ...games.registry import working
from ..errors import ANYWHERE, STATUS
from ..messages import requests
from ..messages.positions import Marked, Thought
from ..messages.responses import Problem
from ..network.middleware import COOKIE

Json = dict[str, Any]
PUBLIC = ("/tables/{name}", "/tables/{table}")
"""What the path of a table is called here: the id is the `table` of its messages."""
REFERENCE = "#/components/schemas/{name}"
STREAMS: tuple[type[Struct], ...] = (Thought, Marked)
"""What comes in streams of events, which the framework does not see."""
EVENT: Json = {
    "type": "object",
    "properties": {
        "event": {"enum": ["thought", "marked", "done", "error"]},
        "data": {"type": "string", "contentMediaType": "application/json"},
    },
    "required": ["event", "data"],
    "description": "An event of the stream: `data` is a Thought, a Marked, {} in the end, or a Problem.",
}
STATUSES = {
    400: "not JSON, a missing or unknown field, or a value out of range",
    403: "not allowed",
    404: "not found",
    409: "the rules, the table or the text itself do not allow it",
    410: "gone",
    413: "too large",
    429: "too much in a short time",
    500: "an error of the server",
    503: "try again in a moment",
}


_making = Lock()


def description(app: Litestar) -> Json:
    """The interface of an application as OpenAPI; it is made once."""
    with _making:
        if "description" not in app.state:
            app.state["description"] = _described(app)
    found: Json = app.state["description"]
    return found


def _described(app: Litestar) -> Json:
    found: Json = app.openapi_schema.to_schema()
    asked: set[type[Struct]] = set()
    told: set[type[Struct]] = {Problem, *STREAMS}
    samples = _samples()
    for path, handler in _handlers(app):
        asked.update(_structs(handler.parsed_data_field.annotation if handler.parsed_data_field else None))
        told.update(_structs(handler.parsed_fn_signature.return_type.annotation))
        for method in handler.http_methods:
            _describe(path, found["paths"][path][method.lower()], handler, samples)
    _link(found["paths"])
    found["paths"] = {path.replace(*PUBLIC): item for path, item in found["paths"].items()}
    components = found["components"]
    components["schemas"] = _messages(asked, told, samples)
    components["securitySchemes"] = {
        "visitor": {
            "type": "apiKey",
            "in": "cookie",
            "name": COOKIE,
            "description": "Who a visitor is: set by the first answer, and to be sent with every request after it.",
        }
    }
    found["security"] = [{"visitor": []}, {}]
    return found


def _handlers(app: Litestar) -> Iterator[tuple[str, HTTPRouteHandler]]:
    for route in app.routes:
        if isinstance(route, HTTPRoute):
            for handler in route.route_handlers:
                if handler.resolve_include_in_schema() and handler.http_methods != {"OPTIONS"}:
                    yield route.path_format, handler


def _structs(annotation: Any) -> Iterator[type[Struct]]:
    """The messages an annotation names."""
    if isinstance(annotation, type) and issubclass(annotation, Struct):
        yield annotation
    for inner in getattr(annotation, "__args__", ()):
        yield from _structs(inner)


def _link(paths: Json) -> None:
    """Say that a new table's id is what all requests about a table ask for."""
    of_table = [item[method] for path, item in paths.items() if PUBLIC[0] in path for method in item]
    paths["/api/tables"]["post"]["responses"]["201"]["links"] = {
        operation["operationId"]: {
            "operationId": operation["operationId"],
            "parameters": {"table": "$response.body#/table"},
        }
        for operation in of_table
    }


# ------------------------------------------------------------------------------------------------------- operations
def _describe(path: str, operation: Json, handler: HTTPRouteHandler, samples: Json) -> None:
    """What an operation takes, gives and refuses."""
    for parameter in operation.get("parameters", ()):
        if parameter["name"] == "name" and PUBLIC[0] in path:
            parameter["name"] = "table"
        sample = samples["parameters"].get(_sample_of(parameter))
        if sample is not None:
            parameter["example"] = sample
    body = operation.get("requestBody")
    refused = [*ANYWHERE, *handler.opt.get("refuses", ())]
    if body or operation.get("parameters"):
        refused.append("malformed")
    if body:
        refused.append("too-large")
        content = body["content"]["application/json"]
        name = content["schema"]["$ref"].rsplit("/", 1)[-1]
        content["examples"] = {"usual": {"value": samples["bodies"][name]}}
    answers = operation["responses"]
    answers.pop("400", None)  # described as the framework would send it
    if handler.media_type == "text/event-stream":
        answers["200"]["content"] = {"text/event-stream": {"schema": EVENT}}
    for status, codes in _by_status(refused).items():
        answers[str(status)] = _refusal(status, codes)


def _sample_of(parameter: Json) -> str:
    """Which example suits a parameter: those called `name` differ in the form they ask for."""
    pattern = parameter.get("schema", {}).get("pattern", "")
    return f"name{pattern[-6:]}" if parameter["name"] == "name" else str(parameter["name"])


def _by_status(codes: Iterable[str]) -> dict[int, list[str]]:
    found: dict[int, list[str]] = {}
    for code in sorted(set(codes)):
        found.setdefault(STATUS[code], []).append(code)
    return dict(sorted(found.items()))


def _refusal(status: int, codes: list[str]) -> Json:
    kind = {"allOf": [{"$ref": REFERENCE.format(name="Problem")}, {"properties": {"error": {"enum": codes}}}]}
    refusal: Json = {
        "description": f"{STATUSES[status]}: {', '.join(codes)}",
        "content": {"application/json": {"schema": kind}},
    }
    if status == 429:
        refusal["headers"] = {
            "retry-after": {"description": "Seconds to wait.", "schema": {"type": "string", "pattern": "^[0-9]+$"}}
        }
    return refusal


# --------------------------------------------------------------------------------------------------------- messages
def _messages(asked: set[type[Struct]], told: set[type[Struct]], samples: Json) -> Json:
    """All messages by name, those of requests with the games there are."""
    by_name = sorted({*asked, *told}, key=lambda kind: kind.__name__)
    found: Json = json.schema_components(by_name, ref_template=REFERENCE)[1]
    for kind in asked:
        message = found[kind.__name__]
        tag = kind.__struct_config__.tag_field
        if tag is not None:  # over HTTP the path says it already
            message["required"].remove(tag)
        for field, values in (("game", samples["games"]), ("variant", samples["variants"])):
            if field in message["properties"]:
                message["properties"][field]["enum"] = values
    return found


def _samples() -> Json:
    """Examples of requests, made of the games there are."""
    games = working()
    pairs = [(game, variant) for game, variants in games.items() for variant in variants]
    game, variant = next(pair for pair in pairs if start(*pair).players == 2)
    played = Game(game, variant)
    while len(played.moves) < 2 and played.outcome is None:
        played.play(played.position.moves[0])
    first, *rest = [move.text for move in played.moves]
    position = {"game": game, "variant": variant, "text": str(played.position)}
    seats = [{"kind": "here", "name": "Claire"}, {"kind": "link"}]
    return {
        "games": sorted(games),
        "variants": sorted({"", *(variant for _, variant in pairs)}),
        "parameters": {
            "game": game, "variant": variant, "text": str(played.position), "language": "en", "ply": 0, "lines": 1,
            "seconds": 0.1, "size": 240, "table": "abcd2345", "invite": "abcd2345", "name}\\.svg$": f"{game}.svg",
            "name}\\.txt$": f"{game}.txt", "after": 0, "page": 1, "step": "1", "part": "lessons",
            "puzzle": "3f2a9c01", "mode": "puzzles", "theme": "", "goal": "win",
        },
        "bodies": {
            requests.NewTable.__name__: {
                "game": game, "variant": variant, "seats": seats, "starts": 0, "clock": {"main": 300, "increment": 3},
            },
            requests.NewName.__name__: {"name": "Claire"},
            requests.TakeCode.__name__: {"code": "abcd-efgh"},
            requests.Joining.__name__: {"name": "Max"},
            requests.Play.__name__: {"move": first, "answers": 1},
            requests.Undo.__name__: {"answers": 2},
            requests.Offer.__name__: {"offer": "draw"},
            requests.Answer.__name__: {"number": 3, "accept": True},
            requests.Resign.__name__: {},
            requests.Say.__name__: {"phrase": "well-played"},
            requests.PositionRequest.__name__: position,
            requests.WhyNot.__name__: {**position, "handle": "a1"},
            requests.LessonMove.__name__: {"move": first},
            requests.PuzzleTry.__name__: {"moves": [first]},
            requests.PracticeMove.__name__: {"moves": [first]},
            requests.RushEnd.__name__: {"solved": 7},
            requests.WorstMoments.__name__: {"plies": [1]},
            requests.OpenRecord.__name__: {"text": played.record()},
            requests.WriteRecord.__name__: {
                "game": game, "variant": variant,
                "moves": [{"move": move, "follows": number} for number, move in enumerate([first, *rest])],
            },
            requests.ReviewRequest.__name__: {"game": game, "variant": variant, "moves": [first], "seconds": 0.05},
        },
    }  # fmt: skip
