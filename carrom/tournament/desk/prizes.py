"""Prizes and final places of a competition, as far as they are certain."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from carrom.laws.rounds import THIRD_PLACE
from carrom.tournament.desk.blockers import is_certain, open_questions_for, open_seats_for
from carrom.tournament.draws.bracket import Bye, Fixture, LoserOf, MatchId
from carrom.tournament.draws.double_elimination import LOSERS_FINAL
from carrom.tournament.log.entries import former_players
from carrom.tournament.model.definition import Competition
from carrom.tournament.model.people import count_text
from carrom.tournament.model.state import StageKey
from carrom.tournament.seating.now import TournamentNow
from carrom.tournament.tables.results import EntryId

PRIZES = 3
_FOR_THIRD = (THIRD_PLACE, "final")
"""Files from before November 2026 list the third-place match in the round of the final."""


@dataclass(frozen=True, slots=True)
class Prize:
    """A place and its holders; two share the third if it is not played for."""

    place: int
    entries: tuple[EntryId, ...]


def prizes(view: TournamentNow, event: Competition) -> list[Prize]:
    """Return the certain prizes, from the stage that decides the competition."""
    key = StageKey(event.id, event.decides.id)
    if key not in view.state.draws or view.is_cancelled(event):
        return []
    return _by_tree(view, key) if event.decides.form.shape == "tree" else _by_table(view, key)


def plate_prizes(view: TournamentNow, event: Competition) -> list[Prize]:
    keys = [StageKey(event.id, stage.id) for stage in event.stages if stage.form.is_consolation and event.has_plate]
    return [prize for key in keys if key in view.state.draws for prize in _by_tree(view, key)]


def awards(view: TournamentNow, event: Competition) -> list[tuple[str, list[Prize]]]:
    """Return the prizes under the competition's name, and those of its plate."""
    if view.is_cancelled(event):
        return []
    plate = plate_prizes(view, event)
    return [(event.name, prizes(view, event)), *([(f"{event.name}, plate", plate)] if plate else [])]


def withheld_because(view: TournamentNow, event: Competition) -> tuple[str, ...]:
    """Return the open questions that withhold prizes although the deciding matches are played."""
    if view.is_cancelled(event):
        return ()
    trees = [StageKey(event.id, stage.id) for stage in event.stages if stage.form.shape == "tree"]
    last = [match for key in trees if key in view.state.draws for own in _deciding(view, key).values() for match in own]
    played = [match for match in last if view.state.matches[match].result is not None]
    return tuple(dict.fromkeys(one.text for match in played for one in open_questions_for(view, match)))


def not_decided_text(view: TournamentNow, event: Competition) -> str | None:
    """Return why prizes are not awarded yet, or only some; None if all are."""
    if view.is_cancelled(event) or not view.state.entries.get(event.id):
        return None
    if why := withheld_because(view, event):
        return f"{event.name} waits for the ruling or the decision: {'; '.join(why)}"
    return None if prizes(view, event) else f"{event.name} is not decided yet"


def team_members(view: TournamentNow, event: Competition, entry: EntryId) -> tuple[str, ...]:
    """Return the names of a team's players; empty for other entries, whose name says who they are."""
    if event.category.kind != "teams":
        return ()
    return tuple(view.state.people[one].name for one in view.state.entries[event.id][entry].members)


def replaced_players(view: TournamentNow, event: Competition, entry: EntryId) -> tuple[str, ...]:
    if event.category.kind != "teams":
        return ()
    before = former_players(view.state).get((event.id, entry), {})
    return tuple(
        f"{view.state.people[one].name} (played {count_text(n, 'match', 'matches')})" for one, n in before.items()
    )


@dataclass(frozen=True, slots=True)
class Honour:
    name: str
    place: int
    event: str


def honours(view: TournamentNow, event: Competition) -> list[Honour]:
    """Return one award for each person with a certain prize."""
    found = []
    for title, won in awards(view, event):
        for prize in won:
            for entry in prize.entries:
                what = f"{title}, {entry}" if event.category.kind == "teams" else title
                members = view.state.entries[event.id][entry].members
                found += [Honour(view.state.people[one].name, prize.place, what) for one in members]
    return found


def _by_tree(view: TournamentNow, key: StageKey) -> list[Prize]:
    decided = _deciding(view, key)
    won = [view.winner(one) for one in decided[1]], [view.loser(one) for one in decided[2]]
    # Without a third-place match, the losers of the last matches before the final share the third place.
    is_played = any(view.state.matches[match].fixture.round in _FOR_THIRD for match in decided[3])
    third = [view.winner(match) if is_played else view.eliminated(match) for match in decided[3]]
    if not is_played and any(open_seats_for(view, final) for final in decided[1]):
        third = []  # third place is as open as the seats of the final
    found = _certain([(1, won[0]), (2, won[1]), (3, third)])
    return [prize for prize in found if all(is_certain(view, match) for match in decided[prize.place])]


def _deciding(view: TournamentNow, key: StageKey) -> dict[int, list[MatchId]]:
    matches = [record.fixture for record in view.state.in_stage(key)]
    thirds = [match.id for match in matches if match.round in _FOR_THIRD and _is_among_losers(match)]
    others = [match for match in matches if match.id not in thirds]
    finals = [match.id for match in others if match.round == others[-1].round]
    last = LOSERS_FINAL if any(match.round == LOSERS_FINAL for match in matches) else "semi-final"
    semis = [match.id for match in matches if match.round.endswith(last) and not _has_bye(match)]
    shared = [match for match in semis if not _went_home(view, match)]
    return {1: finals, 2: finals, 3: thirds or shared}


def _went_home(view: TournamentNow, match: MatchId) -> bool:
    """Return whether the loser left before the match or was disqualified, and so gets no prize."""
    record, loser = view.state.matches[match], view.eliminated(match)
    left = view.state.left.get(record.key.event, {}).get(loser) if loser is not None else None
    return left is not None and (record.result is None or left.how == "disqualified")


def _by_table(view: TournamentNow, key: StageKey) -> list[Prize]:
    tables = view.tables(key)
    if len(tables) != 1 or not tables[0].is_complete:
        return []
    found = [(place, tables[0].holders(place)) for place in range(1, PRIZES + 1)]
    has_shootouts = "shootout" in view.state.policy(key).order  # then a tie is still to be played off, not shared
    return _certain((place, holders) for place, holders in found if len(holders) == 1 or not has_shootouts)


def _certain(found: Iterable[tuple[int, Sequence[EntryId | None]]]) -> list[Prize]:
    return [
        Prize(place, tuple(entry for entry in entries if entry is not None))
        for place, entries in found
        if entries and None not in entries
    ]


def _is_among_losers(match: Fixture) -> bool:
    return all(isinstance(slot, LoserOf | Bye) for slot in match.slots)


def _has_bye(match: Fixture) -> bool:
    return any(isinstance(slot, Bye) for slot in match.slots)


@dataclass(frozen=True, slots=True)
class FinalPlace:
    place: int
    entries: tuple[EntryId, ...]


def final_places(view: TournamentNow, event: Competition) -> list[FinalPlace]:
    """Return every place of a finished competition. Disqualified entries have none, and a plate gives none.

    After the prizes come the losers of the bracket, later rounds first, then those who did not leave their group, by
    rank.
    """
    out = {entry for entry, left in view.state.left.get(event.id, {}).items() if left.how == "disqualified"}
    called_up = prizes(view, event)
    if not called_up or called_up[0].place != 1:  # without a winner no place is certain
        return []
    layers: list[Iterable[EntryId]] = [prize.entries for prize in called_up]
    for stage in reversed(event.stages):
        key = StageKey(event.id, stage.id)
        if key in view.state.draws and not stage.form.is_consolation:
            layers += _places_by_tree(view, key) if stage.form.shape == "tree" else _places_by_tables(view, key)
    found: list[FinalPlace] = []
    placed: set[EntryId] = set()
    for layer in layers:
        new = tuple(entry for entry in dict.fromkeys(layer) if entry not in placed and entry not in out)
        if new:
            found.append(FinalPlace(len(placed) + 1, new))
            placed.update(new)
    return found


def _places_by_tree(view: TournamentNow, key: StageKey) -> list[list[EntryId]]:
    """Return the losers of each round, the last round first."""
    rounds: dict[str, list[EntryId]] = {}
    for record in view.state.in_stage(key):
        loser = view.eliminated(record.fixture.id)
        lost = rounds.setdefault(record.fixture.round, [])
        if loser is not None:
            lost.append(loser)
    return list(rounds.values())[::-1]


def _places_by_tables(view: TournamentNow, key: StageKey) -> list[list[EntryId]]:
    ranks: dict[int, list[EntryId]] = {}
    for table in view.tables(key):
        for row in table.standings.table:
            ranks.setdefault(row.rank, []).append(row.entry)
    return [ranks[rank] for rank in sorted(ranks)]
