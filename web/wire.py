"""Write the server's committed schemas and the page's types from the server's own classes.

python web/wire.py          writes web/schema/*.json and web/src/wire.ts
python web/wire.py --check  says whether they are up to date
"""

from __future__ import annotations

import json
import sys
import tempfile
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent
sys.path.insert(0, str(ROOT.parent))  # the server beside this page, wherever another one may be installed
HEADER = (
    "// Written by web/wire.py from the server's schemas. Do not edit: change the server's classes and run it again.\n"
)


def type_of(schema: dict[str, Any]) -> str:
    """The TypeScript type of a JSON schema, as far as our schemas go."""
    if "$ref" in schema:
        return str(schema["$ref"]).rsplit("/", 1)[1]
    for union in ("anyOf", "oneOf"):
        if union in schema:
            return " | ".join(dict.fromkeys(type_of(part) for part in schema[union]))
    if "allOf" in schema:
        return " & ".join(type_of(part) for part in schema["allOf"])
    if "const" in schema:
        return json.dumps(schema["const"])
    if "enum" in schema:
        return " | ".join(json.dumps(value) for value in schema["enum"])
    kind = schema.get("type")
    if isinstance(kind, list):
        return " | ".join(type_of({**schema, "type": one}) for one in kind)
    if kind == "array":
        if "prefixItems" in schema:
            return "[" + ", ".join(type_of(item) for item in schema["prefixItems"]) + "]"
        item = type_of(schema.get("items") or {})
        return f"({item})[]" if " " in item else f"{item}[]"
    if kind == "object":
        if "properties" in schema:
            return body_of(schema)
        extra = schema.get("additionalProperties")
        return f"Record<string, {type_of(extra) if isinstance(extra, dict) else 'unknown'}>"
    return {"string": "string", "number": "number", "integer": "number", "boolean": "boolean", "null": "null"}.get(
        str(kind), "unknown"
    )


def body_of(schema: dict[str, Any]) -> str:
    required = set(schema.get("required", ()))
    lines = ["{"]
    for name, part in schema["properties"].items():
        mark = "" if name in required or "default" in part or "const" in part else "?"
        key = name if name.isidentifier() else json.dumps(name)
        lines.append(f"  {key}{mark}: {type_of(part)};")
    return "\n".join([*lines, "}"])


def typescript(documents: list[dict[str, Any]]) -> str:
    parts = [HEADER]
    seen: set[str] = set()
    for document in documents:
        definitions = document.get("$defs") or document.get("components", {}).get("schemas", {})
        for name, schema in sorted(definitions.items()):
            if name in seen:
                raise SystemExit(f"two schemas are called {name}")
            seen.add(name)
            note = " ".join(schema.get("description", "").split())
            comment = f"/** {note} */\n" if note else ""
            if "properties" in schema:
                parts.append(f"{comment}export interface {name} {body_of(schema)}\n")
            else:
                parts.append(f"{comment}export type {name} = {type_of(schema)};\n")
        for direction in ("toServer", "toClient"):
            if direction in document:
                parts.append(f"export type {direction[0].upper() + direction[1:]} = {type_of(document[direction])};\n")
    return "\n".join(parts)


def outputs() -> dict[Path, str]:
    from carrom.server import Settings, SqliteStore, create_app
    from carrom.server.wire.schema import socket_schema

    with tempfile.TemporaryDirectory() as folder:
        openapi = create_app(Settings(), SqliteStore(Path(folder) / "none.sqlite")).openapi()
    socket = socket_schema()
    return {
        ROOT / "schema" / "openapi.json": json.dumps(openapi, indent=1, ensure_ascii=False) + "\n",
        ROOT / "schema" / "socket.json": json.dumps(socket, indent=1, ensure_ascii=False) + "\n",
        ROOT / "src" / "wire.ts": typescript([socket, openapi]),
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
