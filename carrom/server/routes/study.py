"""Trying strokes, asking for hints and rulings, pictures and films: everything that needs no match."""

from typing import Any

import msgspec
from starlette.exceptions import HTTPException
from starlette.responses import Response

from carrom.base.errors import CarromError
from carrom.equipment import Position
from carrom.laws.sentences.plain import plain_sentence
from carrom.match.umpire_words import catalogue_for
from carrom.pad.explorer import rulings
from carrom.physics import Stroke, simulate, stroke_fault
from carrom.render.ink.themes import Look
from carrom.server.live.computer import film, find_hints
from carrom.server.live.open_matches import OpenMatches
from carrom.server.live.unaided import is_tried_out, is_unaided
from carrom.server.tell.places import striker_lane
from carrom.server.wire import requests as r, values as v
from carrom.server.wire.endpoints import Ask, Endpoints
from carrom.server.wire.reading import reading


def add_study_routes(endpoints: Endpoints, matches: OpenMatches) -> None:
    def may_be_shown(trial: r.StrokeTrial) -> tuple[Position, Stroke]:
        """A lawful stroke that may be shown."""
        position, stroke = _lawful_stroke(trial)
        if is_tried_out(matches.all_open, position, stroke):
            raise HTTPException(403, "people play this very position, and have not agreed on trying strokes from it")
        return position, stroke

    @endpoints.route("POST", "/api/simulate", r.StrokeTrial, r.Tried)
    def try_stroke(ask: Ask[r.StrokeTrial]) -> r.Tried:
        """What becomes of a stroke."""
        position, stroke = may_be_shown(ask.wish)
        trace = simulate(position, stroke, seat=ask.wish.seat)
        return r.Tried(
            trace=v.StrokeTrace.of(trace),
            before=v.piece_rows(position),
            after=v.piece_rows(trace.rest),
            position=trace.rest.text(),
            pocketed=list(trace.pocketed),
            touched=trace.touched,
        )

    @endpoints.route("POST", "/api/position", r.Laid, r.LaidOut)
    def lay_out(ask: Ask[r.Laid]) -> r.LaidOut:
        """A position read, and where the striker may stand in it."""
        position = Position.from_text(ask.wish.position)
        return r.LaidOut(position.text(), v.piece_rows(position), striker_lane(position, ask.wish.seat))

    @endpoints.route("POST", "/api/hint", r.HintWish, r.Hints)
    async def hint(ask: Ask[r.HintWish]) -> r.Hints:
        """The best strokes in a club player's hand."""
        matches.count_heavy(ask.address)
        wish = ask.wish
        if is_unaided(matches.all_open, Position.from_text(wish.position)):
            raise HTTPException(403, "people play this very position, and have not agreed on hints")
        found = await matches.computers.run(
            find_hints, wish.position, wish.seat, wish.colour, wish.queen, wish.rulebook, address=ask.address
        )
        strokes = [(hint.stroke, hint.chance) for hint in found]
        return r.Hints([r.HintStroke(one.x, one.y, one.direction, one.speed, chance) for one, chance in strokes])

    @endpoints.route("POST", "/api/film", r.FilmWish, Response, media="image/gif")
    async def show_film(ask: Ask[r.FilmWish]) -> Response:
        """A stroke as a film."""
        matches.count_heavy(ask.address)
        _, stroke = may_be_shown(ask.wish)
        wish = ask.wish
        Look.from_text(wish.look)  # what is wrong with it is said here, not in a worker
        data = await matches.computers.run(film, wish.position, wish.seat, stroke, wish.look, address=ask.address)
        return Response(data, media_type="image/gif")

    @endpoints.route("GET", "/api/picture", r.PictureWish, Response, media="image/*")
    def picture(ask: Ask[r.PictureWish]) -> Response:
        """A position as a picture."""
        from carrom.render import png, position_svg

        wish = ask.wish
        look = Look.from_text(wish.look)
        svg = position_svg(Position.from_text(wish.position), seat=wish.seat, width=wish.width, look=look)
        if wish.form == "png":
            matches.count_heavy(ask.address)  # to paint it takes far longer than to say what to paint
            return Response(png(svg, wish.width), media_type="image/png")
        return Response(svg, media_type="image/svg+xml")

    @endpoints.route("POST", "/api/rule", r.Question, r.Answers)
    def rule(ask: Ask[r.Question]) -> r.Answers:
        """Every rulebook's ruling on a stroke."""
        return r.Answers(_answers(ask.wish, ask.language))

    @endpoints.route("GET", "/api/laws/{law}", r.OneLaw, r.LawText)
    def law(ask: Ask[r.OneLaw]) -> r.LawText:
        """What a law says, in our words."""
        from carrom.laws.register import register

        entry = register().get(ask.wish.law)
        if entry is None:
            raise HTTPException(404, f"there is no law {ask.wish.law!r} in the register")
        plain = plain_sentence(entry.id, catalogue_for(ask.language).code)
        return r.LawText(entry.id, entry.title, entry.text, plain)


def _lawful_stroke(trial: r.StrokeTrial) -> tuple[Position, Stroke]:
    position, stroke = Position.from_text(trial.position), trial.stroke.value
    fault = stroke_fault(position, stroke, seat=trial.seat)
    if fault is not None:
        raise CarromError("stroke-not-allowed", f"{fault.text} (Law {fault.law})" if fault.law else fault.text)
    return position, stroke


def _answers(question: r.Question, language: str) -> list[r.Answer]:
    with reading(Any):
        before, stroke = msgspec.json.decode(question.before), msgspec.json.decode(question.stroke)
        found = rulings(before, stroke, language, to_striker=question.to_striker)
    return [
        r.Answer(
            rulebook=one.rulebook,
            title=one.title,
            ruling=msgspec.Raw(msgspec.json.encode(one.ruling)),
            sentences=list(one.sentences),
            differs=one.differs,
        )
        for one in found
    ]
