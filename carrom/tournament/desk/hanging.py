"""Whether a match is played under protest, or who plays it hangs on something that is not decided: it is called, and
played on, only by who knows that."""

from datetime import datetime

from carrom.tournament.desk.missing_players import line_ups_awaited
from carrom.tournament.desk.naming import meeting_text, sides_of
from carrom.tournament.desk.on_tables import on_tables
from carrom.tournament.desk.undecided import before, seats_undecided_for
from carrom.tournament.draws.bracket import MatchId
from carrom.tournament.log.elsewhere import elsewhere
from carrom.tournament.log.protests import decide_by, lodge_until, may_still_be_heard
from carrom.tournament.log.state import ProtestState
from carrom.tournament.log.view import TournamentView, read_once


def hangs_on(view: TournamentView, match: MatchId, now: datetime) -> tuple[str, ...]:
    """Why somebody else may come into a match whose sides are known, each as what is said after its number.

    Until a protest is heard the result counts (145), and what was published stands until somebody rules otherwise: so
    such a match can be called, and its players may have played for nothing.
    """
    contested = _contested(view, now)
    earlier = before(view, match) if contested else ()
    results = [f"hangs on {one} ({meeting_text(view, one)}): {why}" for one, why in contested if one in earlier]
    return (*results, *hangs_on_a_ruling(view, match))


def hangs_on_a_ruling(view: TournamentView, match: MatchId) -> tuple[str, ...]:
    """The seats to be ruled by which somebody else may come into a match, said the same way."""
    return tuple(f"hangs on a ruling: {one.text}" for one in seats_undecided_for(view, match))


def in_doubt(view: TournamentView, match: MatchId, now: datetime) -> tuple[str, ...]:
    """What whoever looks after a match at its table has to know, each as what is said after its number: who plays it
    instead of somebody who was called, who of them is at another table or not named yet, protests against itself (play
    goes on, 150), and what is undecided by which somebody else may come into it."""
    found = [f"is played under {why}" for why in protests_against(view, match, now)]
    waits = (*waits_for_players(view, match), *line_ups_awaited(view, match))
    return (*newcomers(view, match), *waits, *found, *hangs_on(view, match, now))


def waits_for_players(view: TournamentView, match: MatchId) -> tuple[str, ...]:
    """Who of a match at its table is at another one, said the same way: nobody is late here who plays there."""
    return tuple(f"waits: {one}" for one in players_elsewhere(view, match))


def players_elsewhere(view: TournamentView, match: MatchId) -> tuple[str, ...]:
    """The same as sentences of their own: Kavita is at table 5 in M134."""
    away = elsewhere(view).get(match, ())
    if not away:
        return ()
    people = view.state.people
    names = view.state.namesakes
    return tuple(
        f"{names.told_apart(people[one.person])} is {'at' if one.is_there else 'called to'} table {one.table}"
        f" in {one.match}"
        for one in away
    )


def newcomers(view: TournamentView, match: MatchId) -> tuple[str, ...]:
    """Who has come into a match since others were called to its table, by another result of an earlier one, and is not
    noted there: whoever brings its card may have played against those others."""
    record = view.state.matches[match]
    return tuple(
        f"is {side.text}'s since {record.called:%H:%M}, and not {known}'s, who had been called: tell them both"
        for known, plays, side in zip(record.expected, view.sides(match), sides_of(view, match), strict=True)
        if record.called is not None and None not in (known, plays) and known != plays
    )


def is_card_doubtful(view: TournamentView, match: MatchId) -> bool:
    """Whether a card of a match is asked about a second time: others may have played it, or nobody where it is said."""
    found = (newcomers(view, match), players_elsewhere(view, match), line_ups_awaited(view, match))
    return any(found) or bool(table_is_out(view, match))


def table_is_out(view: TournamentView, match: MatchId) -> tuple[str, ...]:
    """That the table of a match is out of service, said after its number: whoever types its number may mean another."""
    return tuple(
        f"is on table {one.table}, which is out of service, and has to move"
        for one in on_tables(view)
        if one.match == match and one.has_to_move
    )


def protests_against(view: TournamentView, match: MatchId, now: datetime) -> tuple[str, ...]:
    """Protests against a match that are heard, or can be still: whose they are, and what becomes of them."""
    own = [one for one in view.state.protests.values() if one.lodged.match == match]
    heard = [(one, _heard(view, one, now)) for one in own]
    return tuple(f"{_named(view, one)}, which {why}" for one, why in heard if why is not None)


def _contested(view: TournamentView, now: datetime) -> list[tuple[MatchId, str]]:
    """Every result that may not stand, and why."""
    found = [(match, "two versions of it are told, and the referee has to choose") for match in _reviewed(view)]
    for protest in view.state.protests.values():
        match, why = protest.lodged.match, _heard(view, protest, now)
        if why is not None and view.state.matches[match].result is not None:
            found.append((match, f"{_named(view, protest)} against it {why}"))
    return found


def _heard(view: TournamentView, protest: ProtestState, now: datetime) -> str | None:
    """What becomes of a protest that is heard, or can be still."""
    if protest.is_open:
        return f"is to be decided by {decide_by(view.state, protest):%H:%M} (151c)"
    if not may_still_be_heard(view.state, protest, now):
        return None
    until = lodge_until(view.state, protest)
    return f"is lodged, and is heard if its fee is paid{'' if until is None else f' until {until:%H:%M}'} (145)"


def _named(view: TournamentView, protest: ProtestState) -> str:
    """A protest with whose it is."""
    lodged = protest.lodged
    return f"protest {lodged.protest} of {sides_of(view, lodged.match)[0 if lodged.side == 'a' else 1].text}"


@read_once
def _reviewed(view: TournamentView) -> tuple[MatchId, ...]:
    return tuple(match for match, record in view.state.matches.items() if record.is_under_review)
