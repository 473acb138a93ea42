"""Everything that a tournament needs on paper, by name: the command line and the page of the desk print the same."""

from collections.abc import Callable, Collection
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Literal

from carrom.base.errors import CarromError
from carrom.match import Match
from carrom.render.sheets.on_the_wall import FOR_THE_WALL, as_the_public_sees, seen_in, stage_to_print
from carrom.render.sheets.sheet import Lines, Sheet
from carrom.tournament.desk.imprint import Imprint, imprint
from carrom.tournament.desk.match_cards import match_card
from carrom.tournament.desk.match_choice import is_known_without_plan, matches_of
from carrom.tournament.desk.meant import event_id, record_of
from carrom.tournament.desk.order_lists import order_lines
from carrom.tournament.desk.order_of_play import Appointment, late_warnings, moment_of_play, order_of_play
from carrom.tournament.desk.prizes import honours, left_out, withheld
from carrom.tournament.desk.protest_form import protest_form
from carrom.tournament.desk.rota import rota
from carrom.tournament.log.decision_facts import ProtestId
from carrom.tournament.log.people import count_text
from carrom.tournament.log.state import StageKey
from carrom.tournament.log.view import TournamentView

Paper = Literal["a4", "a3"]


@dataclass(frozen=True, slots=True, kw_only=True)
class PrintWish:
    """What somebody wants on paper."""

    what: str
    which: tuple[str, ...] = ()
    now: datetime
    is_planned_from_now: bool = False
    """Whether the order of play is planned from that moment, and not from when play begins or goes on."""
    paper: Paper = "a4"
    is_blank: bool = False
    played: Match | None = None
    address: str | None = None
    is_for_desk: bool = False
    """Whether a sheet that usually hangs on the wall shows what is held back, too."""
    order: tuple[Appointment, ...] | None = None
    """The order of play, where it is known already; else it is worked out if the sheet needs it."""
    whole: TournamentView | None = None
    """The tournament with all that is held back, by which play is planned; `printed` says it."""


@dataclass(frozen=True, slots=True)
class Printed:
    """A PDF, and what it is of where that should be said."""

    pdf: bytes
    note: str = ""


def printed(view: TournamentView, wish: PrintWish) -> Printed:
    """The sheets that are wished for; `CarromError` says why there are none."""
    if wish.what not in SHEETS:
        raise CarromError("unknown-sheet", f"there is no sheet {wish.what!r}: there are {', '.join(SHEETS)}")
    is_public = wish.what in FOR_THE_WALL and not wish.is_for_desk
    shown = as_the_public_sees(view, wish.now) if is_public else view
    made = SHEETS[wish.what](replace(wish, whole=view), shown)
    return made if isinstance(made, Printed) else Printed(made)


def _imprint(wish: PrintWish, view: TournamentView, stages: Collection[StageKey] = ()) -> Imprint:
    foot = imprint(view.state, wish.now, stages)
    return replace(foot, is_for_desk=wish.is_for_desk and wish.what in FOR_THE_WALL)


def _order(wish: PrintWish, view: TournamentView) -> tuple[Appointment, ...]:
    whole = wish.whole or view
    if wish.order is not None:
        return seen_in(view, wish.order)
    order = order_of_play(whole, now=wish.now if wish.is_planned_from_now else moment_of_play(whole, wish.now))
    return seen_in(view, order)


def _one(wish: PrintWish) -> str | None:
    """The one word that may follow."""
    if len(wish.which) > 1:
        raise CarromError(
            "one-thing-at-a-time", f"{wish.what} is printed of one thing at a time, not of {' '.join(wish.which)}"
        )
    return wish.which[0] if wish.which else None


def _set(sheet: Sheet, foot: Imprint) -> bytes:
    from carrom.render.sheets.pdf import sheet_pdf

    return sheet_pdf(replace(sheet, imprint=foot))


def _cards(wish: PrintWish, view: TournamentView) -> Printed:
    from carrom.render.card.match_cards import match_cards_pdf

    order = () if is_known_without_plan(view, wish.which) else _order(wish, view)
    planned = {one.match: one for one in order}
    matches = matches_of(view, wish.which, order)
    if wish.played is not None and len(matches) != 1:
        raise CarromError("no-match-named", "a record is of one match: name it, such as M7")
    made = [
        match_card(
            view, one, planned=planned.get(one), address=wish.address, is_blank=wish.is_blank, played=wish.played
        )
        for one in matches
    ]
    note = f"{len(made)} cards" if len(made) != 1 else f"the card of {made[0].match}"
    keys = {view.state.matches[one].key for one in matches}
    return Printed(match_cards_pdf(made, _imprint(wish, view, keys)), note)


def _groups(wish: PrintWish, view: TournamentView) -> bytes:
    from carrom.render.sheets.draw_sheet import groups_sheet

    key = stage_to_print(wish.whole or view, view, _one(wish), "table")
    return _set(groups_sheet(view, key), _imprint(wish, view, [key]))


def _bracket(wish: PrintWish, view: TournamentView) -> bytes:
    from carrom.render.sheets.bracket_pdf import bracket_pdf

    key = stage_to_print(wish.whole or view, view, _one(wish), "bracket")
    return bracket_pdf(view, key, _imprint(wish, view, [key]), _order(wish, view), wish.paper)


def _order_of_play(wish: PrintWish, view: TournamentView) -> bytes:
    return _set(printed_order(wish, view), _imprint(wish, view))


def printed_order(wish: PrintWish, view: TournamentView) -> Sheet:
    """The order of play for paper, with warnings about its hours on top."""
    from carrom.render.sheets import order_sheets
    from carrom.render.sheets.hall import order_by_sheet
    from carrom.render.sheets.tables import order_sheet

    if not view.state.matches and wish.whole is not None and wish.whole.state.matches:
        why = "the draw is held back until it is published, and the order of play with it"
        raise CarromError(
            "not-published", f"{why}: publish it, or print it for the desk", typed=f"{why}: print it with --desk"
        )
    if not view.state.matches:
        raise CarromError("not-drawn", "nothing is drawn yet, so there is nothing to order")
    order, by = _order(wish, view), _one(wish) or "grid"
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


def _entries(wish: PrintWish, view: TournamentView) -> bytes:
    from carrom.render.sheets.lists import entries_sheet

    events = view.state.announced.events
    chosen = [view.state.event(event_id(view.state, _one(wish)))] if wish.which else events
    return _set(entries_sheet(view, chosen), _imprint(wish, view))


def _teams(wish: PrintWish, view: TournamentView) -> bytes:
    from carrom.render.sheets.lists import teams_sheet

    event = view.state.event(event_id(view.state, _one(wish)))
    if event.category.kind != "teams":
        raise CarromError("no-teams", f"{event.id} is not played by teams")
    return _set(teams_sheet(view, event), _imprint(wish, view))


def _umpires(wish: PrintWish, view: TournamentView) -> bytes:
    from carrom.render.sheets.hall import rota_sheet

    if not view.state.announced.hall.umpires:
        raise CarromError(
            "no-umpires", "no umpires are named yet: they are named in the settings, such as Uma (Hill), Vik"
        )
    return _set(rota_sheet(view, rota(view, _order(wish, view))), _imprint(wish, view))


def _protest(wish: PrintWish, view: TournamentView) -> bytes:
    from carrom.render.ink.typeset import typeset
    from carrom.render.sheets.protest_pdf import protest_pages

    word = _one(wish)
    name = ProtestId((word or "").upper())
    known = name if name in view.state.protests else None
    match = record_of(view.state, word).fixture.id if word is not None and known is None else None
    pages = protest_pages(protest_form(view, protest=known, match=match), _imprint(wish, view))
    return typeset(pages, {}, form="pdf")[0]


def _prizes(wish: PrintWish, view: TournamentView) -> bytes:
    from carrom.render.sheets.lists import prizes_sheet

    return _set(prizes_sheet(view), _imprint(wish, view))


def _certificates(wish: PrintWish, view: TournamentView) -> Printed:
    from carrom.render.ink.typeset import typeset
    from carrom.render.sheets.certificates import certificate_pages

    word = _one(wish)
    events = view.state.announced.events if word is None else [view.state.event(event_id(view.state, word))]
    called_up = [one for event in events for one in honours(view, event)]
    if not called_up:
        why = "; ".join(one for event in events for one in withheld(view, event))
        raise CarromError(
            "no-prize-certain", f"no prize is certain yet, so there is no certificate{f': {why}' if why else ''}"
        )
    missing = [one for event in events if (one := left_out(view, event)) is not None]
    note = "\n".join(
        [count_text(len(called_up), "certificate", "certificates"), *(f"Without: {one}." for one in missing)]
    )
    return Printed(typeset(certificate_pages(called_up, _imprint(wish, view)), {}, form="pdf")[0], note)


def _fees(wish: PrintWish, view: TournamentView) -> bytes:
    from carrom.render.sheets.lists import fees_sheet

    return _set(fees_sheet(view), _imprint(wish, view))


SHEETS: dict[str, Callable[[PrintWish, TournamentView], bytes | Printed]] = {
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
"""Every sheet by the name that it is asked for."""
