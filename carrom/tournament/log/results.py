"""Results from one source or several.

Events carry the version of the match that their author had seen (`base`). If another source wrote in between, neither
is newer: both versions are kept, the match is under review, and the chief referee chooses.
"""

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime

from carrom.base.errors import refuse
from carrom.tournament.draws.bracket import MatchId
from carrom.tournament.model.events import (
    PadEventNoted,
    ResultConfirmed,
    ResultGiven,
    TournamentEvent,
    TournamentEventId,
)
from carrom.tournament.model.scores import as_pair, counted_result, game_from_boards, result_text, score_text
from carrom.tournament.model.state import MatchRecord, MatchVersion, State
from carrom.tournament.seating.now import TournamentNow
from carrom.tournament.tables.results import Pair


def apply_result(state: State, event: TournamentEvent, body: ResultGiven) -> State:
    """Take a result, a correction, or a second version from another source."""
    record = match_record(state, body.match)
    sides = TournamentNow(state).sides(body.match)
    if not _are_entries(state, record, body):
        refuse_other_sides(state, body)
    _check(state, record, body)
    if (body.walkover or body.retired) and not event.reason:
        refuse("no-reason", f"{body.match}: a match that is given away takes a reason.")
    if _is_conflict(record, event):
        return _review(state, record, event, body)
    was = record.result
    if was is not None and event.supersedes is None and (was.a, was.b) != sides:
        text = f"{body.match} was played anew: the {score_text(was)} of {was.a} – {was.b} counts no more."
        state = state.with_notice(event, text)
    elif was is not None:
        if event.supersedes != record.result_fact:
            source = f" told by {record.history[-1].by}" if record.history else ""
            known = f"{body.match} has a result, {score_text(was)}{source}"
            refuse("played", f"{known}: a correction supersedes it and gives a reason.")
        text = f"{body.match} was corrected from {score_text(was)} to {score_text(body)}: {event.reason}"
        state = state.with_notice(event, text)
    elif body.walkover or body.retired:
        by_law = f" by Law {body.law}" if body.law else ""
        why = "" if event.reason == f"Law {body.law}" else f": {event.reason}"
        state = state.with_notice(event, f"{body.match}: {result_text(body)}{by_law}{why}")
    changed = replace(
        _note(record, event, body.score),
        result=body,
        result_fact=event.id,
        signed=_signed(record, event, body),
        drafts={**record.drafts, event.id: body},
    )
    return _with_end(state, changed)


def refuse_other_sides(state: State, body: ResultGiven) -> None:
    sides = TournamentNow(state).sides(body.match)
    if (body.a, body.b) != sides:
        expected = " – ".join(side or "?" for side in sides)
        refuse("other-sides", f"{body.match} is {expected}, not {body.a} – {body.b}.")


def _are_entries(state: State, record: MatchRecord, body: ResultGiven) -> bool:
    return {body.a, body.b} <= state.entries.get(record.key.event, {}).keys()


def apply_pad_event(state: State, event: TournamentEvent, body: PadEventNoted) -> State:
    """Store an event from an umpire's pad; if the desk wrote meanwhile, put the match under review."""
    record = match_record(state, body.match)
    a, b = TournamentNow(state).seated(body.match)  # a pad reports the players who were called
    if a is None or b is None:
        refuse("sides-open", f"The sides of {body.match} are not known yet.")
    draft = ResultGiven(match=body.match, a=a, b=b, score=body.score, provisional=True)
    if _is_conflict(record, event):
        return _review(state, record, event, draft)
    if record.result is not None:
        refuse("played", f"{body.match} is over.")
    return state.with_match(replace(_note(record, event, body.score), drafts={**record.drafts, event.id: draft}))


def apply_confirmation(state: State, event: TournamentEvent, body: ResultConfirmed) -> State:
    """Confirm a provisional result, or one of the versions under review."""
    record = match_record(state, body.match)
    allowed = record.rivals or (record.result_fact,)
    if body.choice not in allowed:
        refuse("no-choice", f"{body.choice} is not one of the versions of {body.match} to choose from.")
    chosen = replace(record.drafts[body.choice], provisional=False)
    _check(state, record, chosen)
    changed = replace(
        _note(record, event, chosen.score),
        result=chosen,
        result_fact=body.choice,
        rivals=(),
        signed=record.signed or event.at,
        # the confirming source now counts as an author: later results conflict with it
        drafts={**record.drafts, event.id: chosen},
    )
    return _with_end(state, changed)


def _signed(record: MatchRecord, event: TournamentEvent, body: ResultGiven) -> datetime:
    """Return the end of play: unchanged by corrections of the same play, otherwise now."""
    was = record.result
    is_same_play = was is not None and was.walkover is None and (was.a, was.b) == (body.a, body.b)
    return record.signed if is_same_play and record.signed is not None else event.at


def _with_end(state: State, record: MatchRecord) -> State:
    """Store a match with its result, and start the time limit of protests lodged during play."""
    own = {
        name: replace(one, signed=record.signed)
        for name, one in state.protests.items()
        if one.lodged.match == record.fixture.id and one.signed is None
    }
    state = state.with_match(record)
    # keep `protests` identical if nothing changed, which shows that no seat can have moved
    return replace(state, protests={**state.protests, **own}) if own else state


def _with_extra(body: ResultGiven) -> str:
    a, b = body.score or (18, 18)
    return f"{a}-{b}x10-0"


def _check(state: State, record: MatchRecord, body: ResultGiven) -> None:
    stage = state.stage(record.key)
    format, board_most = stage.format_in(record.fixture.round), stage.book_in(record.fixture.round).most_points
    wins, is_single = format.games_to_win, format.games == 1
    is_played = body.walkover is None and body.retired is None
    if not is_single and is_played and (body.games is None or not min(body.games) < max(body.games) == wins):
        refuse("games", f"{body.match} is the best of {format.games}: say who won {wins} games.")
    if counted_result(body).winner is None and (stage.policy is None or state.policy(record.key).draw is None):
        how = f"Type for example {_with_extra(body)}."
        refuse("level", f"{body.match} is level at {score_text(body)}: who won the extra board? {how}")
    for number, board in enumerate(body.boards, 1):
        if not 0 <= board.points <= board_most:
            refuse("board", f"{body.match}: board {number} brings at most {board_most}, not {board.points}.")
    if body.boards and is_single:
        game = game_from_boards(body.boards, target=format.target)
        if (body.score, body.extra) != (as_pair(game.points), None if game.extra is None else as_pair(game.extra)):
            refuse("boards", f"{body.match}: the boards do not add up to {score_text(body)}.")


def _is_conflict(record: MatchRecord, event: TournamentEvent) -> bool:
    if event.base is None or event.supersedes is not None:
        return False
    return bool(record.rivals) or any(one.version > event.base and one.by != event.by for one in record.history)


def _review(state: State, record: MatchRecord, event: TournamentEvent, draft: ResultGiven) -> State:
    """Put a match under review, between the latest versions of all sources since they diverged."""
    base = event.base or 0
    parted = min(record.common_version, base) if record.rivals else base
    changed = _note(record, event, draft.score)
    latest: Mapping[str, TournamentEventId] = {one.by: one.fact for one in changed.history if one.version > parted}
    changed = replace(
        changed, rivals=tuple(latest.values()), common_version=parted, drafts={**record.drafts, event.id: draft}
    )
    return state.with_match(changed)


def _note(record: MatchRecord, event: TournamentEvent, score: Pair | None) -> MatchRecord:
    base = record.version if event.base is None else event.base
    version = MatchVersion(fact=event.id, by=event.by, version=record.version + 1, base=base, score=score)
    return replace(record, history=(*record.history, version))


def match_record(state: State, match: MatchId) -> MatchRecord:
    if match not in state.matches:
        refuse("unknown-match", f"There is no match {match}.")
    return state.matches[match]
