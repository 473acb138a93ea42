"""Names and titles of matches and sides, outcomes in words, and scores of team ties."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from carrom.tournament.draws.bracket import Bye, Entrant, LoserOf, MatchId, PlaceOf, Slot, WinnerOf, group_name
from carrom.tournament.log.entries import who_plays
from carrom.tournament.model.scores import score_text
from carrom.tournament.model.state import StageKey, State
from carrom.tournament.seating.now import TournamentNow, cached_per_state
from carrom.tournament.tables.results import EntryId, Pair


@dataclass(frozen=True, slots=True, kw_only=True)
class SideNames:
    """One side of a match: its entry if known, its players, and the text to show."""

    entry: EntryId | None
    people: tuple[str, ...]
    text: str


@cached_per_state
def match_sides(view: TournamentNow, match: MatchId) -> tuple[SideNames, SideNames]:
    first, second = (_side(view, match, at) for at in (0, 1))
    return first, second


def meeting_text(view: TournamentNow, match: MatchId) -> str:
    """Return both sides as text: "Team 5: Asha / Ben – Team 2: Carl / Dev"."""
    return " – ".join(side.text for side in match_sides(view, match))


@cached_per_state
def match_title(view: TournamentNow, match: MatchId) -> str:
    """Return the title of a match, such as "MS group A" or the name of its rubber."""
    if view.state.matches[match].fixture.rubber is not None:
        return rubber_title(view, match)
    return f"{view.state.matches[match].key.event} {round_title(view, match)}"


@dataclass(frozen=True, slots=True)
class RoundLabel:
    """Place of a match in its competition, without language: a `group`, a `turn` of a league, a `round` of a bracket by
    the name in the laws, or a `rubber`."""

    kind: Literal["group", "turn", "round", "rubber"]
    value: str


def round_label(view: TournamentNow, match: MatchId) -> RoundLabel:
    record = view.state.matches[match]
    if record.fixture.rubber is not None:
        return RoundLabel("rubber", rubber_title(view, match))
    if record.fixture.round != "group":
        return RoundLabel("round", record.fixture.round)
    if view.state.stage(record.key).form.has_groups:
        return RoundLabel("group", group_name(record.fixture.group or 0))
    return RoundLabel("turn", str(record.fixture.turn))


def round_title(view: TournamentNow, match: MatchId) -> str:
    """Return the round in words: "group A", "round 3", "quarter-final", or the name of the rubber."""
    label = round_label(view, match)
    words = {"group": f"group {label.value}", "turn": f"round {label.value}", "rubber": label.value}
    return words.get(label.kind, round_words(label.value))


def round_words(name: str) -> str:
    """Return a round as people write it: "pre-quarter-final", "round of 32", "third place"."""
    return re.sub(r"\b(pre|quarter|semi) (?=quarter|final)", r"\1-", name.replace("-", " "))


def rubber_title(view: TournamentNow, match: MatchId) -> str:
    record = view.state.matches[match]
    rubbers = view.state.event(record.key.event).rubbers
    return next((one.title for one in rubbers if one.id == record.fixture.rubber), record.fixture.rubber or "")


def open_slot(view: TournamentNow, slot: Slot) -> Slot:
    """Return what a slot waits for, looking through byes."""
    if view.is_empty_slot(slot) or (isinstance(slot, LoserOf) and view.status(slot.match) == "bye"):
        return Bye()
    if isinstance(slot, WinnerOf) and view.status(slot.match) == "bye":
        through = [one for one in view.state.matches[slot.match].fixture.slots if not view.is_empty_slot(one)]
        return open_slot(view, through[0]) if through else Bye()
    return slot


def placeholder(view: TournamentNow, slot: Slot) -> str:
    """Return the text shown in a slot until its entry is known, such as "A1" or "winner of M7"."""
    match open_slot(view, slot):
        case Bye():
            return "bye"
        case PlaceOf() as place:
            return place.name
        case WinnerOf(match):
            return f"winner of {match}"
        case LoserOf(match, once, first):
            only = "defeat" if once else "match" if first else None
            return f"loser of {match}" + (f" (only if it is their first {only})" if only else "")
        case Entrant(entry):
            return entry


def _side(view: TournamentNow, match: MatchId, at: int) -> SideNames:
    record = view.state.matches[match]
    entry, rubber = view.sides(match)[at], record.fixture.rubber
    if entry is None:
        return SideNames(entry=None, people=(), text=placeholder(view, record.fixture.slots[at]))
    people = tuple(view.state.people[one].name for one in who_plays(view.state, record, entry))
    text = f"{entry}: {' / '.join(people)}" if rubber is not None and people else str(entry)
    return SideNames(entry=entry, people=people, text=text)


def outcome_text(view: TournamentNow, match: MatchId, *, tells_why: bool = False) -> str:
    """Return the outcome as a match list shows it: "25–8", "called", "a walk-over for Ben (Asha left)".

    `tells_why` adds the reason for leaving, which is for the desk only.
    """
    record = view.state.matches[match]
    status = view.status(match)
    if status != "played":
        return status
    return _left_text(view, match, tells_why=tells_why) if record.result is None else score_text(record.result)


def latest_results_first(state: State, matches: Iterable[MatchId]) -> list[MatchId]:
    """Sort matches by when their results last changed, the latest first."""
    position = {fact: at for at, fact in enumerate(state.seen)}

    def when(match: MatchId) -> int:
        record = state.matches[match]
        facts = (record.result_fact, *(one.fact for one in record.history[-1:]))
        return max((position[one] for one in facts if one in position), default=-1)

    return sorted(matches, key=lambda one: (when(one), one), reverse=True)


def _left_text(view: TournamentNow, match: MatchId, *, tells_why: bool) -> str:
    record = view.state.matches[match]
    gone = view.state.left.get(record.key.event, {})
    leaver = view.loser(match)
    why = view.state.left_reasons.get(record.key.event, {}).get(EntryId(str(leaver)))
    left = f"{leaver} {_LEFT_HOW[gone[EntryId(str(leaver))].how]}" + (f": {why}" if why and tells_why else "")
    if record.fixture.group is not None:
        treatments = view.tables(record.key)[record.fixture.group].settled.treatments
        if treatments.get(EntryId(str(leaver))) == "annulled":
            return f"annulled ({left})"
    return f"a walk-over for {view.winner(match)} ({left})"


_LEFT_HOW = {"withdrawn": "left", "retired": "retired", "disqualified": "was disqualified"}


@dataclass(frozen=True, slots=True, kw_only=True)
class TieScore:
    """A tie between two teams: rubbers won by each, and the matches."""

    turn: int
    teams: tuple[EntryId, EntryId]
    won: Pair
    open: int
    matches: tuple[MatchId, ...]

    @property
    def is_begun(self) -> bool:
        return self.won != (0, 0)


def tie_scores(view: TournamentNow, key: StageKey) -> tuple[TieScore, ...]:
    """Return the ties of a team league in order of play; empty for other formats."""
    if not view.state.stage(key).form.has_ties:
        return ()
    rubbers: dict[tuple[int, EntryId, EntryId], list[MatchId]] = {}
    for record in view.state.in_stage(key):
        a, b = view.sides(record.fixture.id)
        if a is not None and b is not None:
            rubbers.setdefault((record.fixture.turn, a, b), []).append(record.fixture.id)
    return tuple(_tie(view, turn, (a, b), matches) for (turn, a, b), matches in rubbers.items())


def _tie(view: TournamentNow, turn: int, teams: tuple[EntryId, EntryId], matches: list[MatchId]) -> TieScore:
    winners = [view.winner(match) for match in matches]
    return TieScore(
        turn=turn,
        teams=teams,
        won=(winners.count(teams[0]), winners.count(teams[1])),
        open=winners.count(None),
        matches=tuple(matches),
    )
