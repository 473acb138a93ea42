"""Make a board: the blueprint to cut, and the check of a board that was measured."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from fastapi import APIRouter, Query, Request, Response
from fastapi.responses import PlainTextResponse

from carrom.server.live.tables import Tables
from carrom.server.routes.matches import heavy
from carrom.server.wire import shapes as s

_TYPES = {"svg": "image/svg+xml", "dxf": "image/vnd.dxf", "pdf": "application/pdf"}
Form = Literal["svg", "dxf", "pdf"]


def router(tables: Tables) -> APIRouter:
    routes = APIRouter(prefix="/api/board")

    @routes.get("/blueprint.{form}")
    def blueprint(form: Form, request: Request, paper: Annotated[Literal["a0", "a4"], Query()] = "a0") -> Response:
        heavy(tables, request)
        return Response(_drawn(form, paper), media_type=_TYPES[form])

    @routes.get("/template", response_class=PlainTextResponse)
    def template() -> str:
        from carrom.equipment.board_file import template

        return template()

    @routes.post("/check")
    def check(measured: s.Measurements) -> dict[str, Any]:
        from carrom.equipment.board_file import read_board
        from carrom.equipment.inspection import inspect

        return inspect(read_board(measured.text)).json()

    return routes


def _drawn(form: Form, paper: Literal["a0", "a4"]) -> bytes:
    from carrom.equipment.markings import BoardSizes
    from carrom.render.blueprint.plan import annotated_plan

    sizes = BoardSizes()
    match form:
        case "pdf":
            from carrom.render.blueprint.pdf import blueprint_pdf

            return blueprint_pdf(sizes, paper)
        case "dxf":
            from carrom.render.blueprint.dxf import blueprint_dxf

            return blueprint_dxf(annotated_plan(sizes)).encode()
        case "svg":
            from carrom.render.blueprint.svg import blueprint_svg

            return blueprint_svg(annotated_plan(sizes)).encode()
