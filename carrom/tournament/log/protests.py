"""Protests: lodged in time with the fee, they hold the result back; upheld, the match goes on from the contested board.

Laws 144–151; the window and the fee are the tournament's own.
"""

from dataclasses import dataclass, replace
from datetime import timedelta

from carrom.base.refusal import refuse
from carrom.match.parties import other
from carrom.tournament.log.decision_facts import FeePaid, ProtestId, ProtestJudged, ProtestLodged
from carrom.tournament.log.facts import BoardPoints, Fact
from carrom.tournament.log.incoming_results import match_record
from carrom.tournament.log.scores import game_of, pair
from carrom.tournament.log.state import ProtestState, State
from carrom.tournament.tables.results import Pair, Side


@dataclass(frozen=True, slots=True, kw_only=True)
class Resumption:
    """Where a match goes on after an upheld protest."""

    game: int
    board: int
    score: Pair
    breaker: Side | None
    """None: a toss decides, as before every extra board."""
    kept: tuple[BoardPoints, ...]
    void: tuple[BoardPoints, ...]


def resumption(boards: tuple[BoardPoints, ...], board: int, *, first_break: Side, target: int | None) -> Resumption:
    """The match at the beginning of the contested board: earlier boards stand, it and all later ones are void.

    `board` counts through all games of the match.
    """
    kept, void = boards[: board - 1], boards[board - 1 :]
    number = void[0].game if void else 1
    opener = first_break if number % 2 else other(first_break)
    game = game_of((one for one in kept if one.game == number), target=target, opener=opener)
    breaker = None if void and void[0].extra else game.breaker
    return Resumption(game=number, board=board, score=pair(game.points), breaker=breaker, kept=kept, void=void)


def apply_protest(state: State, fact: Fact, body: ProtestLodged) -> State:
    """Receive a protest against a match that was signed."""
    if body.protest in state.protests:
        refuse("protest-taken", f"There is a protest {body.protest} already.")
    record = match_record(state, body.match)
    if record.signed is None or record.result is None:
        refuse("not-signed", f"{body.match} has no signed result to protest against.")
    window = timedelta(minutes=state.announced.protests.minutes)
    if fact.at > record.signed + window:
        until = (record.signed + window).strftime("%H:%M")
        refuse("late", f"Protests against {body.match} were possible until {until}.")
    boards = len(record.result.boards)
    if body.board < 1 or (boards and body.board > boards):
        refuse("no-board", f"{body.match} has no board {body.board}.")
    is_free = state.announced.protests.fee == 0
    protest = ProtestState(
        lodged=body, at=fact.at, status="admissible" if is_free else "lodged", contested=record.result_fact
    )
    return _put(state, protest)


def apply_fee(state: State, fact: Fact, body: FeePaid) -> State:
    """Take the fee; only with it, and in time, a protest is heard (145)."""
    protest = _protest(state, body.protest)
    if protest.status != "lodged":
        refuse("no-fee-due", f"Protest {body.protest} is {protest.status}: no fee is due.")
    due = state.announced.protests.fee
    if body.amount != due:
        refuse("fee", f"The fee of a protest is {due}, not {body.amount}.")
    signed = state.matches[protest.lodged.match].signed
    is_late = signed is None or fact.at > signed + timedelta(minutes=state.announced.protests.minutes)
    return _put(state, replace(protest, status="late" if is_late else "admissible", fee_paid=body.amount))


def apply_decision(state: State, fact: Fact, body: ProtestJudged) -> State:
    """Carry out what the committee decided: refund and replay, or forfeit and let the result stand (151)."""
    protest = _protest(state, body.protest)
    if not protest.is_open:
        refuse("not-open", f"Protest {body.protest} is {protest.status}: there is nothing to decide.")
    if not body.upheld:
        return _put(state, replace(protest, status="dismissed", decided=fact.at))
    state = state.with_match(state.matches[protest.lodged.match].reopened)
    return _put(state, replace(protest, status="upheld", decided=fact.at, refunded=protest.fee_paid))


def _protest(state: State, protest: ProtestId) -> ProtestState:
    known = state.protests.get(protest)
    if known is None:
        refuse("unknown-protest", f"There is no protest {protest}.")
    return known


def _put(state: State, protest: ProtestState) -> State:
    return replace(state, protests={**state.protests, protest.lodged.protest: protest})
