"""The committed description of what the server speaks: OpenAPI for its routes, JSON Schema for its socket."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from typing import Any

import msgspec

from carrom import __version__
from carrom.server.wire import messages, requests, values
from carrom.server.wire.endpoints import JSON, Endpoint

_REFERENCE = "#/$defs/{name}"


def socket_schema() -> dict[str, Any]:
    """Every message of a match's socket, by direction."""
    (to_server, to_client, *_), defs = msgspec.json.schema_components(
        [messages.ToServer, messages.ToClient, *values.ENCODED_BEFORE], ref_template=_REFERENCE
    )
    document = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "The socket of a match",
        "description": "Open /api/matches/{id}/socket?since=N with the subprotocols carrom.v1 and, for a seat, "
        "seat.<secret>.",
        "toServer": to_server,
        "toClient": to_client,
        "$defs": dict(sorted(defs.items())),
    }
    return _in_one_line(document)


def openapi_schema(endpoints: Sequence[Endpoint]) -> dict[str, Any]:
    """The routes, with what they are asked and what they answer."""
    bodies = [one.wish for one in endpoints if one.method == "POST"]
    answers = [one.answer for one in endpoints if one.media == JSON]
    _, defs = msgspec.json.schema_components(
        [requests.Problem, *values.ENCODED_BEFORE, *bodies, *answers], ref_template=_REFERENCE
    )
    paths: dict[str, Any] = {}
    for one in endpoints:
        paths.setdefault(one.path, {})[one.method.lower()] = _operation(one)
    document = {
        "openapi": "3.1.0",
        "info": {"title": "Carrom", "version": __version__},
        "paths": paths,
        "components": {"schemas": dict(sorted(defs.items()))},
    }
    moved = json.dumps(document).replace('"#/$defs/', '"#/components/schemas/')
    return _in_one_line(json.loads(moved))


def _operation(one: Endpoint) -> dict[str, Any]:
    refused = {"description": "Why not.", "content": {JSON: {"schema": _reference(requests.Problem)}}}
    answer = _reference(one.answer) if one.media == JSON else {"type": "string"}
    found: dict[str, Any] = {
        "summary": one.summary,
        "parameters": _parameters(one) if one.method == "GET" else [],
        "responses": {"200": {"description": "Found.", "content": {one.media: {"schema": answer}}}, "4XX": refused},
    }
    if one.method == "POST":
        found["requestBody"] = {"required": True, "content": {JSON: {"schema": _reference(one.wish)}}}
    if one.media == JSON:
        language = {"name": "language", "in": "query", "schema": {"type": "string", "default": "en"}}
        found["parameters"].append(language)
    return found


def _parameters(one: Endpoint) -> list[dict[str, Any]]:
    in_path = re.findall(r"{(\w+)}", one.path)
    _, defs = msgspec.json.schema_components([one.wish], ref_template=_REFERENCE)
    return [
        {
            "name": field.name,
            "in": "path" if field.name in in_path else "query",
            "required": field.required,
            "schema": defs[one.wish.__name__]["properties"][field.name],
        }
        for field in msgspec.structs.fields(one.wish)
    ]


def _reference(of: type[Any]) -> dict[str, Any]:
    return {"$ref": _REFERENCE.format(name=of.__name__)}


def _in_one_line(document: dict[str, Any]) -> dict[str, Any]:
    """The same document; docstrings keep their line breaks differently from one Python to the next."""

    def tidy(part: dict[str, Any]) -> dict[str, Any]:
        text = part.get("description")
        return part | {"description": " ".join(text.split())} if isinstance(text, str) else part

    tidied: dict[str, Any] = json.loads(json.dumps(document), object_hook=tidy)
    return tidied
