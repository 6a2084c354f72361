"""The interface as a page to read, written from its OpenAPI description."""

from __future__ import annotations

from html import escape
from typing import Any

HEAD = """<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Billes: the server's interface</title>
<h1>The server's interface</h1>
<p>Version {version}. The machine's version of this page is <a href="/api/openapi.json">openapi.json</a>; the socket
<code>/api/tables/ID/live</code> and the meaning of events are explained in <code>docs/api.md</code>.</p>
"""


def write(schema: dict[str, Any]) -> bytes:
    """The whole page."""
    parts = [HEAD.format(version=escape(str(schema["info"]["version"])))]
    for path, item in sorted(schema.get("paths", {}).items()):
        parts += [_operation(path, method, item[method]) for method in ("get", "post", "put") if method in item]
    parts.append("<h2>Messages</h2>")
    for name, message in sorted(schema.get("components", {}).get("schemas", {}).items()):
        parts.append(_message(name, message))
    return "\n".join([*parts, "</html>"]).encode()


def _operation(path: str, method: str, operation: dict[str, Any]) -> str:
    lines = [f"<h2><code>{method.upper()} {escape(path)}</code></h2>"]
    lines.append(f"<p>{escape(operation.get('description') or operation.get('summary') or '')}</p><ul>")
    for parameter in operation.get("parameters", ()):
        kind = _kind(parameter.get("schema", {}))
        lines.append(f"<li><code>{escape(parameter['name'])}</code> ({parameter['in']}): {kind}</li>")
    body = operation.get("requestBody", {}).get("content", {}).get("application/json", {}).get("schema")
    if body:
        lines.append(f"<li>body: {_kind(body)}</li>")
    for status, answer in operation.get("responses", {}).items():
        if status.startswith("2"):
            kinds = [_kind(content.get("schema", {})) for content in answer.get("content", {}).values()]
            lines.append(f"<li>answer {escape(status)}: {', '.join(kinds)}</li>")
    return "".join([*lines, "</ul>"])


def _message(name: str, message: dict[str, Any]) -> str:
    fields = "".join(
        f"<li><code>{escape(field)}</code>: {_kind(kind)}</li>" for field, kind in message.get("properties", {}).items()
    )
    return (
        f'<h3 id="{escape(name)}">{escape(name)}</h3><p>{escape(message.get("description", ""))}</p><ul>{fields}</ul>'
    )


def _kind(schema: dict[str, Any]) -> str:
    """What kind of value a schema describes, in few words."""
    if "$ref" in schema:
        name = escape(str(schema["$ref"]).rsplit("/", 1)[-1])
        return f'<a href="#{name}">{name}</a>'
    for way in ("oneOf", "anyOf"):
        if way in schema:
            return " or ".join(_kind(one) for one in schema[way])
    if "enum" in schema:
        return " or ".join(f"<code>{escape(str(value))}</code>" for value in schema["enum"])
    if schema.get("type") == "array":
        return f"list of {_kind(schema.get('items', {}))}"
    return escape(str(schema.get("type", "anything")))
