"""Protests: lodged in time with the fee, they hold the result back; upheld, the match goes on from the contested board.

Laws 144–151; the window, the fee and the time for a decision are the tournament's own.
"""

from dataclasses import replace
from datetime import datetime, timedelta

from carrom.base.refusal import or_refuse, refuse
from carrom.laws import decisions
from carrom.tournament.log.decision_facts import FeePaid, ProtestId, ProtestJudged, ProtestLodged
from carrom.tournament.log.facts import Fact, ResultGiven
from carrom.tournament.log.incoming_results import match_record
from carrom.tournament.log.names import name_key
from carrom.tournament.log.people import count_text
from carrom.tournament.log.state import MatchRecord, ProtestState, State
from carrom.tournament.log.view import TournamentView


def lodge_until(state: State, protest: ProtestState) -> datetime | None:
    """Until when the protest and its fee are in time: counted from the end of the contested board (146), or where that
    is not known from the result in which it was played. A later one, of boards played since, gives no time more."""
    start = protest.lodged.over or protest.signed
    return None if start is None else start + timedelta(minutes=state.announced.protests.minutes)


def decide_by(state: State, protest: ProtestState) -> datetime:
    """Until when a protest has to be decided (151c)."""
    return protest.at + timedelta(minutes=state.announced.protests.decide_minutes)


def may_still_be_heard(state: State, protest: ProtestState, now: datetime) -> bool:
    """Whether only the fee is missing, and there is time for it: the result stands, but is not final to anybody."""
    until = lodge_until(state, protest)
    return protest.status == "lodged" and (until is None or now <= until)


def apply_protest(state: State, fact: Fact, body: ProtestLodged) -> State:
    """Receive a protest against a match that was signed, or is being played: then play goes on (145, 150)."""
    if body.protest in state.protests:
        refuse("protest-taken", f"There is a protest {body.protest} already.")
    record = match_record(state, body.match)
    result = record.result if record.signed is not None else None
    sides = (result.a, result.b) if result is not None else TournamentView(state).sides(body.match)
    who = sides[0] if body.side == "a" else sides[1]
    if who is None or None in sides or (result is None and record.table is None):
        refuse("not-signed", f"{body.match} has no signed result to protest against, and is at no table.")
    told = () if result is None else result.boards
    boards = [one for one in told if body.game in (None, one.game)]
    if body.board < 1 or (told and body.board > len(boards)):
        where = f" in game {body.game}" if body.game is not None else ""
        refuse("no-board", f"{body.match} has no board {body.board}{where}.", "145")
    is_free = state.announced.protests.fee == 0
    protest = ProtestState(
        lodged=body,
        at=fact.at,
        status="admissible" if is_free else "lodged",
        contested=record.result_fact,
        signed=record.signed,
    )
    signed = f", signed by {body.signed_by}" if body.signed_by else ""
    text = f"Protest {body.protest} of {who} against {body.match}, {_board_text(body)}{signed}: {body.text}"
    return _put(state, protest).with_notice(fact, text)


def check_protest(state: State, fact: Fact, body: ProtestLodged) -> None:
    """Refuse a protest that no authority hears, or against a board that the match cannot have had."""
    record = state.matches.get(body.match)
    if record is None:
        return
    stage = state.stage(record.key)
    or_refuse(decisions.check_protest(stage.book, unpaid=False, has_board=True, was_heard=False))
    format = stage.format_in(record.fixture.round)
    if body.game is not None and not 1 <= body.game <= format.games:
        refuse("no-board", f"{body.match} has no game {body.game}.", "145")
    games = 1 if body.game is not None else format.games
    if format.boards is not None and body.board > games * (format.boards + 1):
        refuse("no-board", f"{body.match} has at most {format.boards} boards in a game and an extra one.", "145")
    played = None if record.result is None else _boards_played(record.result, body.game, games, format.boards)
    if played is not None and body.board > played:
        refuse(
            "no-board",
            f"{body.match} had {count_text(played, 'board', 'boards')}: there was no board {body.board}.",
            "145",
        )
    until = lodge_until(state, ProtestState(lodged=body, at=fact.at, signed=record.signed))
    if until is not None and fact.at > until:
        refuse("late", f"Protests against {body.match} were possible until {until:%H:%M}.", "146")
    if body.over is None:
        return
    if body.over > fact.at:
        refuse("not-over", f"The board cannot have ended at {body.over:%H:%M}: it is {fact.at:%H:%M} now.", "146")
    if record.signed is not None and body.over > record.signed:
        told = f"{body.match} was signed at {record.signed:%H:%M}, and so no board of it ended at {body.over:%H:%M}"
        refuse("not-over", f"{told}: say when the contested board ended, or leave it open.", "146")


def _boards_played(given: ResultGiven, game: int | None, games: int, limit: int | None) -> int | None:
    """So many boards a match, or a game of it, had at most by its result; None where that does not say."""
    if given.boards:
        return sum(game in (None, one.game) for one in given.boards)
    return None if limit is None or given.extra is not None or games > 1 else limit


def apply_fee(state: State, fact: Fact, body: FeePaid) -> State:
    """Take the fee; only with it, and in time, a protest is heard (145)."""
    protest = _protest(state, body.protest)
    if protest.status != "lodged":
        refuse("no-fee-due", f"Protest {body.protest} is {protest.status}: no fee is due.")
    due = state.announced.protests.fee
    if body.amount != due:
        refuse("fee", f"The fee of a protest is {due}, not {body.amount}.", "145")
    until = lodge_until(state, protest)
    is_late = until is not None and fact.at > until
    return _put(state, replace(protest, status="late" if is_late else "admissible", fee_paid=body.amount))


def apply_decision(state: State, fact: Fact, body: ProtestJudged) -> State:
    """Carry out what the committee decided: refund and replay, or forfeit and let the result stand (151)."""
    protest = _protest(state, body.protest)
    is_unheard = protest.status in ("lodged", "late") and not body.upheld  # it may be put aside, with a reason
    if is_unheard and not fact.reason:
        refuse("no-reason", f"Protest {body.protest} was not heard: say why it is dismissed.")
    record = state.matches[protest.lodged.match]
    decision = or_refuse(decisions.decide_protest(upheld=body.upheld, written=True))
    is_upheld = decision.fate == "back to board"
    decided = replace(
        protest,
        status="upheld" if is_upheld else "dismissed",
        decided=fact.at,
        refunded=protest.fee_paid if is_upheld or is_unheard else 0,
        contested=record.result_fact or protest.contested,  # the boards as they were corrected meanwhile
    )
    if is_upheld and record.result is not None:
        state = state.with_match(record.reopened)
    late = fact.at - decide_by(state, protest)
    minutes = int(late.total_seconds() // 60)
    overdue = f", {minutes} minutes late (151c)" if minutes > 0 else ""
    why = f": {fact.reason}" if fact.reason else ""
    law = "145" if is_unheard else decision.laws[0]
    overdue = "" if is_unheard else overdue
    text = f"Protest {body.protest} against {protest.lodged.match} was {decided.status} ({law}){overdue}"
    return _put(state, decided).with_notice(fact, f"{text}{_fee_text(decided)}{why}")


def check_decision(state: State, fact: Fact, body: ProtestJudged) -> None:
    """Refuse a decision by somebody who is a party (149), or on what is not heard."""
    protest = state.protests.get(body.protest)
    if protest is not None:
        if not protest.is_open and (body.upheld or protest.status not in ("lodged", "late")):
            known = "its fee is not paid" if protest.status == "lodged" else f"it is {protest.status}"
            refuse("not-open", f"Protest {body.protest} is not to be decided: {known}.", "145")
        record = state.matches[protest.lodged.match]
        is_own = name_key(fact.by) in {name_key(one) for one in _names(state, record, protest.lodged)}
        or_refuse(decisions.check_decider(is_own=is_own))


def _names(state: State, record: MatchRecord, lodged: ProtestLodged) -> list[str]:
    """Whoever protests: the entry and its members."""
    drafts = list(record.drafts.values())
    if not drafts:
        return []
    entry = drafts[-1].a if lodged.side == "a" else drafts[-1].b
    known = state.entries[record.key.event].get(entry)
    members = [] if known is None else [state.people[one].name for one in known.members]
    return [entry, *members]


def _fee_text(protest: ProtestState) -> str:
    if not protest.fee_paid:
        return ""
    if protest.refunded:
        return f"; the fee of {protest.refunded} is refunded"
    return f"; the fee of {protest.fee_paid} is forfeited"


def _board_text(lodged: ProtestLodged) -> str:
    return f"board {lodged.board}" + (f" of game {lodged.game}" if lodged.game is not None else "")


def _protest(state: State, protest: ProtestId) -> ProtestState:
    known = state.protests.get(protest)
    if known is None:
        there = ", ".join(state.protests)
        refuse("unknown-protest", f"There is no protest {protest}" + (f": there are {there}." if there else "."))
    return known


def _put(state: State, protest: ProtestState) -> State:
    return replace(state, protests={**state.protests, protest.lodged.protest: protest})
