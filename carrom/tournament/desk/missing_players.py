"""Rubbers for which a team has not said who plays, or too few: they wait for its line-up, and nobody is called."""

from collections.abc import Iterable, Sequence

from carrom.tournament.draws.bracket import MatchId
from carrom.tournament.log.definition import EventId, RubberPlan
from carrom.tournament.log.line_ups import players_lacking
from carrom.tournament.log.people import count_text
from carrom.tournament.log.state import StageKey
from carrom.tournament.log.view import TO_PLAY, TournamentView, read_once
from carrom.tournament.tables.results import EntryId


def lacks_text(rubber: RubberPlan, lacking: int) -> str:
    """S1 lacks 1 player"""
    return f"{rubber.id} lacks {count_text(lacking, 'player', 'players')}"


def line_ups_awaited(view: TournamentView, match: MatchId) -> tuple[str, ...]:
    """Whose line-up a match waits for, each as what is said after its number."""
    record = view.state.matches[match]
    if record.fixture.rubber is None or record.result is not None or not are_line_ups_told(view, record.key.event):
        return ()
    return tuple(
        f"waits for the line-up of {entry}: {_lacks(view, record.key, {record.fixture.rubber: lacking})}"
        for entry in view.sides(match)
        if entry is not None and (lacking := players_lacking(view.state, record, entry))
    )


@read_once
def teams_to_line_up(view: TournamentView, key: StageKey) -> tuple[tuple[str, tuple[EntryId, ...]], ...]:
    """What teams lack for the rubbers that they still have to play, and which of them lack just that."""
    found: dict[EntryId, dict[str, int]] = {}
    for record in view.state.in_stage(key) if view.state.stage(key).form.has_ties else ():
        rubber, match = record.fixture.rubber, record.fixture.id
        if rubber is None or view.status(match) not in TO_PLAY:
            continue
        for entry in view.sides(match):
            lacking = 0 if entry is None else players_lacking(view.state, record, entry)
            if entry is not None and lacking:
                known = found.setdefault(entry, {})
                known[rubber] = max(known.get(rubber, 0), lacking)
    alike: dict[str, list[EntryId]] = {}
    for entry in _in_order(view, key, found):
        alike.setdefault(_lacks(view, key, found[entry]), []).append(entry)
    return tuple((lacks, tuple(teams)) for lacks, teams in alike.items())


@read_once
def are_line_ups_told(view: TournamentView, event: EventId) -> bool:
    """Whether anybody here says who plays what. A league in which nobody does is played without."""
    return any(entry.line_up for entry in view.state.entries[event].values())


def _in_order(view: TournamentView, key: StageKey, found: Iterable[EntryId]) -> Sequence[EntryId]:
    """As they were entered, and not as they happen to meet."""
    return [entry for entry in view.state.entries[key.event] if entry in set(found)]


def _lacks(view: TournamentView, key: StageKey, lacking: dict[str, int]) -> str:
    rubbers = view.state.event(key.event).rubbers
    return ", ".join(lacks_text(one, lacking[one.id]) for one in rubbers if one.id in lacking)
