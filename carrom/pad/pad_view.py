"""Everything that a pad shows of a match, in one answer: the match's own view, and around it what an umpire needs."""

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
    """One tap on record."""

    number: int
    at: float | None
    kind: str
    line: str
    """As the record has it, without number and time."""
    act: dict[str, Any]
    """The same as JSON."""
    by: str | None
    """Who struck."""
    counts: bool
    """False: it was taken back."""


@dataclass(frozen=True, slots=True)
class RulingView:
    """The last ruling that stands, and the event that it was about."""

    number: int
    text: str
    """One plain sentence or a few: of a stroke in the language asked for, of anything else in English."""
    laws: tuple[str, ...]
    is_judged: bool
    """Whether the laws' catalogue had the words, in the language asked for."""


@dataclass(frozen=True, slots=True)
class PadView:
    """Where a match stands, for the page of a pad."""

    view: MatchView
    title: str
    """The rulebook's."""
    figures: Figures
    game: int
    board: int
    extra: bool
    """Of the board in play, or the next one."""
    names: dict[str, str]
    """Of a1, a2, b1, b2 and of the sides a and b."""
    ruling: RulingView | None
    said: tuple[UmpireWord, ...]
    """The umpire's words on the last fact that stands, for a page with words of its own."""
    clocks: tuple[ClockView, ...]
    announcements: tuple[Announcement, ...]
    facts: tuple[EventView, ...]
    """The last five taps, the latest last."""
    redo_to: int | None
    """The event that takes the last correction back; None: the last tap was none."""
    undo_to: int | None
    """The event that an undo of the last tap leads back to; None: there is nothing to take back."""
    layout: Layout
    """What may be tapped now."""
    signed: tuple[tuple[str, str], ...]
    """Who has signed (loser, umpire), and with what name."""


def pad_view(match: Match, language: str = "en") -> PadView:
    """The match as it stands now."""
    stands, course = last_counting(match), match.course
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
        ruling=_ruling(stands, language),
        said=tuple(umpire_words(stands, language)),
        clocks=pad_clocks(match),
        announcements=announcements(match, language),
        facts=event_views(match, most=FACTS_IN_SIGHT),
        redo_to=redo_to(match),
        undo_to=undo_to(match),
        layout=layout(match),
        signed=course.signatures,
    )


def event_views(match: Match, *, most: int | None = None) -> tuple[EventView, ...]:
    """The taps on record, the latest last: all of them, or so many."""
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
    return step.board.breaker.text() if step.board is not None else None  # a break before 'Play'


def _ruling(stands: Match, language: str) -> RulingView | None:
    """The last event that was judged or led to something, since the last stroke."""
    for step in reversed(recent_steps(stands)):
        words = umpire_words(step, language)
        judged = next((word for word in words if word.code == "ruling"), None)
        if judged is not None and judged.text is not None:
            return RulingView(step.number, judged.text, judged.laws, True)
        laws = tuple(dict.fromkeys(law for happening in step.happened for law in happening.laws))
        if isinstance(step.ruling, IncidentRuling) or laws:
            ruled = step.ruling.laws if isinstance(step.ruling, Ruling | IncidentRuling) else ()
            said = "; ".join(tell(step)[1:] or tell(step))
            return RulingView(step.number, said, tuple(dict.fromkeys((*ruled, *laws))), False)
    return None


def _names(match: Match) -> dict[str, str]:
    setup = match.setup
    players = setup.everybody
    return {player.text(): setup.name(player) for player in players} | {one: setup.side(one) for one in PARTIES}
