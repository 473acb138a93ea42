"""The order of play, to be laid on a timeline: tables by time."""

from datetime import datetime

from carrom.server.desk.orders import WorkedOut
from carrom.server.desk.views.list_shapes import OrderShown, SlotShown
from carrom.server.desk.views.matches import sides_shown
from carrom.tournament.desk.order_lists import order_lines
from carrom.tournament.desk.order_of_play import Appointment, moment_of_play, order_of_play, order_warnings
from carrom.tournament.log.state import State
from carrom.tournament.log.view import TournamentView


def order_shown(view: TournamentView, now: datetime, worked: WorkedOut, tables: int | None = None) -> OrderShown:
    """Everything that is drawn and open, as it was worked out; matches that are no more are left out."""
    order = [one for one in worked.order if one.match in view.state.matches]
    return OrderShown(
        seq=worked.seq,
        at=now.isoformat(timespec="seconds"),
        tables=tables or view.state.announced.hall.tables,
        is_current=worked.is_current,
        trouble=worked.trouble,
        slots=[
            SlotShown(
                id=line.match,
                event=line.event,
                title=line.title,
                sides=sides_shown(line.sides),
                begins=line.begins.isoformat(timespec="seconds"),
                ends=line.ends.isoformat(timespec="seconds"),
                day=line.day,
                table=line.table,
                is_on=line.is_on,
            )
            for line in order_lines(view, order)
        ],
        warnings=order_warnings(view, order, now),
    )


def order_on(state: State, now: datetime, tables: int) -> tuple[Appointment, ...]:
    """The order of play if there were so many tables."""
    view = TournamentView(state)
    return order_of_play(view, now=moment_of_play(view, now), tables=tables) if state.matches else ()
