"""Study without a match: strokes, hints, rulings, pictures, puzzles, coach reports, boards to build."""

import asyncio
from collections.abc import Callable
from datetime import UTC, date, datetime
from hashlib import blake2b
from typing import Any

import msgspec
from starlette.exceptions import HTTPException
from starlette.responses import PlainTextResponse, Response

from carrom.base.errors import CarromError
from carrom.equipment import Position
from carrom.laws.sentences import ruling_sentences
from carrom.laws.sentences.plain import plain_sentence
from carrom.match import Match, Record, read_record
from carrom.match.log.record import check_line_count
from carrom.match.views.sentences import catalogue_for
from carrom.pad.law_explorer import rulings
from carrom.physics import Stroke, simulate, stroke_fault
from carrom.players.puzzles import Puzzle, daily, puzzle_named, puzzles
from carrom.players.puzzles.solving import attempt
from carrom.render.ink.themes import Look
from carrom.server.http.endpoints import ApiRequest, Endpoints
from carrom.server.http.parsing import explain_errors
from carrom.server.table.coaching import CoachReports
from carrom.server.table.computers import film_gif, find_hints
from carrom.server.table.hint_policy import is_hint_forbidden, is_record_in_play, is_trial_forbidden
from carrom.server.table.open_matches import OpenMatches
from carrom.server.table.placement import striker_lane
from carrom.server.table.state import may_use_aids
from carrom.server.wire import requests as r, study as w, values as v


def add_study_routes(endpoints: Endpoints, matches: OpenMatches) -> None:
    def may_be_shown(trial: r.StrokeTrial) -> tuple[Position, Stroke]:
        """Raise 403 if it could help in a match in play."""
        position, stroke = _lawful_stroke(trial)
        if is_trial_forbidden(matches.all_open, position, stroke):
            raise HTTPException(403, "people play this very position, and have not agreed on trying strokes from it")
        return position, stroke

    @endpoints.route("POST", "/api/simulate", r.StrokeTrial, r.StrokeResult)
    def try_stroke(request: ApiRequest[r.StrokeTrial]) -> r.StrokeResult:
        """Simulate a stroke."""
        position, stroke = may_be_shown(request.body)
        trace = simulate(position, stroke, seat=request.body.seat)
        return r.StrokeResult(
            trace=v.StrokeTrace.of(trace),
            before=v.piece_rows(position),
            after=v.piece_rows(trace.rest),
            position=trace.rest.text(),
            pocketed=list(trace.pocketed),
            touched=trace.touched,
        )

    @endpoints.route("POST", "/api/position", r.PositionRequest, r.PositionAnswer)
    def lay_out(request: ApiRequest[r.PositionRequest]) -> r.PositionAnswer:
        """Parse a position; return where the striker may be placed."""
        position = Position.from_text(request.body.position)
        return r.PositionAnswer(position.text(), v.piece_rows(position), striker_lane(position, request.body.seat))

    @endpoints.route("POST", "/api/hint", r.HintRequest, r.Hints)
    async def hint(request: ApiRequest[r.HintRequest]) -> r.Hints:
        """Return a club player's best strokes."""
        matches.count_heavy(request.address)
        body = request.body
        if is_hint_forbidden(matches.all_open, Position.from_text(body.position)):
            raise HTTPException(403, "people play this very position, and have not agreed on hints")
        found = await matches.computers.run(
            find_hints, body.position, body.seat, body.colour, body.queen, body.rulebook, address=request.address
        )
        strokes = [(hint.stroke, hint.chance) for hint in found]
        return r.Hints([r.HintStroke(one.x, one.y, one.direction, one.speed, chance) for one, chance in strokes])

    @endpoints.route("POST", "/api/film", r.FilmRequest, Response, media="image/gif")
    async def show_film(request: ApiRequest[r.FilmRequest]) -> Response:
        """Film a stroke as animated GIF."""
        matches.count_heavy(request.address)
        _, stroke = may_be_shown(request.body)
        body = request.body
        Look.from_text(body.look)  # not in a worker
        data = await matches.computers.run(
            film_gif, body.position, body.seat, stroke, body.look, address=request.address
        )
        return Response(data, media_type="image/gif")

    @endpoints.route("GET", "/api/picture", r.PictureRequest, Response, media="image/*")
    def picture(request: ApiRequest[r.PictureRequest]) -> Response:
        """Return a picture of a position."""
        from carrom.render import png, position_svg

        body = request.body
        look = Look.from_text(body.look)
        svg = position_svg(Position.from_text(body.position), seat=body.seat, width=body.width, look=look)
        if body.form == "png":
            matches.count_heavy(request.address)  # far dearer than SVG
            return Response(png(svg, body.width), media_type="image/png")
        return Response(svg, media_type="image/svg+xml")

    @endpoints.route("POST", "/api/rule", r.RulingQuestion, r.RulingAnswers)
    def rule(request: ApiRequest[r.RulingQuestion]) -> r.RulingAnswers:
        """Return all rulebooks' rulings on a stroke."""
        return r.RulingAnswers(_answers(request.body, request.language))

    @endpoints.route("GET", "/api/laws/{law}", r.OneLaw, r.LawText)
    def law(request: ApiRequest[r.OneLaw]) -> r.LawText:
        """Return a law in our words."""
        from carrom.laws.register import register

        entry = register().get(request.body.law)
        if entry is None:
            raise HTTPException(404, f"there is no law {request.body.law!r} in the register")
        plain = plain_sentence(entry.id, catalogue_for(request.language).code)
        return r.LawText(entry.id, entry.title, entry.text, plain)


def _lawful_stroke(trial: r.StrokeTrial) -> tuple[Position, Stroke]:
    position, stroke = Position.from_text(trial.position), trial.stroke.value
    fault = stroke_fault(position, stroke, seat=trial.seat)
    if fault is not None:
        raise CarromError("stroke-not-allowed", f"{fault.text} (Law {fault.law})" if fault.law else fault.text)
    return position, stroke


def _answers(question: r.RulingQuestion, language: str) -> list[r.RulingAnswer]:
    with explain_errors(Any):
        before, stroke = msgspec.json.decode(question.before), msgspec.json.decode(question.stroke)
        found = rulings(before, stroke, language, to_striker=question.to_striker)
    return [
        r.RulingAnswer(
            rulebook=one.rulebook,
            title=one.title,
            ruling=msgspec.Raw(msgspec.json.encode(one.ruling)),
            sentences=list(one.sentences),
            differs=one.differs,
        )
        for one in found
    ]


def add_puzzle_routes(endpoints: Endpoints, count_heavy: Callable[[str], None]) -> None:
    @endpoints.route("GET", "/api/puzzles", r.Nothing, w.PuzzleList)
    def list_puzzles(_: ApiRequest[r.Nothing]) -> w.PuzzleList:
        """Return all puzzles, and today's."""
        day = _today()
        lines = [w.PuzzleLine(one.id, one.kind, one.rating, one.strokes, _stamp(one)) for one in puzzles()]
        return w.PuzzleList(daily(day).id, day.isoformat(), lines)

    @endpoints.route("GET", "/api/puzzles/{puzzle}", w.OnePuzzle, w.PuzzleView)
    def show(request: ApiRequest[w.OnePuzzle]) -> w.PuzzleView:
        """Return one puzzle."""
        puzzle = _found(request.body.puzzle)
        return w.PuzzleView(
            id=puzzle.id,
            kind=puzzle.kind,
            rating=puzzle.rating,
            strokes=puzzle.strokes,
            position=puzzle.position.text(),
            pieces=v.piece_rows(puzzle.position),
            lane=striker_lane(puzzle.position, puzzle.view.seat),
            day=_today().isoformat() if request.body.puzzle == "daily" else None,
        )

    @endpoints.route("POST", "/api/puzzles/{puzzle}/attempts", w.PuzzleAttempt, w.PuzzleResult)
    def try_it(request: ApiRequest[w.PuzzleAttempt]) -> w.PuzzleResult:
        """Judge the latest stroke of an attempt."""
        puzzle = _found(request.path["puzzle"])
        strokes = tuple(stroke.value for stroke in request.body.strokes)
        tried = attempt(puzzle, strokes)
        last = tried[-1]
        before = tried[-2].after if len(tried) > 1 else puzzle.view
        words = catalogue_for(request.language).to_striker
        return w.PuzzleResult(
            state=last.state,
            trace=v.StrokeTrace.of(last.trace),
            before=v.piece_rows(before.position),
            after=v.piece_rows(last.trace.rest),
            lane=striker_lane(last.trace.rest, puzzle.view.seat),
            sentences=ruling_sentences(last.ruling, words, before=before.situation)[:-1],
            laws=list(last.ruling.laws),
        )

    @endpoints.route("GET", "/api/solutions/{puzzle}", w.OnePuzzle, w.PuzzleSolution)
    def solution(request: ApiRequest[w.OnePuzzle]) -> w.PuzzleSolution:
        """Return the computer's solution."""
        puzzle = _found(request.body.puzzle)
        strokes = [v.StrokeBody(one.x, one.y, one.direction, one.speed) for one in puzzle.solution]
        return w.PuzzleSolution(strokes, puzzle.chance)

    @endpoints.route("GET", "/api/puzzles/{puzzle}/picture.{form}", w.PuzzlePicture, Response, media="image/*")
    def picture(request: ApiRequest[w.PuzzlePicture]) -> Response:
        """Return the position, for shared links."""
        from carrom.render import png, position_svg

        svg = position_svg(_found(request.body.puzzle).position, width=480)
        if request.body.form == "svg":
            return Response(svg, media_type="image/svg+xml")
        count_heavy(request.address)
        return Response(png(svg, 480), media_type="image/png")


def _stamp(puzzle: Puzzle) -> list[v.PieceRow]:
    return [(kind, round(x), round(y)) for kind, x, y in v.piece_rows(puzzle.position)]


def _today() -> date:
    return datetime.now(UTC).date()


def _found(name: str) -> Puzzle:
    if name == "daily":
        return daily(_today())
    try:
        return puzzle_named(name)
    except CarromError:
        raise HTTPException(404, "there is no such puzzle") from None


_COST = 3
"""Least cost, in hints."""
_LONGEST = 2_000_000
_WHILE_PLAYED = "nothing is said of a match while people play it, unless both sides agree"


def add_coach_routes(endpoints: Endpoints, matches: OpenMatches, coaching: CoachReports) -> None:
    async def text_of(body: w.CoachRequest) -> str:
        if (body.match is None) == (body.record is None):
            raise CarromError("match-or-record", "either the match or its record is wanted")
        if body.record is not None:
            if len(body.record) > _LONGEST:
                raise CarromError("match-too-long", "a record this long is not weighed here: `carrom coach` does it")
            check_line_count(body.record)
            return body.record
        async with matches.hold(str(body.match)) as live:
            if live is None:
                raise HTTPException(404, "there is no match at this address")
            match: Match = live.match
            if not may_use_aids(match, live.agreed):
                raise HTTPException(403, _WHILE_PLAYED)
        return await asyncio.to_thread(lambda: Record.of(match).text())

    @endpoints.route("POST", "/api/coach", w.CoachRequest, w.CoachAnswer)
    async def coach(request: ApiRequest[w.CoachRequest]) -> w.CoachAnswer:
        """Return a coach report's progress, then the report. Poll until complete."""
        record = await text_of(request.body)
        key = blake2b(record.encode(errors="surrogatepass"), digest_size=16).hexdigest()
        if not coaching.is_known(key):
            for _ in range(_COST):
                matches.count_heavy(request.address)
            if request.body.record is not None:
                events = (await asyncio.to_thread(read_record, record)).record.events
                if is_record_in_play(matches.all_open, events):
                    raise HTTPException(403, _WHILE_PLAYED)
        done, of, report = coaching.ask(key, record, request.address)
        return w.CoachAnswer(done, of, report)


_TYPES = {"svg": "image/svg+xml", "dxf": "image/vnd.dxf", "pdf": "application/pdf"}


def add_board_routes(endpoints: Endpoints, matches: OpenMatches) -> None:
    @endpoints.route("GET", "/api/board/blueprint.{form}", r.BlueprintRequest, Response, media="*/*")
    def blueprint(request: ApiRequest[r.BlueprintRequest]) -> Response:
        """Return a carrom board's plan."""
        matches.count_heavy(request.address)
        return Response(_draw(request.body), media_type=_TYPES[request.body.form])

    @endpoints.route("GET", "/api/board/template", r.Nothing, Response, media="text/plain")
    def template(_: ApiRequest[r.Nothing]) -> Response:
        """Return an empty board file."""
        from carrom.equipment.board_file import board_template

        return PlainTextResponse(board_template())

    @endpoints.route("GET", "/api/board/requirements", r.Nothing, r.InspectionAnswer)
    def requirements(_: ApiRequest[r.Nothing]) -> r.InspectionAnswer:
        """Return all measures of a board, with the Laws' limits."""
        from carrom.equipment.inspection import inspect

        return msgspec.convert(inspect({}).json(), r.InspectionAnswer)

    @endpoints.route("POST", "/api/board/check", r.Measurements, r.InspectionAnswer)
    def check(request: ApiRequest[r.Measurements]) -> r.InspectionAnswer:
        """Check a measured board against the Laws."""
        from carrom.equipment.board_file import read_board
        from carrom.equipment.inspection import inspect

        return msgspec.convert(inspect(read_board(request.body.text)).json(), r.InspectionAnswer)


def _draw(body: r.BlueprintRequest) -> bytes:
    from carrom.equipment.markings import BoardSizes
    from carrom.render.blueprint.drawing import annotated_blueprint

    sizes = BoardSizes()
    match body.form:
        case "pdf":
            from carrom.render.blueprint.pdf import blueprint_pdf

            return blueprint_pdf(sizes, body.paper)
        case "dxf":
            from carrom.render.blueprint.dxf import blueprint_dxf

            return blueprint_dxf(annotated_blueprint(sizes)).encode()
        case "svg":
            from carrom.render.blueprint.svg import blueprint_svg

            return blueprint_svg(annotated_blueprint(sizes)).encode()
