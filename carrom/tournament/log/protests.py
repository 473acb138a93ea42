"""Protests: lodging, fee and decision, and where a match resumes after an upheld protest.

An admissible protest suspends the result (Laws 144–151). Time limits and fee are set by the tournament.
"""

from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Literal

from carrom.base.errors import raise_if_refused, refuse
from carrom.laws import decisions
from carrom.match.parties import other
from carrom.tournament.draws.bracket import MatchId
from carrom.tournament.log.results import match_record
from carrom.tournament.model.events import (
    BoardPoints,
    ProtestFeePaid,
    ProtestId,
    ProtestJudged,
    ProtestLodged,
    ResultGiven,
    TournamentEvent,
)
from carrom.tournament.model.people import count_text, name_key
from carrom.tournament.model.scores import as_pair, game_from_boards
from carrom.tournament.model.state import MatchRecord, ProtestState, State
from carrom.tournament.seating.now import TournamentNow
from carrom.tournament.tables.results import Pair, Side


def protest_deadline(state: State, protest: ProtestState) -> datetime | None:
    """Return until when a protest and its fee are in time; None if that is not known yet.

    The time runs from the end of the contested board (146), or else from the result that included it. A later result
    gives no more time.
    """
    start = protest.lodged.over or protest.signed
    return None if start is None else start + timedelta(minutes=state.announced.protests.minutes)


def decision_deadline(state: State, protest: ProtestState) -> datetime:
    return protest.at + timedelta(minutes=state.announced.protests.decide_minutes)


def can_still_be_heard(state: State, protest: ProtestState, now: datetime) -> bool:
    """Whether only the fee is missing and still in time: the result counts, but is not final."""
    until = protest_deadline(state, protest)
    return protest.status == "lodged" and (until is None or now <= until)


def apply_protest(state: State, event: TournamentEvent, body: ProtestLodged) -> State:
    """Receive a protest against a signed match, or against one in play, which goes on (145, 150)."""
    if body.protest in state.protests:
        refuse("protest-taken", f"There is a protest {body.protest} already.")
    record = match_record(state, body.match)
    result = record.result if record.signed is not None else None
    sides = (result.a, result.b) if result is not None else TournamentNow(state).sides(body.match)
    entry = sides[0] if body.side == "a" else sides[1]
    if entry is None or None in sides or (result is None and record.table is None):
        refuse("not-signed", f"{body.match} has no signed result to protest against, and is at no table.")
    played_boards = () if result is None else result.boards
    boards = [one for one in played_boards if body.game in (None, one.game)]
    if body.board < 1 or (played_boards and body.board > len(boards)):
        where = f" in game {body.game}" if body.game is not None else ""
        refuse("no-board", f"{body.match} has no board {body.board}{where}.", "145")
    is_free = state.announced.protests.fee == 0
    protest = ProtestState(
        lodged=body,
        at=event.at,
        status="admissible" if is_free else "lodged",
        contested=record.result_fact,
        signed=record.signed,
    )
    signed = f", signed by {body.signed_by}" if body.signed_by else ""
    text = f"Protest {body.protest} of {entry} against {body.match}, {_board_text(body)}{signed}: {body.text}"
    return _put(state, protest).with_notice(event, text)


def check_new_protest(state: State, event: TournamentEvent, body: ProtestLodged) -> None:
    """Refuse a protest that is not allowed or too late, or whose board cannot have been played."""
    record = state.matches.get(body.match)
    if record is None:
        return
    stage = state.stage(record.key)
    raise_if_refused(decisions.check_protest(stage.book, unpaid=False, has_board=True, was_heard=False))
    format = stage.format_in(record.fixture.round)
    if body.game is not None and not 1 <= body.game <= format.games:
        refuse("no-board", f"{body.match} has no game {body.game}.", "145")
    games = 1 if body.game is not None else format.games
    if format.boards is not None and body.board > games * (format.boards + 1):
        refuse("no-board", f"{body.match} has at most {format.boards} boards in a game and an extra one.", "145")
    boards_played = None if record.result is None else _boards_played(record.result, body.game, games, format.boards)
    if boards_played is not None and body.board > boards_played:
        refuse(
            "no-board",
            f"{body.match} had {count_text(boards_played, 'board', 'boards')}: there was no board {body.board}.",
            "145",
        )
    until = protest_deadline(state, ProtestState(lodged=body, at=event.at, signed=record.signed))
    if until is not None and event.at > until:
        refuse("late", f"Protests against {body.match} were possible until {until:%H:%M}.", "146")
    if body.over is None:
        return
    if body.over > event.at:
        refuse("not-over", f"The board cannot have ended at {body.over:%H:%M}: it is {event.at:%H:%M} now.", "146")
    if record.signed is not None and body.over > record.signed:
        text = f"{body.match} was signed at {record.signed:%H:%M}, and so no board of it ended at {body.over:%H:%M}"
        refuse("not-over", f"{text}: say when the contested board ended, or leave it open.", "146")


def _boards_played(given: ResultGiven, game: int | None, games: int, limit: int | None) -> int | None:
    """Return the greatest number of boards that fits the result; None if it does not tell."""
    if given.boards:
        return sum(game in (None, one.game) for one in given.boards)
    return None if limit is None or given.extra is not None or games > 1 else limit


def apply_fee(state: State, event: TournamentEvent, body: ProtestFeePaid) -> State:
    """Take the fee. A protest is admissible only if it is paid in time (145)."""
    protest = _protest(state, body.protest)
    if protest.status != "lodged":
        refuse("no-fee-due", f"Protest {body.protest} is {protest.status}: no fee is due.")
    due = state.announced.protests.fee
    if body.amount != due:
        refuse("fee", f"The fee of a protest is {due}, not {body.amount}.", "145")
    until = protest_deadline(state, protest)
    is_late = until is not None and event.at > until
    return _put(state, replace(protest, status="late" if is_late else "admissible", fee_paid=body.amount))


def apply_decision(state: State, event: TournamentEvent, body: ProtestJudged) -> State:
    """Carry out a decision: refund and replay, or forfeit the fee and keep the result (151)."""
    protest = _protest(state, body.protest)
    # a protest not heard can be dismissed with a reason
    is_unheard = protest.status in ("lodged", "late") and not body.upheld
    if is_unheard and not event.reason:
        refuse("no-reason", f"Protest {body.protest} was not heard: say why it is dismissed.")
    record = state.matches[protest.lodged.match]
    decision = raise_if_refused(decisions.decide_protest(upheld=body.upheld, written=True))
    is_upheld = decision.fate == "back to board"
    decided = replace(
        protest,
        status="upheld" if is_upheld else "dismissed",
        decided=event.at,
        refunded=protest.fee_paid if is_upheld or is_unheard else 0,
        contested=record.result_fact or protest.contested,
    )
    if is_upheld and record.result is not None:
        state = state.with_match(record.reopened)
    late = event.at - decision_deadline(state, protest)
    minutes = int(late.total_seconds() // 60)
    overdue = f", {minutes} minutes late (151c)" if minutes > 0 else ""
    why = f": {event.reason}" if event.reason else ""
    law = "145" if is_unheard else decision.laws[0]
    overdue = "" if is_unheard else overdue
    text = f"Protest {body.protest} against {protest.lodged.match} was {decided.status} ({law}){overdue}"
    return _put(state, decided).with_notice(event, f"{text}{_fee_text(decided)}{why}")


def check_protest_decision(state: State, event: TournamentEvent, body: ProtestJudged) -> None:
    """Refuse a decision by a party to the protest (149), or on an inadmissible protest."""
    protest = state.protests.get(body.protest)
    if protest is not None:
        if not protest.is_open and (body.upheld or protest.status not in ("lodged", "late")):
            known = "its fee is not paid" if protest.status == "lodged" else f"it is {protest.status}"
            refuse("not-open", f"Protest {body.protest} is not to be decided: {known}.", "145")
        record = state.matches[protest.lodged.match]
        is_own = name_key(event.by) in {name_key(one) for one in _names(state, record, protest.lodged)}
        raise_if_refused(decisions.check_decider(is_own=is_own))


def _names(state: State, record: MatchRecord, lodged: ProtestLodged) -> list[str]:
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


@dataclass(frozen=True, slots=True, kw_only=True)
class Resumption:
    """A match at the start of the contested board: earlier boards count, this one and later ones are void."""

    game: int | None
    """The board's game; None if the board was counted across several games and the boards are not on record."""
    board: int
    score: Pair | None
    """The score before this board; None if not on record."""
    breaker: Side | Literal["toss"] | None
    """The side that breaks; None if not on record. Extra boards are preceded by a toss."""
    kept: tuple[BoardPoints, ...] = ()
    void: tuple[BoardPoints, ...] = ()
    kept_scores: tuple[Pair, ...] = ()
    """Points of the boards that count, for each game."""


def resumption(
    boards: tuple[BoardPoints, ...],
    board: int,
    *,
    first_break: Side | None,
    target: int | None,
    game: int | None = None,
    is_single: bool = True,
) -> Resumption:
    """Return the match at the start of a board. `board` counts within `game`, or through all games without one."""
    if not boards:
        number = game or (1 if is_single or board == 1 else None)
        score = (0, 0) if board == 1 and number is not None else None
        return Resumption(game=number, board=board, score=score, breaker=None)
    mine = [at for at, one in enumerate(boards) if game in (None, one.game)]
    start = mine[board - 1] if board <= len(mine) else len(boards)
    kept, void = boards[:start], boards[start:]
    number = void[0].game if void else game or 1
    opener = None if first_break is None else first_break if number % 2 else other(first_break)
    played = game_from_boards((one for one in kept if one.game == number), target=target, opener=opener or "a")
    breaker: Side | Literal["toss"] | None = played.breaker if opener is not None else None
    if void and void[0].extra:
        breaker = "toss"
    within = sum(one.game == number for one in kept) + 1
    games = [[one for one in kept if one.game == n] for n in dict.fromkeys(one.game for one in kept)]
    return Resumption(
        game=number,
        board=within if game is not None else board,
        score=as_pair(played.points),
        breaker=breaker,
        kept=kept,
        void=void,
        kept_scores=tuple(as_pair(game_from_boards(one, target=target).points) for one in games),
    )


def last_upheld_protest(state: State, match: MatchId) -> ProtestState | None:
    found = [one for one in state.protests.values() if one.lodged.match == match and one.status == "upheld"]
    return max(found, key=lambda one: one.decided or one.at, default=None)


def contested_result(state: State, protest: ProtestState) -> ResultGiven | None:
    """Return the result when a protest was decided; None if the match was still in play."""
    drafts = state.matches[protest.lodged.match].drafts
    return None if protest.contested is None else drafts.get(protest.contested)


def resumption_of(state: State, protest: ProtestState, contested: ResultGiven) -> Resumption:
    record = state.matches[protest.lodged.match]
    stage = state.stage(record.key)
    return resumption(
        contested.boards,
        protest.lodged.board,
        first_break=contested.first_break,
        target=stage.book_in(record.fixture.round).target,
        game=protest.lodged.game,
        is_single=stage.format_in(record.fixture.round).games == 1,
    )


def resumption_text(given: ResultGiven, resumed: Resumption, *, is_single: bool) -> str:
    """Describe where the match resumes, from the record alone."""
    where = f"with board {resumed.board}"
    if not is_single and resumed.game is not None:
        where += f" of game {resumed.game}"
    names = {"a": given.a, "b": given.b}
    if resumed.breaker == "toss":
        breaker = "broken by whoever wins the toss"
    elif resumed.breaker is None:
        breaker = "who breaks it is not on record"
    else:
        breaker = f"broken by {names[resumed.breaker]}"
    if resumed.score is None:
        return f"{given.match} goes on {where}: the score before it is not on record, {breaker}. The card has to tell."
    a, b = resumed.score
    return f"{given.match} goes on at {a}–{b} {where}, {breaker}."
