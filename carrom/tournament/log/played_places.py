"""What was played on a published draw stands: a correction of an earlier match takes nobody out of a later one.

The places of a tree are filled by matches, and those of its first round may be by tables. Where a fact would put
somebody else into a match that has a result, the match keeps its sides, and the place waits for a ruling.
"""

from collections.abc import Iterator
from dataclasses import replace

from carrom.tournament.draws.bracket import MatchId
from carrom.tournament.log import decision_facts as d, facts as f
from carrom.tournament.log.facts import Body
from carrom.tournament.log.state import StageKey, State
from carrom.tournament.log.view import TournamentView
from carrom.tournament.tables.results import EntryId, Side

SIDES: tuple[Side, Side] = ("a", "b")

_MOVING = (
    f.ResultGiven,
    f.ResultConfirmed,
    f.MatchNoted,
    f.Left,
    f.ShootoutPlayed,
    f.PolicyChanged,
    f.Changed,
    f.Retracted,
    d.ProtestLodged,
    d.FeePaid,
    d.ProtestJudged,
)
"""Facts that can change who won an earlier match. A ruling may move what was played; an undo goes back by itself."""


def place_name(match: MatchId, side: Side) -> str:
    """The place of a side in a match, as a ruling calls it: M3a."""
    return f"{match}{side.upper()}"


def held_places(state: State, key: StageKey) -> Iterator[tuple[str, MatchId, Side, EntryId]]:
    """The places of a stage that somebody holds by having played there, whatever the matches before it now say."""
    for match, held in state.held.items():
        if match in state.matches and state.matches[match].key == key:
            for side, entry in held.items():
                yield place_name(match, side), match, side, entry


def with_held(state: State, match: MatchId, side: Side, entry: EntryId | None) -> State:
    """The state in which an entry holds a place; with None the place follows the matches before it again."""
    held = {one: kept for one, kept in state.held.get(match, {}).items() if one != side}
    if entry is not None:
        held[side] = entry
    others = {one: kept for one, kept in state.held.items() if one != match}
    return replace(state, held={**others, match: held} if held else others)


def hold_played(before: State, after: State, body: Body) -> State:
    """The state after a fact, in which every match that was played on a published draw still has its sides."""
    if not isinstance(body, _MOVING) or not any(one.holds for one in after.published.values()):
        return after
    if isinstance(body, f.ResultGiven) and not before.matches[body.match].history:
        return after  # nothing can have been played on a match that had no result
    after = _let_go(after)
    seen = TournamentView(before)
    for key, published in after.published.items():
        for record in before.in_stage(key) if published.holds else ():
            match, result = record.fixture.id, record.result
            stays = after.matches.get(match)
            if result is None or stays is None or stays.result is None or seen.sides(match) != (result.a, result.b):
                continue
            now = TournamentView(after).sides(match)
            for side, was, will in zip(SIDES, (result.a, result.b), now, strict=True):
                if was != will:
                    after = with_held(after, match, side, was)
    return after


def _let_go(state: State) -> State:
    """Where the result is gone nothing is played any more; what was ruled stays."""
    for match, held in state.held.items():
        record = state.matches.get(match)
        if record is None or record.result is None:
            ruled = {} if record is None else state.ruled.get(record.key, {})
            for side in held:
                if place_name(match, side) not in ruled:
                    state = with_held(state, match, side, None)
    return state
