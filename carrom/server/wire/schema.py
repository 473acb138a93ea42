"""The committed description of what the server speaks: OpenAPI for its routes, JSON Schema for its socket."""

from __future__ import annotations

from typing import Any

import msgspec

from carrom.server.wire import messages


def socket_schema() -> dict[str, Any]:
    """Every message of a match's socket, by direction."""
    (to_server, to_client), defs = msgspec.json.schema_components(
        [messages.ToServer, messages.ToClient], ref_template="#/$defs/{name}"
    )
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "The socket of a match",
        "description": "Open /api/matches/{id}/socket?since=N with the subprotocols carrom.v1 and, for a seat, "
        "seat.<secret>.",
        "toServer": to_server,
        "toClient": to_client,
        "$defs": dict(sorted(defs.items())),
    }
