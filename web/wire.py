"""Generate the committed API schema and the page's types from the server's classes.

python web/wire.py          writes web/schema/openapi.json, web/src/api/wire.ts and web/src/api/pad.ts
python web/wire.py --check  checks that they are up to date

Fails for a schema it cannot express, so that the page never gets an `unknown`.
"""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent
sys.path.insert(0, str(ROOT.parent))  # this checkout's package, not an installed one
PAD_HEADER = (
    "// Written by web/wire.py: answers of the law engine. Do not edit: change the classes of carrom/pad.\n"
    "\n/** An act in the log; its fields depend on its kind. */\n"
    "export type LoggedAct = { kind: string; [field: string]: unknown };\n"
)
HEADER = (
    "// Written by web/wire.py from the server's schemas. Do not edit: change the server's classes and run it again.\n"
)
PLAIN = {"string": "string", "number": "number", "integer": "number", "boolean": "boolean", "null": "null"}
IGNORED_KEYWORDS = {"title", "description", "default", "pattern", "minLength", "maxLength", "minItems", "maxItems"} | {
    "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "discriminator"
}  # fmt: skip
"""Schema keywords that TypeScript cannot express; the server checks them."""


def type_of(schema: dict[str, Any]) -> str:
    """The TypeScript type of a JSON schema."""
    said = {key: value for key, value in schema.items() if key not in IGNORED_KEYWORDS}
    match said:
        case {"$ref": str(reference), **rest} if not rest:
            return reference.rsplit("/", 1)[1]
        case {"anyOf": list(parts), **rest} if not rest:
            return " | ".join(dict.fromkeys(type_of(part) for part in parts))
        case {"enum": list(words), **rest} if not rest:
            return " | ".join(json.dumps(word) for word in words)
        case {"type": "array", "prefixItems": list(items), **rest} if rest in ({}, {"items": False}):
            return "[" + ", ".join(type_of(item) for item in items) + "]"
        case {"type": "array", "items": dict(item), **rest} if not rest:
            return f"Array<{type_of(item)}>" if " " in type_of(item) else f"{type_of(item)}[]"
        case {"type": "object", "properties": dict(), **rest} if rest.keys() <= {"required", "additionalProperties"}:
            return body_of(schema)
        case {"type": "object", "additionalProperties": dict(values), **rest} if rest.keys() <= {"propertyNames"}:
            return f"Record<{type_of(rest['propertyNames']) if rest else 'string'}, {type_of(values)}>"
        case {"type": str(kind), **rest} if kind in PLAIN and not rest:
            return PLAIN[kind]
    raise SystemExit(f"no TypeScript for {json.dumps(schema)}")


def body_of(schema: dict[str, Any]) -> str:
    """The fields of an object. Those with a default are optional in requests, which allow no other fields, and always
    present in answers."""
    required = set(schema.get("required", ()))
    is_sent = schema.get("additionalProperties") is False
    lines = ["{"]
    for name, part in schema["properties"].items():
        mark = "" if name in required or ("default" in part and not is_sent) else "?"
        lines.append(f"  {name}{mark}: {type_of(part)};")
    return "\n".join([*lines, "}"])


def typescript(document: dict[str, Any]) -> str:
    """The types of all requests, answers and messages."""
    definitions = [definition(name, schema) for name, schema in document["components"]["schemas"].items()]
    return "\n".join([HEADER, *definitions, routes_of("Posts", "post", document), routes_of("Gets", "get", document)])


def routes_of(name: str, method: str, document: dict[str, Any]) -> str:
    """The JSON answer of each address and, for POST, its body."""
    lines = [f"/** {method.upper()} requests by address. */", f"export interface {name} {{"]
    for path, operations in document["paths"].items():
        found = operations.get(method, {"responses": {}})
        answer = found["responses"].get("200", {"content": {}})["content"].get("application/json")
        if answer is not None:
            template = re.sub(r"{\w+}", "${string}", path)
            key = f'"{path}"' if template == path else f"[path: `{template}`]"
            body = found.get("requestBody", {}).get("content", {}).get("application/json")
            sent = f"body: {type_of(body['schema'])}; " if body is not None else ""
            lines.append(f"  {key}: {{ {sent}answer: {type_of(answer['schema'])} }};")
    return "\n".join([*lines, "}\n"])


def definition(name: str, schema: dict[str, Any]) -> str:
    note = schema.get("description", "")
    comment = f"/** {note} */\n" if note else ""
    if schema.get("properties"):
        return f"{comment}export interface {name} {type_of(schema)}\n"
    return f"{comment}export type {name} = {type_of(schema)};\n"


def pad_answers() -> str:
    """The types of the law engine's answers, from the classes of pad and match."""
    import msgspec

    from carrom.match.views.score_card import Card
    from carrom.pad.choices import ActChoices
    from carrom.pad.law_explorer import LawView
    from carrom.pad.layout import BoardForm
    from carrom.pad.pad_view import PadView
    from carrom.pad.practice import Exercise

    _, found = msgspec.json.schema_components(
        [PadView, ActChoices, BoardForm, LawView, Card, Exercise], ref_template="#/{name}"
    )
    plain: dict[str, Any] = json.loads(json.dumps(found), object_hook=lambda part: _in_place(part, found))
    named = {name: schema for name, schema in sorted(plain.items()) if not name.startswith("ByParty_")}
    for schema in named.values():
        schema["description"] = " ".join(schema.get("description", "").split())
        if schema["title"] != "GameRow":  # an answer has every field, but a game seldom an extra board
            schema["required"] = list(schema["properties"])
    return "\n".join([PAD_HEADER, *(definition(name, schema) for name, schema in named.items())])


def _in_place(part: dict[str, Any], found: dict[str, Any]) -> dict[str, Any]:
    """Inline `ByParty` values, whose generated names would list all their parts; acts become `LoggedAct`."""
    if part == {"type": "object"}:
        return {"$ref": "#/LoggedAct"}
    name = str(part.get("$ref", "")).rsplit("/", 1)[-1]
    if not name.startswith("ByParty_"):
        return part
    return {key: value for key, value in found[name].items() if key not in ("title", "description")}


def outputs() -> dict[Path, str]:
    from carrom.server import Settings, SqliteStore
    from carrom.server.app import described_api
    from carrom.server.http.openapi import openapi_schema

    document = openapi_schema(described_api(Settings(), SqliteStore(Path("never-opened"))))
    return {
        ROOT / "src" / "api" / "pad.ts": pad_answers(),
        ROOT / "schema" / "openapi.json": json.dumps(document, indent=1, ensure_ascii=False) + "\n",
        ROOT / "src" / "api" / "wire.ts": typescript(document),
    }


def main(argv: list[str]) -> int:
    written = outputs()
    if "--check" in argv:
        stale = [
            path for path, text in written.items() if not path.exists() or path.read_text(encoding="utf-8") != text
        ]
        for path in stale:
            print(f"{path.relative_to(ROOT.parent)} is out of date: run python web/wire.py", file=sys.stderr)
        return 1 if stale else 0
    for path, text in written.items():
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
