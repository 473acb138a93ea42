"""Make a board: the blueprint to cut, and the check of a board that was measured."""

import msgspec
from starlette.responses import PlainTextResponse, Response

from carrom.server.live.open_matches import OpenMatches
from carrom.server.wire import requests as r
from carrom.server.wire.endpoints import Ask, Endpoints

_TYPES = {"svg": "image/svg+xml", "dxf": "image/vnd.dxf", "pdf": "application/pdf"}


def add_board_routes(endpoints: Endpoints, matches: OpenMatches) -> None:
    @endpoints.route("GET", "/api/board/blueprint.{form}", r.BlueprintWish, Response, media="*/*")
    def blueprint(ask: Ask[r.BlueprintWish]) -> Response:
        """The plan of a carrom board."""
        matches.count_heavy(ask.address)
        return Response(_draw(ask.wish), media_type=_TYPES[ask.wish.form])

    @endpoints.route("GET", "/api/board/template", r.Nothing, Response, media="text/plain")
    def template(_: Ask[r.Nothing]) -> Response:
        """An empty board file to fill in."""
        from carrom.equipment.board_file import template

        return PlainTextResponse(template())

    @endpoints.route("GET", "/api/board/requirements", r.Nothing, r.InspectionAnswer)
    def requirements(_: Ask[r.Nothing]) -> r.InspectionAnswer:
        """Everything that can be measured of a board, with what the laws allow: a form to fill in."""
        from carrom.equipment.inspection import inspect

        return msgspec.convert(inspect({}).json(), r.InspectionAnswer)

    @endpoints.route("POST", "/api/board/check", r.Measurements, r.InspectionAnswer)
    def check(ask: Ask[r.Measurements]) -> r.InspectionAnswer:
        """A measured board held against the laws."""
        from carrom.equipment.board_file import read_board
        from carrom.equipment.inspection import inspect

        return msgspec.convert(inspect(read_board(ask.wish.text)).json(), r.InspectionAnswer)


def _draw(wish: r.BlueprintWish) -> bytes:
    from carrom.equipment.markings import BoardSizes
    from carrom.render.blueprint.drawing import annotated_blueprint

    sizes = BoardSizes()
    match wish.form:
        case "pdf":
            from carrom.render.blueprint.pdf import blueprint_pdf

            return blueprint_pdf(sizes, wish.paper)
        case "dxf":
            from carrom.render.blueprint.dxf import blueprint_dxf

            return blueprint_dxf(annotated_blueprint(sizes)).encode()
        case "svg":
            from carrom.render.blueprint.svg import blueprint_svg

            return blueprint_svg(annotated_blueprint(sizes)).encode()
