"""What keeps a match back that is neither a table nor a person nor an open match."""

from carrom.tournament.desk.naming import placeholder
from carrom.tournament.draws.bracket import LoserOf, MatchId, PlaceOf, Slot, WinnerOf
from carrom.tournament.log.state import MatchRecord
from carrom.tournament.log.view import TournamentView


def held_back(view: TournamentView, match: MatchId) -> str | None:
    """Why a match waits for somebody to decide or to draw something; None where nothing of that kind is in its way."""
    record = view.state.matches[match]
    if view.status(match) == "void":
        return "waits for a decision: it was played by others than it belongs to"
    for slot in record.fixture.slots:
        if view.entry_in(slot, record.key) is None:
            why = _slot_held(view, slot, record)
            if why is not None:
                return why
    return None


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
