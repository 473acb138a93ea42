"""What a sheet for the wall may show: what is held back from the public is held back on paper too.

The desk prints the same sheets for itself with everything on them, and they say that they are not for the wall.
"""

from dataclasses import replace
from datetime import datetime

from carrom.base.errors import CarromError
from carrom.tournament.desk.meant import drawn_stage
from carrom.tournament.desk.order_of_play import Appointment
from carrom.tournament.desk.public_state import PublicView, awaited_fees, public_state
from carrom.tournament.log.state import StageKey
from carrom.tournament.log.view import TournamentView

FOR_THE_WALL = frozenset({"groups", "bracket", "order", "entries", "teams"})
"""Sheets that everybody reads. All others are the desk's: cards, protests, fees, and the lists for the prize-giving."""


def as_the_public_sees(view: TournamentView, now: datetime) -> TournamentView:
    """The tournament without what is under embargo and without the figures of results that may not stand."""
    shown = public_state(view.state, awaited_fees(view.state, now)).state
    # The foot of a sheet counts the facts behind its draw, and tells nothing of them.
    return PublicView(replace(shown, seen=view.state.seen))


def stage_to_print(view: TournamentView, shown: TournamentView, text: str | None, has: str) -> StageKey:
    """The stage that is meant, if its draw may be seen."""
    key = drawn_stage(view, text, has)
    if key not in shown.state.draws:
        why = f"the draw of {key} is held back until it is published"
        text = f"{why}: publish it, or print it for the desk"
        raise CarromError("not-published", text, typed=f"{why}: publish it, or print it with --desk")
    return key


def seen_in(shown: TournamentView, order: tuple[Appointment, ...]) -> tuple[Appointment, ...]:
    """An order of play without the matches of draws that nobody is shown yet."""
    return tuple(one for one in order if one.match in shown.state.matches)
