"""OpenAPI description of the routes and the match socket's messages."""

import json
import re
from collections.abc import Sequence
from typing import Any

import msgspec

from carrom import __version__
from carrom.server.http.endpoints import JSON, Endpoint
from carrom.server.wire import messages, requests, values

_SOCKET = {
    "get": {
        "summary": "The socket of a match: it takes ToServer and tells ToClient. Open it with ?since=N and with the"
        " subprotocols carrom.v1 and, for a seat, seat.<secret>.",
        "responses": {"101": {"description": "From here on, messages."}},
    }
}


def openapi_schema(endpoints: Sequence[Endpoint]) -> dict[str, Any]:
    bodies = [one.body for one in endpoints if one.method == "POST"]
    answers = [one.answer for one in endpoints if one.media == JSON]
    (to_server, to_client, *_), found = msgspec.json.schema_components(
        [messages.ToServer, messages.ToClient, requests.Problem, *values.DESCRIBED, *bodies, *answers],
        ref_template=values.REFERENCE,
    )
    schemas = {**found, "ToServer": to_server, "ToClient": to_client}
    paths: dict[str, Any] = {}
    for one in endpoints:
        paths.setdefault(one.path, {})[one.method.lower()] = _operation(one)
    return _in_one_line(
        {
            "openapi": "3.1.0",
            "info": {"title": "Carrom", "version": __version__},
            "paths": paths | {"/api/matches/{match_id}/socket": _SOCKET},
            "components": {"schemas": dict(sorted(schemas.items()))},
        }
    )


def _operation(one: Endpoint) -> dict[str, Any]:
    refused = {"description": "Why not.", "content": {JSON: {"schema": _reference(requests.Problem)}}}
    answer = _reference(one.answer) if one.media == JSON else {"type": "string"}
    found: dict[str, Any] = {
        "summary": one.summary,
        "parameters": _parameters(one) if one.method == "GET" else _path_parameters(one),
        "responses": {"200": {"description": "Found.", "content": {one.media: {"schema": answer}}}, "4XX": refused},
    }
    if one.method == "POST":
        found["requestBody"] = {"required": True, "content": {JSON: {"schema": _reference(one.body)}}}
    if one.media == JSON:
        language = {"name": "language", "in": "query", "schema": {"type": "string", "default": "en"}}
        found["parameters"].append(language)
    return found


def _parameters(one: Endpoint) -> list[dict[str, Any]]:
    in_path = re.findall(r"{(\w+)}", one.path)
    _, defs = msgspec.json.schema_components([one.body], ref_template=values.REFERENCE)
    return [
        {
            "name": field.name,
            "in": "path" if field.name in in_path else "query",
            "required": field.required,
            "schema": defs[one.body.__name__]["properties"][field.name],
        }
        for field in msgspec.structs.fields(one.body)
    ]


def _path_parameters(one: Endpoint) -> list[dict[str, Any]]:
    return [
        {"name": name, "in": "path", "required": True, "schema": {"type": "string"}}
        for name in re.findall(r"{(\w+)}", one.path)
    ]


def _reference(of: type[Any]) -> dict[str, Any]:
    return {"$ref": values.REFERENCE.format(name=of.__name__)}


def _in_one_line(document: dict[str, Any]) -> dict[str, Any]:
    """Python versions indent descriptions differently."""

    def tidy(part: dict[str, Any]) -> dict[str, Any]:
        text = part.get("description")
        return part | {"description": " ".join(text.split())} if isinstance(text, str) else part

    tidied: dict[str, Any] = json.loads(json.dumps(document), object_hook=tidy)
    return tidied
