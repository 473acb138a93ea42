"""What keeps a match back that is neither a table nor a person nor an open match."""

from carrom.base.errors import CarromError
from carrom.tournament.desk.missing_players import line_ups_awaited
from carrom.tournament.desk.naming import placeholder
from carrom.tournament.draws.bracket import LoserOf, MatchId, PlaceOf, Slot, WinnerOf
from carrom.tournament.log.played_places import place_name
from carrom.tournament.log.state import MatchRecord
from carrom.tournament.log.view import TournamentView

_KNOWN = "it is known who plays it"


def held_back(view: TournamentView, match: MatchId) -> str | None:
    """Why a match waits for somebody to decide or to draw something; None where nothing of that kind is in its way."""
    record = view.state.matches[match]
    if view.status(match) == "on hold" and view.have_both_left(match):
        return "waits for a decision: both have left"
    if view.status(match) == "void":
        return "waits for a decision: it was played by others than it belongs to"
    for side in view.waits_for_ruling(match):
        return f"waits for the ruling on {place_name(match, side)}"
    for slot in record.fixture.slots:
        if view.entry_in(slot, record.key) is None:
            why = _slot_held(view, slot, record)
            if why is not None:
                return why
    return next(iter(line_ups_awaited(view, match)), None)


def _slot_held(view: TournamentView, slot: Slot, record: MatchRecord) -> str | None:
    if isinstance(slot, WinnerOf | LoserOf):
        status = view.status(slot.match)
        if status == "bye":
            fed = view.state.matches[slot.match]
            inner = (_slot_held(view, one, fed) for one in fed.fixture.slots)
            return next((why for why in inner if why is not None), None)
        if status in ("under protest", "under review"):
            return f"waits for {slot.match}, which is {status}"
        if status in ("provisional", "played"):
            return f"waits for {slot.match} {'to be confirmed' if status == 'provisional' else 'to have a winner'}"
    before = view.state.before(record.key)
    if isinstance(slot, PlaceOf) and before is not None:
        tables = view.tables(before)
        if slot.group < len(tables) and tables[slot.group].is_complete:
            return f"waits for the tie for {placeholder(view, slot)} to be decided"
        stage = view.state.stage(before)
        if not stage.form.is_whole(stage, len(view.state.draws.get(before, ()))):
            return f"waits for the rounds of {before} that are not drawn yet"
    return None


def refuse_on_hold(view: TournamentView, match: MatchId) -> None:
    """Refuse what is told of a match that nobody can play now; what it waits for is named."""
    if view.status(match) == "on hold":
        table = view.state.matches[match].table
        where = f"{match} is" if table is None else f"table {table} has {match},"
        raise CarromError("on-hold", f"{where} on hold until {_until(view, match) or _KNOWN}")


def stopped(before: TournamentView, after: TournamentView) -> list[str]:
    """Matches at tables that are on hold now and were not before, each as a sentence."""
    return [
        f"{match} on table {record.table} is on hold now, until {_until(after, match) or _KNOWN}."
        for match, record in after.state.matches.items()
        if record.table is not None and after.status(match) == "on hold"
        if match in before.state.matches and before.status(match) != "on hold"
    ]


def _until(view: TournamentView, match: MatchId) -> str | None:
    """What has to happen before it is known who plays a match; the first of it, where there is more."""
    record = view.state.matches[match]
    if view.status(match) == "on hold" and view.have_both_left(match):
        return f"it is said who goes on from {match}, which both have left"
    for held in view.waits_for_ruling(match):
        return f"it is ruled who has the place {place_name(match, held)}"
    for slot, side in zip(record.fixture.slots, view.sides(match), strict=True):
        if side is not None:
            continue
        if isinstance(slot, WinnerOf | LoserOf):
            return _until_won(view, slot.match)
        if isinstance(slot, PlaceOf):
            return f"{placeholder(view, slot)} is decided"
    return None


def _until_won(view: TournamentView, match: MatchId) -> str | None:
    awaited = [name for name, one in view.state.protests.items() if one.is_open and one.lodged.match == match]
    match view.status(match):
        case "under protest":
            return f"{' and '.join(awaited)} {'is' if len(awaited) == 1 else 'are'} decided"
        case "under review":
            return f"the referee has chosen between the versions of {match}"
        case "provisional":
            return f"{match} is confirmed"
        case "played":
            return f"{match} has a winner"
        case "on hold" | "waiting" | "bye":
            return _until(view, match) or f"{match} is played"
        case _:
            return f"{match} is played"
