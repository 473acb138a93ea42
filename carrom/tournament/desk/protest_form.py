"""What stands on a protest form: nothing, what is known of a match, or a protest as it was lodged (144–151)."""

from dataclasses import dataclass
from datetime import datetime

from carrom.tournament.desk.naming import round_title, sides_of
from carrom.tournament.draws.bracket import MatchId
from carrom.tournament.log.decision_facts import ProtestId
from carrom.tournament.log.protests import decide_by, lodge_until
from carrom.tournament.log.table_facts import Called
from carrom.tournament.log.view import TournamentView


@dataclass(frozen=True, slots=True, kw_only=True)
class ProtestForm:
    """The fields of the form; what is empty is for the pen."""

    minutes: int
    fee: int
    date: str
    protest: str = ""
    event: str = ""
    match: str = ""
    table: str = ""
    a: str = ""
    b: str = ""
    by: str = ""
    game: str = ""
    board: str = ""
    over: str = ""
    text: str = ""
    signed: str = ""
    at: str = ""
    until: str = ""
    paid: str = ""
    due: str = ""
    decided: str = ""
    status: str = ""


def protest_form(
    view: TournamentView, *, protest: ProtestId | None = None, match: MatchId | None = None
) -> ProtestForm:
    """The form for a protest that was lodged, for a match, or for whatever comes."""
    rules, date = view.state.announced.protests, view.state.announced.day.isoformat()
    about = {} if match is None else _about_match(view, match)
    if protest is not None:
        about = _about_match(view, view.state.protests[protest].lodged.match) | _about_protest(view, protest)
    return ProtestForm(minutes=rules.minutes, fee=rules.fee, date=date, **about)


def _about_match(view: TournamentView, match: MatchId) -> dict[str, str]:
    record = view.state.matches[match]
    event = f"{view.state.event(record.key.event).name}, {round_title(view, match)}"
    a, b = (side.text for side in sides_of(view, match))
    return {"event": event, "match": match, "table": str(record.table or _played_at(view, match)), "a": a, "b": b}


def _played_at(view: TournamentView, match: MatchId) -> int | str:
    """The table of a match that is to be played on, and is at none now: the last to which it was called."""
    called = [one.table for one in view.state.seen.values() if isinstance(one, Called) and one.match == match]
    return called[-1] if called else ""


def _about_protest(view: TournamentView, name: ProtestId) -> dict[str, str]:
    known = view.state.protests[name]
    lodged = known.lodged
    return {
        "protest": name,
        "by": sides_of(view, lodged.match)["ab".index(lodged.side)].text,
        "game": str(lodged.game or ""),
        "board": str(lodged.board),
        "over": _clock(lodged.over),
        "text": lodged.text,
        "signed": lodged.signed_by or "",
        "at": _clock(known.at),
        "until": _clock(lodge_until(view.state, known)),
        "paid": str(known.fee_paid or ""),
        "due": _clock(decide_by(view.state, known)),
        "decided": _clock(known.decided),
        "status": known.status,
    }


def _clock(moment: datetime | None) -> str:
    return f"{moment:%H:%M}" if moment is not None else ""
