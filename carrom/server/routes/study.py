"""Trying strokes, asking for hints and rulings, pictures and films: everything that needs no match."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Literal

import msgspec
from fastapi import APIRouter, HTTPException, Query, Request, Response

from carrom.base.errors import CarromError
from carrom.equipment import Position, Seat, striker_fault
from carrom.laws import RULEBOOKS, Rulebook, judge
from carrom.laws.sentences import ruling_sentences
from carrom.laws.wire import answer, facts_from_wire, situation_from_wire
from carrom.physics import Stroke, simulate
from carrom.server.film import film
from carrom.server.live.computer import advised
from carrom.server.live.tables import Tables
from carrom.server.routes.matches import count, heavy
from carrom.server.tell.view import lane_of, pieces_of
from carrom.server.tell.words import words_in
from carrom.server.wire import shapes as s

if TYPE_CHECKING:
    from carrom.players.hints import Hint


def router(tables: Tables) -> APIRouter:
    routes = APIRouter(prefix="/api")

    @routes.post("/simulate", response_model=s.Tried)
    async def try_stroke(trial: s.Trial, request: Request) -> Response:
        count(tables.strokes, request)
        position, seat, stroke = _read(trial)
        trace = simulate(position, stroke, seat=seat)
        tried = s.Tried.model_construct(
            trace=trace.wire(),
            before=pieces_of(position),
            after=pieces_of(trace.rest),
            position=trace.rest.text(),
            pocketed=list(trace.pocketed),
            touched=trace.touched,
        )
        return Response(msgspec.json.encode(tried.__dict__), media_type="application/json")

    @routes.post("/position")
    def lay_out(laid: s.Laid) -> s.LaidOut:
        position = Position.from_text(laid.position)
        lane = lane_of(position, Seat(laid.seat))
        return s.LaidOut(
            position=position.text(),
            pieces=pieces_of(position),
            free=lane.free,
            ahead=lane.ahead,
            gaps=[msgspec.to_builtins(gap) for gap in lane.gaps],
            fastest=lane.fastest,
        )

    @routes.post("/hint")
    async def hint(wish: s.HintWish, request: Request) -> s.Hints:
        heavy(tables, request)
        Position.from_text(wish.position)
        found = await tables.computers.run(
            advised, wish.position, Seat(wish.seat), wish.colour, wish.queen, wish.rulebook
        )
        return s.Hints(strokes=[_hint(one) for one in found])

    @routes.post("/film")
    async def film_of(trial: s.Trial, request: Request) -> Response:
        heavy(tables, request)
        _read(trial)
        one = trial.stroke
        data = await tables.computers.run(film, trial.position, trial.seat, (one.x, one.y, one.direction, one.speed))
        return Response(data, media_type="image/gif")

    @routes.get("/picture")
    def picture(
        request: Request,
        position: Annotated[str, Query(max_length=2000)],
        form: Literal["svg", "png"] = "svg",
        seat: s.Seat = "south",
        width: Annotated[int, Query(ge=16, le=2048)] = 880,
    ) -> Response:
        from carrom.render import png, position_svg

        svg = position_svg(Position.from_text(position), seat=Seat(seat), width=width)
        if form == "png":
            heavy(tables, request)  # to paint it takes far longer than to say what to paint
            return Response(png(svg, width), media_type="image/png")
        return Response(svg, media_type="image/svg+xml")

    @routes.post("/rule")
    def rule(question: s.Question, language: str = "en") -> s.Answers:
        answers: list[s.Answer] = []
        for book in RULEBOOKS.values():
            ruling = answer({"rulebook": book.id, "before": question.before, "stroke": question.stroke})
            differs = bool(answers) and _plain(ruling) != _plain(answers[0].ruling)
            sentences = _sentences(question, book, language)
            answers.append(
                s.Answer(rulebook=book.id, title=book.title, ruling=ruling, sentences=sentences, differs=differs)
            )
        return s.Answers(answers=answers)

    @routes.get("/laws/{law}")
    def law(law: str) -> s.LawText:
        entry = _law(law)
        if entry is None:
            raise HTTPException(404, f"there is no law {law!r} in the register")
        return entry

    return routes


def _read(trial: s.Trial) -> tuple[Position, Seat, Stroke]:
    position, seat = Position.from_text(trial.position), Seat(trial.seat)
    one = trial.stroke
    fault = striker_fault(position, seat, one.x, one.y)
    if fault is not None:
        raise CarromError(f"{fault.text} (Law {fault.law})")
    return position, seat, Stroke(one.x, one.y, one.direction, one.speed)


def _hint(hint: Hint) -> s.HintStroke:
    one = hint.stroke
    return s.HintStroke(x=one.x, y=one.y, direction=one.direction, speed=one.speed, chance=hint.chance)


def _plain(ruling: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in ruling.items() if key != "laws"}


def _sentences(question: s.Question, book: Rulebook, language: str) -> list[str]:
    before, facts = situation_from_wire(question.before), facts_from_wire(question.stroke)
    return ruling_sentences(judge(before, facts, book), words_in(language), before=before)[:-1]


def _law(law: str) -> s.LawText | None:
    from carrom.laws.register import register

    entry = register().get(law)
    return None if entry is None else s.LawText(id=entry.id, title=entry.title, text=entry.text)
