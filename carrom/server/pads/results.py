"""Record pads' results once each, never replacing another source's.

A different result puts the match under review. A pad may correct its own until another source confirmed it or built on
it. An upheld protest has the board replayed (151a).
"""

from dataclasses import dataclass, field
from typing import ClassVar

from starlette.exceptions import HTTPException

from carrom.base.errors import CarromError, Refused, refuse
from carrom.match import Match
from carrom.match.log.acts import Correct
from carrom.server.desk.desks import Desks
from carrom.server.pads.pad_log import PadFold
from carrom.server.pads.wire import BoardReplay, ResultState
from carrom.server.stores.store import NotStoredError, StoredEvent
from carrom.tournament.desk.acts import ActContext, DeskAct
from carrom.tournament.desk.acts.act import INTERNAL, NewFacts
from carrom.tournament.desk.acts.hall_acts import GIVE_A_REASON, StartMatch
from carrom.tournament.desk.match_result import MatchResult, boards_of
from carrom.tournament.desk.references import seconds_at
from carrom.tournament.draws.bracket import MatchId
from carrom.tournament.log.admission import check_typed_text
from carrom.tournament.log.protests import contested_result, last_upheld_protest, resumption_of
from carrom.tournament.model.scores import are_results_same, board_figures, score_text
from carrom.tournament.model.state import MatchRecord, ProtestState, State
from carrom.tournament.seating.now import TournamentNow
from carrom.tournament.seating.outcomes import has_dependents

REPLAY_REASON = "protest {protest} upheld (151a)"


# --- results ----------------------------------------------------------------------------------------------------------


def pad_source(fold: PadFold) -> str:
    """The pad's name in the tournament's log."""
    return f"pad {fold.head.place} {fold.head.pad[:4]}"


def _corrected_source(source: str) -> str:
    return f"{source} corrected"


def result_source(record: MatchRecord) -> str | None:
    if record.result is None:
        return None
    return next((one.by for one in record.history if one.fact == record.result_fact), "desk")


def is_result_from_pad(record: MatchRecord, source: str) -> bool:
    return result_source(record) in (source, _corrected_source(source))


async def tournament_now(desks: Desks, tournament: str) -> TournamentNow | None:
    """None for an unknown tournament."""
    try:
        return (await desks.open_now(tournament)).view
    except HTTPException:
        return None


async def _record(desks: Desks, fold: PadFold, act: DeskAct, key: str) -> Refused | None:
    """Act once per key; return any refusal."""
    try:
        recorded = await desks.record(fold.head.tournament, act, by=pad_source(fold), key=key)
    except NotStoredError:
        raise
    except (CarromError, HTTPException) as error:
        return Refused("not-taken", None, str(error))
    return recorded if isinstance(recorded, Refused) else None


async def record_start(desks: Desks, fold: PadFold, view: TournamentNow) -> str | None:
    """Mark a called match as started; return any refusal."""
    record = view.state.matches.get(MatchId(fold.head.match))
    is_called = record is not None and record.table is not None and record.result is None and not record.rivals
    if fold.match is None or record is None or record.started is not None or not is_called:
        return None
    if not fold.match.course.has_begun and not fold.match.course.boards:
        return None
    key = f"pad-start-{fold.head.pad}-{fold.counted}"
    act = StartMatch(match=fold.head.match)
    refused = await _record(desks, fold, act, key)
    return None if refused is None else refused.text.removesuffix(GIVE_A_REASON).rstrip()


def recorded_result(fold: PadFold, view: TournamentNow) -> ResultState | None:
    """Return the state of a pad's result; None if the tournament does not have it yet."""
    match = MatchId(fold.head.match)
    if fold.match is None or match not in view.state.matches:
        return ResultState("not-taken", f"there is no match {match} any more")
    found = fold.result(view)
    return ResultState("not-taken", found) if isinstance(found, str) else _result_state(view, fold, found)


def withdrawn_result(fold: PadFold, view: TournamentNow) -> ResultState | None:
    """An earlier result, while the match is not signed."""
    match = MatchId(fold.head.match)
    record = view.state.matches.get(match)
    if record is None or record.result is None or not is_result_from_pad(record, pad_source(fold)):
        return None
    if record.is_under_review:
        return _under_review(match)
    current = score_text(record.result)
    if record.history[-1].fact != record.result_fact:
        return ResultState("overruled", f"{match}: {current} stands, as it was confirmed.")
    return ResultState("withdrawn", f"{match}: {current} was signed and told, and then taken back. It stands for now.")


@dataclass(frozen=True, slots=True, kw_only=True)
class TakePadResult(DeskAct):
    """Record a pad's result unless the tournament has it by then."""

    do: ClassVar[str] = "pad-result"
    fold: PadFold = field(metadata=INTERNAL)

    def new_facts(self, context: ActContext) -> NewFacts:
        match, view = self.fold.match, TournamentNow(context.state)
        assert match is not None
        check_typed_text(context.state, match.setup, match.events())
        found = self.fold.result(view)
        if isinstance(found, str):
            refuse("not-taken", found)
        known = _result_state(view, self.fold, found) is not None
        return NewFacts(bodies=()) if known else self._new_result(context.state, found)

    def _new_result(self, state: State, found: MatchResult) -> NewFacts:
        record, source = state.matches[found.given.match], pad_source(self.fold)
        base = self.fold.head.head.version
        if record.result is None or (record.result.a, record.result.b) != (found.given.a, found.given.b):
            return NewFacts(bodies=(found.given,), base=base, reason=found.reason)
        last = record.history[-1]
        is_own = last.fact == record.result_fact and is_result_from_pad(record, source) and not record.is_under_review
        if is_own and not has_dependents(state, found.given):
            reason = ", ".join(one for one in ("corrected and signed again at the pad", found.reason) if one)
            return NewFacts(bodies=(found.given,), base=record.version, supersedes=record.result_fact, reason=reason)
        # For review: another source's result, or this pad's first.
        by = _corrected_source(source) if result_source(record) == source else source
        base = min(base, record.version - 1)
        return NewFacts(bodies=(found.given,), base=base, reason=found.reason, by=by)


async def record_result(desks: Desks, fold: PadFold) -> ResultState | None:
    key = f"pad-{fold.head.pad}-{fold.counted}"
    refused = await _record(desks, fold, TakePadResult(fold=fold), key)
    if refused is not None:
        return ResultState("not-taken", refused.text)
    after = await tournament_now(desks, fold.head.tournament)
    return None if after is None else recorded_result(fold, after)


def _result_state(view: TournamentNow, fold: PadFold, found: MatchResult) -> ResultState | None:
    """None if the result is new."""
    match, source = found.given.match, pad_source(fold)
    record = view.state.matches[match]
    if record.is_under_review:
        is_known = any(are_results_same(record.drafts[one], found.given) for one in record.rivals)
        return _under_review(match) if is_known else None
    if record.result is None:
        return None
    if are_results_same(record.result, found.given):
        is_own = is_result_from_pad(record, source)
        return ResultState("told" if is_own else "confirmed", score_text(record.result))
    sources = source, _corrected_source(source)
    own = [one.fact for one in record.history if one.by in sources and one.fact in record.drafts]
    if own and are_results_same(record.drafts[own[-1]], found.given):
        return ResultState("overruled", f"{match}: {score_text(record.result)} stands by the desk's word.")
    return None


def _under_review(match: MatchId) -> ResultState:
    return ResultState("review", f"{match} is under review: the referee decides between two versions.")


# --- upheld protests --------------------------------------------------------------------------------------------------


def upheld_protest(view: TournamentNow, match: str) -> ProtestState | None:
    """The last upheld protest, while the match has no new result."""
    record = view.state.matches.get(MatchId(match))
    if record is None or record.result is not None:
        return None
    return last_upheld_protest(view.state, MatchId(match))


def board_replay(
    fold: PadFold, protest: ProtestState, view: TournamentNow, stored: list[StoredEvent]
) -> BoardReplay | None:
    """Prepare the replay of a contested board; None if the pad never had it or went back."""
    match, lodged, decided = fold.match, protest.lodged, protest.decided
    if match is None or decided is None:
        return None
    replay = BoardReplay(lodged.protest, lodged.game, lodged.board, 0, REPLAY_REASON.format(protest=lodged.protest))
    first = _first_event_of_board(match, lodged.game, lodged.board)
    if first is None:
        return None
    # The hall's clock has whole seconds: the same second counts as later.
    since = seconds_at(decided, view.state)
    if fold.received_first >= since and not _keeps_earlier_boards(view, protest, match.after(first - 1)):
        return None
    received = {number: event.at for number, event in enumerate(_match_events(fold, stored), start=1)}
    for event in match.events():
        if not isinstance(event.act, Correct):
            continue
        is_later = received.get(event.number, 0.0) >= since
        if event.act.reason == replay.reason or (is_later and event.act.to < first):
            return None
    return BoardReplay(replay.protest, replay.game, replay.board, first - 1, replay.reason)


def _keeps_earlier_boards(view: TournamentNow, protest: ProtestState, match: Match) -> bool:
    """False if the match restarted at 0–0."""
    contested = contested_result(view.state, protest)
    if contested is None or not contested.boards:
        return True
    kept = resumption_of(view.state, protest, contested).kept
    return list(map(board_figures, boards_of(match))) == list(map(board_figures, kept))


def _match_events(fold: PadFold, stored: list[StoredEvent]) -> list[StoredEvent]:
    messages = {message.number for message in fold.messages}
    return [event for event in stored if event.seq not in messages]


def _first_event_of_board(match: Match, game: int | None, board: int) -> int | None:
    """Number of the event that began a board. Without a game, boards count through all."""
    counting = {event.number for event in match.effective()}
    found: dict[tuple[int, int], int] = {}
    for step in match.steps():
        before = step.before
        if before is None or step.number not in counting or before.course.board is not None:
            continue
        if step.course.board is not None or len(step.course.boards) > len(before.course.boards):
            found.setdefault(before.course.next_board, step.number)
    if game is not None:
        return found.get((game, board))
    return list(found.values())[board - 1] if 0 < board <= len(found) else None
