"""Everything a pad shows: the match's view, and what an umpire needs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from carrom.base.codec import encode
from carrom.laws import IncidentRuling, Ruling
from carrom.match import Event, Match, MatchView, view
from carrom.match.log.notation import act_text
from carrom.match.parties import PARTIES
from carrom.match.setup import Figures
from carrom.match.views.sentences import UmpireWord, recent_steps, tell, umpire_words
from carrom.pad.layout import Layout, layout
from carrom.pad.prompts import Announcement, ClockView, announcements, pad_clocks
from carrom.pad.session import last_counting, redo_to, undo_to

FACTS_IN_SIGHT = 5


@dataclass(frozen=True, slots=True)
class EventView:
    """One recorded act."""

    number: int
    at: float | None
    kind: str
    line: str
    """The event's line in the record, without number and time."""
    act: dict[str, Any]
    by: str | None
    counts: bool
    """False if taken back."""


@dataclass(frozen=True, slots=True)
class RulingView:
    """The last ruling that counts, and its event."""

    number: int
    text: str
    """Plain sentences: on a stroke in the chosen language, otherwise in English."""
    laws: tuple[str, ...]
    is_judged: bool
    """Whether the text comes from the laws' catalogue, in the chosen language."""


@dataclass(frozen=True, slots=True)
class PadView:
    """State of a match for the page of a pad."""

    view: MatchView
    title: str
    figures: Figures
    game: int
    board: int
    extra: bool
    """The board in play, or the next one, is an extra board."""
    names: dict[str, str]
    """Names by player (a1, a2, b1, b2) and side (a, b)."""
    ruling: RulingView | None
    said: tuple[UmpireWord, ...]
    """The umpire's words on the last event that counts, for a page with sentences."""
    clocks: tuple[ClockView, ...]
    announcements: tuple[Announcement, ...]
    facts: tuple[EventView, ...]
    """The last five acts, the latest last."""
    redo_to: int | None
    """Event to correct to, to take back the last correction; None if the last act was no correction."""
    undo_to: int | None
    """Event to correct to, to undo the last act; None without an act."""
    layout: Layout
    signed: tuple[tuple[str, str], ...]


def pad_view(match: Match, language: str = "en") -> PadView:
    counting, course = last_counting(match), match.course
    game, number = (course.board.game, course.board.number) if course.board is not None else course.next_board
    coming = course.score is not None and course.score.is_extra
    return PadView(
        view=view(match),
        title=match.setup.rulebook.title,
        figures=Figures.of(match.setup.rulebook),
        game=game,
        board=number,
        extra=coming if course.board is None else course.board.is_extra,
        names=_names(match),
        ruling=_ruling(counting, language),
        said=tuple(umpire_words(counting, language)),
        clocks=pad_clocks(match),
        announcements=announcements(match, language),
        facts=event_views(match, most=FACTS_IN_SIGHT),
        redo_to=redo_to(match),
        undo_to=undo_to(match),
        layout=layout(match),
        signed=course.signatures,
    )


def event_views(match: Match, *, most: int | None = None) -> tuple[EventView, ...]:
    """All recorded acts, or the last `most`, the latest last."""
    counting = {event.number for event in match.effective()}
    found: list[EventView] = []
    step: Match | None = match
    while step is not None and step.event is not None and (most is None or len(found) < most):
        found.append(_event_view(step, step.event, counts=step.number in counting))
        step = step.before
    return tuple(reversed(found))


def _event_view(step: Match, event: Event, *, counts: bool) -> EventView:
    return EventView(
        number=event.number,
        at=event.at,
        kind=event.act.kind,
        line=act_text(event.act),
        act={"kind": event.act.kind, **encode(event.act)},
        by=_striker(step) if event.act.kind == "stroke" else None,
        counts=counts,
    )


def _striker(step: Match) -> str | None:
    before = step.before.board if step.before is not None else None
    if before is not None:
        return before.turn.text()
    return step.board.breaker.text() if step.board is not None else None  # an early break


def _ruling(counting: Match, language: str) -> RulingView | None:
    for step in reversed(recent_steps(counting)):
        words = umpire_words(step, language)
        judged = next((word for word in words if word.code == "ruling"), None)
        if judged is not None and judged.text is not None:
            return RulingView(step.number, judged.text, judged.laws, True)
        laws = tuple(dict.fromkeys(law for happening in step.happened for law in happening.laws))
        if isinstance(step.ruling, IncidentRuling) or laws:
            ruled = step.ruling.laws if isinstance(step.ruling, Ruling | IncidentRuling) else ()
            text = "; ".join(tell(step)[1:] or tell(step))
            return RulingView(step.number, text, tuple(dict.fromkeys((*ruled, *laws))), False)
    return None


def _names(match: Match) -> dict[str, str]:
    setup = match.setup
    players = setup.everybody
    return {player.text(): setup.name(player) for player in players} | {one: setup.side(one) for one in PARTIES}
