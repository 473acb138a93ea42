"""Print any sheet of a tournament by name, for the command line and the desk."""

from collections.abc import Callable, Collection
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Literal

from carrom.base.errors import CarromError
from carrom.match import Match
from carrom.render.sheets.sheet import Lines, Sheet
from carrom.tournament.desk.order_of_play import Appointment, late_warnings, order_lines, order_of_play, planning_start
from carrom.tournament.desk.printouts import (
    SheetFooter,
    can_print_without_plan,
    choose_matches,
    match_card,
    protest_form,
    sheet_footer,
)
from carrom.tournament.desk.prizes import honours, not_decided_text, withheld_because
from carrom.tournament.desk.public_state import PublicNow, protests_awaiting_fee, public_state
from carrom.tournament.desk.references import find_drawn_stage, find_event, find_match
from carrom.tournament.desk.umpires import rota
from carrom.tournament.model.events import ProtestId
from carrom.tournament.model.people import count_text
from carrom.tournament.model.state import StageKey
from carrom.tournament.seating.now import TournamentNow

PUBLIC_SHEETS = frozenset({"groups", "bracket", "order", "entries", "teams"})
"""All others are the desk's: cards, protests, fees, prizes and certificates."""


def public_tournament(view: TournamentNow, now: datetime) -> TournamentNow:
    """Leave out unpublished draws and results that may not stand."""
    visible = public_state(view.state, protests_awaiting_fee(view.state, now)).state
    # The footer counts the events behind its draw, and reveals nothing of them.
    return PublicNow(replace(visible, seen=view.state.seen))


def stage_to_print(view: TournamentNow, visible: TournamentNow, text: str | None, has: str) -> StageKey:
    """Raises `CarromError` if the stage's draw is not published."""
    key = find_drawn_stage(view, text, has)
    if key not in visible.state.draws:
        why = f"the draw of {key} is held back until it is published"
        text = f"{why}: publish it, or print it for the desk"
        raise CarromError("not-published", text, typed=f"{why}: publish it, or print it with --desk")
    return key


def only_published(visible: TournamentNow, order: tuple[Appointment, ...]) -> tuple[Appointment, ...]:
    return tuple(one for one in order if one.match in visible.state.matches)


Paper = Literal["a4", "a3"]


@dataclass(frozen=True, slots=True, kw_only=True)
class PrintRequest:
    what: str
    which: tuple[str, ...] = ()
    now: datetime
    is_planned_from_now: bool = False
    """Plan the order of play from `now`, not from the start or resumption of play."""
    paper: Paper = "a4"
    is_blank: bool = False
    played: Match | None = None
    address: str | None = None
    is_for_desk: bool = False
    """Public sheets show unpublished draws and results too."""
    order: tuple[Appointment, ...] | None = None
    """Order of play, if known; else computed when needed."""
    whole: TournamentNow | None = None
    """The complete tournament, by which play is planned; set by `print_sheets`."""


@dataclass(frozen=True, slots=True)
class Printout:
    pdf: bytes
    note: str = ""


def print_sheets(view: TournamentNow, request: PrintRequest) -> Printout:
    """Raises `CarromError` if there are no such sheets."""
    if request.what not in SHEETS:
        raise CarromError("unknown-sheet", f"there is no sheet {request.what!r}: there are {', '.join(SHEETS)}")
    is_public = request.what in PUBLIC_SHEETS and not request.is_for_desk
    visible = public_tournament(view, request.now) if is_public else view
    made = SHEETS[request.what](replace(request, whole=view), visible)
    return made if isinstance(made, Printout) else Printout(made)


def _footer(request: PrintRequest, view: TournamentNow, stages: Collection[StageKey] = ()) -> SheetFooter:
    foot = sheet_footer(view.state, request.now, stages)
    return replace(foot, is_for_desk=request.is_for_desk and request.what in PUBLIC_SHEETS)


def _order(request: PrintRequest, view: TournamentNow) -> tuple[Appointment, ...]:
    whole = request.whole or view
    if request.order is not None:
        return only_published(view, request.order)
    order = order_of_play(whole, now=request.now if request.is_planned_from_now else planning_start(whole, request.now))
    return only_published(view, order)


def _single_argument(request: PrintRequest) -> str | None:
    if len(request.which) > 1:
        raise CarromError(
            "one-thing-at-a-time", f"{request.what} is printed of one thing at a time, not of {' '.join(request.which)}"
        )
    return request.which[0] if request.which else None


def _typeset_sheet(sheet: Sheet, foot: SheetFooter) -> bytes:
    from carrom.render.sheets.pdf import sheet_pdf

    return sheet_pdf(replace(sheet, imprint=foot))


def _cards(request: PrintRequest, view: TournamentNow) -> Printout:
    from carrom.render.card.match_cards import match_cards_pdf

    order = () if can_print_without_plan(view, request.which) else _order(request, view)
    planned = {one.match: one for one in order}
    matches = choose_matches(view, request.which, order)
    if request.played is not None and len(matches) != 1:
        raise CarromError("no-match-named", "a record is of one match: name it, such as M7")
    made = [
        match_card(
            view,
            one,
            planned=planned.get(one),
            address=request.address,
            is_blank=request.is_blank,
            played=request.played,
        )
        for one in matches
    ]
    note = f"{len(made)} cards" if len(made) != 1 else f"the card of {made[0].match}"
    keys = {view.state.matches[one].key for one in matches}
    return Printout(match_cards_pdf(made, _footer(request, view, keys)), note)


def _groups(request: PrintRequest, view: TournamentNow) -> bytes:
    from carrom.render.sheets.stage_sheets import groups_sheet

    key = stage_to_print(request.whole or view, view, _single_argument(request), "table")
    return _typeset_sheet(groups_sheet(view, key), _footer(request, view, [key]))


def _bracket(request: PrintRequest, view: TournamentNow) -> bytes:
    from carrom.render.sheets.bracket_pdf import bracket_pdf

    key = stage_to_print(request.whole or view, view, _single_argument(request), "bracket")
    return bracket_pdf(view, key, _footer(request, view, [key]), _order(request, view), request.paper)


def _order_of_play(request: PrintRequest, view: TournamentNow) -> bytes:
    return _typeset_sheet(order_of_play_sheet(request, view), _footer(request, view))


def order_of_play_sheet(request: PrintRequest, view: TournamentNow) -> Sheet:
    """Make the order of play, with warnings about its hours on top."""
    from carrom.render.sheets import order_sheets
    from carrom.render.sheets.order_sheets import order_by_sheet
    from carrom.render.sheets.stage_sheets import order_sheet

    if not view.state.matches and request.whole is not None and request.whole.state.matches:
        why = "the draw is held back until it is published, and the order of play with it"
        raise CarromError(
            "not-published", f"{why}: publish it, or print it for the desk", typed=f"{why}: print it with --desk"
        )
    if not view.state.matches:
        raise CarromError("not-drawn", "nothing is drawn yet, so there is nothing to order")
    order, by = _order(request, view), _single_argument(request) or "grid"
    lines = order_lines(view, order)
    made = {
        "grid": lambda: order_sheets.order_grid_sheet(view, lines),
        "person": lambda: order_sheets.people_order_sheet(view, lines),
        "event": lambda: order_sheets.event_order_sheet(view, lines),
        "table": lambda: order_by_sheet(view, lines, "table"),
        "time": lambda: order_sheet(view, order),
    }
    if by not in made:
        raise CarromError("unknown-order", f"an order of play is printed as {', '.join(made)}, not as {by!r}")
    sheet = made[by]()
    warnings = late_warnings(view, order)
    return replace(sheet, parts=(Lines(lines=tuple(warnings)), *sheet.parts)) if warnings else sheet


def _entries(request: PrintRequest, view: TournamentNow) -> bytes:
    from carrom.render.sheets.entry_sheets import entries_sheet

    events = view.state.announced.events
    chosen = [view.state.event(find_event(view.state, _single_argument(request)))] if request.which else events
    return _typeset_sheet(entries_sheet(view, chosen), _footer(request, view))


def _teams(request: PrintRequest, view: TournamentNow) -> bytes:
    from carrom.render.sheets.entry_sheets import teams_sheet

    event = view.state.event(find_event(view.state, _single_argument(request)))
    if event.category.kind != "teams":
        raise CarromError("no-teams", f"{event.id} is not played by teams")
    return _typeset_sheet(teams_sheet(view, event), _footer(request, view))


def _umpires(request: PrintRequest, view: TournamentNow) -> bytes:
    from carrom.render.sheets.order_sheets import rota_sheet

    if not view.state.announced.hall.umpires:
        raise CarromError(
            "no-umpires", "no umpires are named yet: they are named in the settings, such as Uma (Hill), Vik"
        )
    return _typeset_sheet(rota_sheet(view, rota(view, _order(request, view))), _footer(request, view))


def _protest(request: PrintRequest, view: TournamentNow) -> bytes:
    from carrom.render.ink.typeset import typeset
    from carrom.render.sheets.forms import protest_pages

    word = _single_argument(request)
    name = ProtestId((word or "").upper())
    known = name if name in view.state.protests else None
    match = find_match(view.state, word).fixture.id if word is not None and known is None else None
    pages = protest_pages(protest_form(view, protest=known, match=match), _footer(request, view))
    return typeset(pages, {}, form="pdf")[0]


def _prizes(request: PrintRequest, view: TournamentNow) -> bytes:
    from carrom.render.sheets.entry_sheets import prizes_sheet

    return _typeset_sheet(prizes_sheet(view), _footer(request, view))


def _certificates(request: PrintRequest, view: TournamentNow) -> Printout:
    from carrom.render.ink.typeset import typeset
    from carrom.render.sheets.forms import certificate_pages

    word = _single_argument(request)
    events = view.state.announced.events if word is None else [view.state.event(find_event(view.state, word))]
    called_up = [one for event in events for one in honours(view, event)]
    if not called_up:
        why = "; ".join(one for event in events for one in withheld_because(view, event))
        raise CarromError(
            "no-prize-certain", f"no prize is certain yet, so there is no certificate{f': {why}' if why else ''}"
        )
    missing = [one for event in events if (one := not_decided_text(view, event)) is not None]
    note = "\n".join(
        [count_text(len(called_up), "certificate", "certificates"), *(f"Without: {one}." for one in missing)]
    )
    return Printout(typeset(certificate_pages(called_up, _footer(request, view)), {}, form="pdf")[0], note)


def _fees(request: PrintRequest, view: TournamentNow) -> bytes:
    from carrom.render.sheets.entry_sheets import fees_sheet

    return _typeset_sheet(fees_sheet(view), _footer(request, view))


SHEETS: dict[str, Callable[[PrintRequest, TournamentNow], bytes | Printout]] = {
    "cards": _cards,
    "groups": _groups,
    "bracket": _bracket,
    "order": _order_of_play,
    "entries": _entries,
    "teams": _teams,
    "umpires": _umpires,
    "protest": _protest,
    "prizes": _prizes,
    "certificates": _certificates,
    "fees": _fees,
}
