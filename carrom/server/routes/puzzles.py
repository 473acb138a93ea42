"""Puzzles over the network: the shelf, one of them, an attempt at it, and how it is done."""

from collections.abc import Callable
from datetime import UTC, date, datetime

from starlette.exceptions import HTTPException
from starlette.responses import Response

from carrom.base.errors import CarromError
from carrom.laws.sentences import ruling_sentences
from carrom.match.umpire_words import catalogue_for
from carrom.players.puzzles import Puzzle, daily, puzzle_named, puzzles
from carrom.players.puzzles.solving import attempt
from carrom.server.tell.places import striker_lane
from carrom.server.wire import puzzles as w, requests as r, values as v
from carrom.server.wire.endpoints import Ask, Endpoints


def add_puzzle_routes(endpoints: Endpoints, count_heavy: Callable[[str], None]) -> None:
    @endpoints.route("GET", "/api/puzzles", r.Nothing, w.Shelf)
    def shelf(_: Ask[r.Nothing]) -> w.Shelf:
        """Every puzzle there is, and which one is today's."""
        day = _today()
        lines = [w.PuzzleLine(one.id, one.kind, one.rating, one.strokes, _stamp(one)) for one in puzzles()]
        return w.Shelf(daily(day).id, day.isoformat(), lines)

    @endpoints.route("GET", "/api/puzzles/{puzzle}", w.OnePuzzle, w.PuzzleView)
    def show(ask: Ask[w.OnePuzzle]) -> w.PuzzleView:
        """One puzzle, laid out."""
        puzzle = _found(ask.wish.puzzle)
        return w.PuzzleView(
            id=puzzle.id,
            kind=puzzle.kind,
            rating=puzzle.rating,
            strokes=puzzle.strokes,
            position=puzzle.position.text(),
            pieces=v.piece_rows(puzzle.position),
            lane=striker_lane(puzzle.position, puzzle.view.seat),
            day=_today().isoformat() if ask.wish.puzzle == "daily" else None,
        )

    @endpoints.route("POST", "/api/puzzles/{puzzle}/attempts", w.PuzzleAttempt, w.PuzzleTried)
    def try_it(ask: Ask[w.PuzzleAttempt]) -> w.PuzzleTried:
        """A stroke of an attempt: simulated and judged as at a table."""
        puzzle = _found(ask.path["puzzle"])
        strokes = tuple(stroke.value for stroke in ask.wish.strokes)
        tried = attempt(puzzle, strokes)
        last = tried[-1]
        before = tried[-2].after if len(tried) > 1 else puzzle.view
        words = catalogue_for(ask.language).to_striker
        return w.PuzzleTried(
            state=last.state,
            trace=v.StrokeTrace.of(last.trace),
            before=v.piece_rows(before.position),
            after=v.piece_rows(last.trace.rest),
            lane=striker_lane(last.trace.rest, puzzle.view.seat),
            sentences=ruling_sentences(last.ruling, words, before=before.situation)[:-1],
            laws=list(last.ruling.laws),
        )

    @endpoints.route("GET", "/api/solutions/{puzzle}", w.OnePuzzle, w.PuzzleSolution)
    def solution(ask: Ask[w.OnePuzzle]) -> w.PuzzleSolution:
        """The computer's own solution."""
        puzzle = _found(ask.wish.puzzle)
        strokes = [v.StrokeBody(one.x, one.y, one.direction, one.speed) for one in puzzle.solution]
        return w.PuzzleSolution(strokes, puzzle.chance)

    @endpoints.route("GET", "/api/puzzles/{puzzle}/picture.{form}", w.PuzzlePicture, Response, media="image/*")
    def picture(ask: Ask[w.PuzzlePicture]) -> Response:
        """The position as a picture, for links that are shared."""
        from carrom.render import png, position_svg

        svg = position_svg(_found(ask.wish.puzzle).position, width=480)
        if ask.wish.form == "svg":
            return Response(svg, media_type="image/svg+xml")
        count_heavy(ask.address)
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
