"""Writes the page's types from the server's: `python ui/scripts/message_types.py`, or `npm run types` in `ui/`.

`src/board/scene.ts` holds scenes and motions, `src/server/messages.ts` all that is sent either way. A field that may be
missing is optional: those of a request that have a default, and those that the server leaves out.
"""

from __future__ import annotations

import ast
import collections.abc
import inspect
import json
import re
import sys
import textwrap
import types
import typing
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import MISSING, fields, is_dataclass
from importlib import import_module
from itertools import pairwise
from pathlib import Path
from types import ModuleType
from typing import Annotated, Any, Literal, Union, get_args, get_origin

import msgspec

UI = Path(__file__).parent.parent
WIDTH = 120
HEAD = "Written by scripts/message_types.py from the server's types; do not edit."

SCENES = ("billes.scenes.scene", "billes.scenes.motions")
GESTURES = "billes.scenes.gestures"
EVENTS = "billes.server.events"
REQUESTS = "billes.server.messages.requests"
RESPONSES = (
    "billes.server.messages.responses",
    "billes.server.messages.positions",
    "billes.server.messages.explore",
    "billes.server.messages.lessons",
    "billes.server.messages.training",
)
SPARSE = {"Motion", "Node", "Gestures"}
"""Dataclasses that are sent without the fields that hold their default."""
LEFT_OUT = {"Gesture", "Anchor", "Event"}
"""Classes that are never sent as such."""
ADDED = {"Gestures": [("labels", "Record<string, Sentence>", "What each handle is called.")]}
"""Fields that are put in where a dataclass is sent."""
RENAMED = {"billes.scenes.motions.Kind": "MotionKind"}
ALWAYS = {("Motion", "step"), ("Gestures", "prefix")}
"""Fields that such dataclasses are sent with all the same."""
PLAIN = {str: "string", int: "number", float: "number", bool: "boolean", type(None): "null", Any: "unknown"}


class Writer:
    """Writes types of some modules, and knows by which names types of other modules are imported."""

    def __init__(self, modules: Iterable[str], known: Writer | None = None) -> None:
        self.modules = [import_module(name) for name in modules]
        self.known = known
        self.used: set[str] = set()
        self.written: set[str] = set()
        self.aliases: list[tuple[Any, str]] = []
        self.classes: dict[type, str] = {}
        for module in self.modules:
            for name in assigned(module):
                if worth_a_name(getattr(module, name)):
                    self.aliases.append((getattr(module, name), called(module, name)))
            for name, found in vars(module).items():
                if declared(found, module) and name not in LEFT_OUT:
                    self.classes[found] = called(module, name)

    def file(self, about: str) -> str:
        """The whole of a file."""
        bodies = [part for module in self.modules for part in self.parts(module)]
        head = comment(f"{about} {HEAD}")
        return "\n".join([head, *([self.imports()] if self.known else []), *bodies])

    def imports(self) -> str:
        """What a file takes from the other one."""
        assert self.known is not None
        theirs = {*self.known.classes.values(), *(name for _, name in self.known.aliases)}
        wanted = sorted(self.used & theirs - set(self.classes.values()))
        return f'import type {{ {", ".join(wanted)} }} from "../board/scene";\n' if wanted else ""

    def parts(self, module: ModuleType) -> Iterator[str]:
        """Aliases and classes in the order of their module."""
        docs = documented(ast.parse(inspect.getsource(module)).body)
        for name in defined(module):
            value = getattr(module, name, None)
            if isinstance(value, type) and value in self.classes:
                yield self.interface(value)
            elif (value, called(module, name)) in self.aliases and name not in self.written:
                self.written.add(name)
                text = self.type(value, alias=False)
                yield comment(docs.get(name, "")) + wrapped(f"export type {called(module, name)} =", text) + "\n"

    def interface(self, cls: type) -> str:
        """A class as an interface."""
        docs: dict[str, str] = {}
        for each in reversed(cls.__mro__):
            if each.__module__.startswith("billes."):
                body = ast.parse(textwrap.dedent(inspect.getsource(each))).body[0]
                assert isinstance(body, ast.ClassDef)
                docs |= documented(body.body)
        lines = [comment(inspect.getdoc(cls) or ""), f"export interface {self.classes[cls]} {{\n"]
        if tag := tag_of(cls):
            lines.append(f'  {tag[0]}: "{tag[1]}";\n')
        hints = typing.get_type_hints(cls, localns=self.names(), include_extras=True)
        for name, optional in sent(cls):
            text = self.type(hints[name])
            lines.append(comment(docs.get(name, ""), "  ") + f"  {name}{'?' * optional}: {text};\n")
        for name, text, doc in ADDED.get(self.classes[cls], ()):
            self.used.add(text)
            lines.append(comment(doc, "  ") + f"  {name}?: {text};\n")
        return "".join([*lines, "}\n"])

    def names(self) -> dict[str, Any]:
        """Names that a module may use without importing them while the program runs."""
        mine = {cls.__name__: cls for cls in self.classes}
        return {**self.known.names(), **mine} if self.known else mine

    def type(self, hint: Any, alias: bool = True) -> str:
        """A type in TypeScript."""
        if alias and (name := self.name(hint)):
            self.used.add(name)
            return name
        origin, inner = get_origin(hint), get_args(hint)
        if origin is Annotated:
            return self.type(inner[0]) if inner[0] is not msgspec.Raw else self.made(inner[1])
        if hint in PLAIN:
            return PLAIN[hint]
        if origin is Literal:
            return " | ".join(f'"{value}"' if isinstance(value, str) else str(value).lower() for value in inner)
        if origin in (Union, types.UnionType):
            kept = [each for each in inner if each is not msgspec.UnsetType]
            return " | ".join(dict.fromkeys(self.type(each) for each in kept))
        if origin is tuple and inner[-1] is not Ellipsis:
            return f"[{', '.join(self.type(each) for each in inner)}]"
        if origin in (list, tuple, collections.abc.Sequence):
            text = self.type(inner[0])
            return f"({text})[]" if " | " in text else f"{text}[]"
        if origin in (dict, collections.abc.Mapping):
            return f"Record<{self.type(inner[0])}, {self.type(inner[1])}>"
        raise TypeError(f"no TypeScript for {hint!r}")

    def made(self, meta: msgspec.Meta) -> str:
        """The type of JSON that the server has made before it is sent, as the field's annotation names it."""
        text = str((meta.extra or {})["type"])
        self.used.update(re.findall(r"\w+", text))
        return text

    def name(self, hint: Any) -> str:
        """The name of a class or an alias, if it has one worth writing."""
        if isinstance(hint, type) and hint in self.classes:
            return self.classes[hint]
        for value, name in self.aliases:
            if value == hint:
                return name
        return self.known.name(hint) if self.known else ""


def worth_a_name(alias: Any) -> bool:
    """Whether an alias is written as one: choices, points, and unions of messages."""
    origin, inner = get_origin(alias), get_args(alias)
    if origin in (Union, types.UnionType):
        return all(isinstance(each, type) and issubclass(each, msgspec.Struct) for each in inner)
    return origin is Literal or (origin is tuple and inner[-1] is not Ellipsis)


def declared(found: Any, module: ModuleType) -> bool:
    """Whether something is a message or a part of one, made in this module."""
    if not isinstance(found, type) or found.__module__ != module.__name__:
        return False
    return issubclass(found, msgspec.Struct) or is_dataclass(found)


def called(module: ModuleType, name: str) -> str:
    """The name of a type in the page."""
    return RENAMED.get(f"{module.__name__}.{name}", name)


def sent(cls: type) -> list[tuple[str, bool]]:
    """The fields of a class as they are sent, and whether each may be missing."""
    if is_dataclass(cls):
        name = cls.__name__
        left_out = {
            each.name
            for each in fields(cls)
            if each.default is not MISSING or each.default_factory is not MISSING
            if name in SPARSE and (name, each.name) not in ALWAYS
        }
        return [(each.name, each.name in left_out) for each in fields(cls)]
    request = cls.__module__ == REQUESTS
    leaves = cls.__struct_config__.omit_defaults
    found = []
    for each in msgspec.structs.fields(cls):
        missing = not each.required and (request or leaves or each.default is msgspec.UNSET)
        found.append((each.encode_name, missing))
    return found


def tag_of(cls: type) -> tuple[str, str] | None:
    """The field that tells messages apart, and this one's value."""
    if not issubclass(cls, msgspec.Struct) or cls.__struct_config__.tag is None:
        return None
    return cls.__struct_config__.tag_field, cls.__struct_config__.tag


def defined(module: ModuleType) -> list[str]:
    """Classes and aliases of a module in the order in which they are written."""
    body = ast.parse(inspect.getsource(module)).body
    return [each.name if isinstance(each, ast.ClassDef) else target(each) for each in body]


def assigned(module: ModuleType) -> list[str]:
    """The type aliases of a module."""
    body = ast.parse(inspect.getsource(module)).body
    return [
        target(each)
        for each in body
        if isinstance(each, ast.AnnAssign)
        and isinstance(each.annotation, ast.Name)
        and each.annotation.id == "TypeAlias"
    ]


def target(statement: ast.stmt) -> str:
    """The name that a statement gives a type or a field, or nothing."""
    if isinstance(statement, ast.AnnAssign) and isinstance(statement.target, ast.Name):
        return statement.target.id
    return ""


def documented(body: Sequence[ast.stmt]) -> Mapping[str, str]:
    """What is said about names: the string after each."""
    found = {}
    for statement, after in pairwise(body):
        if target(statement) and isinstance(after, ast.Expr) and isinstance(after.value, ast.Constant):
            found[target(statement)] = inspect.cleandoc(str(after.value.value))
    return found


def comment(text: str, indent: str = "") -> str:
    """A doc comment; nothing for no text."""
    text = " ".join(text.split()).replace("``", "`")
    if not text:
        return ""
    if len(indent) + len(text) + 7 <= WIDTH:
        return f"{indent}/** {text} */\n"
    lines = textwrap.wrap(text, WIDTH - len(indent) - 3)
    return "".join([f"{indent}/**\n", *(f"{indent} * {line}\n" for line in lines), f"{indent} */\n"])


def wrapped(start: str, text: str) -> str:
    """An assignment on one line, or a union with one part a line."""
    line = f"{start} {text};"
    return line if len(line) <= WIDTH else f"{start}\n  | " + text.replace(" | ", "\n  | ") + ";"


def files() -> dict[Path, str]:
    """What is written, by path."""
    scenes = Writer(SCENES)
    messages = Writer([GESTURES, EVENTS, REQUESTS, *RESPONSES], scenes)
    about = "What the server and the page send each other."
    return {
        UI / "src" / "board" / "scene.ts": scenes.file("Positions as things in space, and what moves."),
        UI / "src" / "server" / "messages.ts": messages.file(about),
        UI / "src" / "server" / "sentence_keys.ts": sentence_keys(),
    }


def sentence_keys() -> str:
    """The keys of the page's own sentences, and the parameters that each needs."""
    texts = json.loads((UI.parent / "src" / "billes" / "locale" / "en" / "page.json").read_text("utf-8"))
    lines = []
    for key, text in texts.items():
        names = sorted(set(re.findall(r"\{(\w+)", text if isinstance(text, str) else json.dumps(text))))
        needed = "; ".join(f"{name}: string | number" for name in names)
        lines.append(f'  "{key}": {f"{{ {needed} }}" if names else "null"};\n')
    about = comment(f"The page's own sentences by key, and the parameters that each needs. {HEAD}")
    return f"{about}\nexport interface PageSentences {{\n{''.join(lines)}}}\n"


if __name__ == "__main__":
    sys.path.insert(0, str(UI.parent / "src"))
    for path, text in files().items():
        path.write_text(text)
