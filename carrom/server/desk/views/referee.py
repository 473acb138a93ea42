"""What the referee looks after: protests with their times, tables that are late, results in doubt, and the laws."""

from datetime import datetime

from carrom.laws.register import register, search
from carrom.server.desk.views import shapes as s
from carrom.server.desk.views.decisions import decisions_shown, unsigned_shown
from carrom.server.desk.views.hall import table_shown
from carrom.server.desk.views.list_shapes import LawShown, LawsShown
from carrom.server.desk.views.protests import protests_shown
from carrom.tournament.desk.hall_now import hall_now
from carrom.tournament.log.view import TournamentView

_LAWS = 12
_FOR_REFEREES = ("review", "tie", "seat", "void", "both-left", "replay")


def referee_shown(view: TournamentView, seq: int, now: datetime) -> s.RefereeShown:
    """The referee's screen."""
    hall = hall_now(view, now)
    books = {stage.rulebook for event in view.state.announced.events for stage in event.stages}
    return s.RefereeShown(
        seq=seq,
        at=now.isoformat(timespec="seconds"),
        protests=protests_shown(view),
        overdue=[table_shown(one) for one in hall.tables if one.state == "past its reporting time"],
        long=[table_shown(one) for one in hall.tables if one.match is not None and one.match.is_over_time],
        in_doubt=[table_shown(one) for one in hall.tables if one.match is not None and one.match.in_doubt],
        decisions=[one for one in decisions_shown(view, now) if one.code in _FOR_REFEREES],
        unsigned=unsigned_shown(view),
        rulebooks=sorted(books),
    )


def referee_waits(view: TournamentView, seq: int, now: datetime) -> s.RefereeWaits:
    """How much there is for the referee: the number beside the way to that screen."""
    decisions = [one for one in decisions_shown(view, now) if one.code in _FOR_REFEREES]
    return s.RefereeWaits(seq=seq, n=len(decisions) + sum(one.is_open for one in protests_shown(view)))


def laws_shown(view: TournamentView, words: str, rulebook: str | None) -> LawsShown:
    """Laws that have these words, of the rulebooks of this tournament; the Laws themselves hold in all of them."""
    own = {stage.rulebook for event in view.state.announced.events for stage in event.stages}
    books = {rulebook} if rulebook else own
    known = register().get(words.strip())
    found = [known] if known is not None else [one for one in search(words) if one.source in books | {"icf"}]
    return LawsShown(
        laws=[LawShown(id=one.id, title=one.title, text=one.text, source=one.source) for one in found[:_LAWS]]
    )
