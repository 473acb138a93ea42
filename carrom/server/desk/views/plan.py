"""The order of play, to be laid on a timeline: tables by time."""

from datetime import datetime

from carrom.server.desk.views.list_shapes import OrderShown, SlotShown
from carrom.server.desk.views.matches import sides_shown
from carrom.tournament.desk.order_lists import order_lines
from carrom.tournament.desk.order_of_play import late_text, moment_of_play, order_of_play
from carrom.tournament.log.view import TournamentView


def order_shown(view: TournamentView, seq: int, now: datetime, tables: int | None = None) -> OrderShown:
    """Everything that is drawn and open, from now on; on another number of tables where that is asked."""
    order = order_of_play(view, now=moment_of_play(view, now), tables=tables) if view.state.matches else ()
    return OrderShown(
        seq=seq,
        at=now.isoformat(timespec="seconds"),
        tables=tables or view.state.announced.hall.tables,
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
        late=late_text(view, order),
    )
