"""Protests at the desk: what waits for the fee or the decision and until when, and how a match goes on."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from carrom.tournament.log.decision_facts import ProtestId
from carrom.tournament.log.protests import decide_by, lodge_until
from carrom.tournament.log.resuming import contested_result, last_upheld, resumption_of, resumption_text
from carrom.tournament.log.state import ProtestState, State
from carrom.tournament.log.view import TO_PLAY, TournamentView


def protest_work(state: State, now: datetime | None = None) -> Iterator[tuple[str, str]]:
    """Everything that a protest still asks for, as a code and a sentence. With `now`, what is overdue is said so."""
    for name, protest in state.protests.items():
        match = protest.lodged.match
        if protest.status == "lodged":
            until = lodge_until(state, protest)
            fee = state.announced.protests.fee
            text = f"Protest {name} against {match}: the fee of {fee} is not paid, and only with it is it heard"
            if until is not None:
                is_over = now is not None and now > until
                text += f"; that was possible until {until:%H:%M}" if is_over else f", until {until:%H:%M}"
            yield "fee", f"{text} (145)."
        elif protest.is_open:
            due = decide_by(state, protest)
            text = f"Protest {name} against {match} awaits its decision by {due:%H:%M} (151c)."
            if now is not None and now > due:
                text = f"{text[:-1]}: {int((now - due).total_seconds() // 60)} minutes overdue."
            yield "protest", text
        elif protest.status == "upheld" and state.matches[match].result is None:
            replay = goes_on_text(state, name)
            if replay is not None and last_upheld(state, match) is protest and _goes_on(state, protest):
                yield "replay", replay


def goes_on_text(state: State, name: ProtestId) -> str | None:
    """How a match goes on after an upheld protest, by what is on record."""
    protest = state.protests[name]
    record = state.matches[protest.lodged.match]
    contested = contested_result(state, protest)
    if protest.status != "upheld":
        return None
    if contested is None:  # it was decided while the match was being played
        return f"{protest.lodged.match} goes on from the beginning of board {protest.lodged.board} (151a)."
    is_single = state.stage(record.key).format_in(record.fixture.round).games == 1
    return resumption_text(contested, resumption_of(state, protest, contested), is_single=is_single)


def _goes_on(state: State, protest: ProtestState) -> bool:
    """Whether the two are there whose match it was: nobody who has left is, nor who plays elsewhere by now."""
    view, match = TournamentView(state), protest.lodged.match
    contested = contested_result(state, protest)
    sides = view.sides(match)
    are_they = None not in sides if contested is None else sides == (contested.a, contested.b)
    return are_they and view.status(match) in TO_PLAY


@dataclass(frozen=True, slots=True, kw_only=True)
class ProtestFees:
    """What was taken for protests, given back and kept."""

    taken: int
    back: int
    kept: int


def protest_fees(state: State) -> ProtestFees | None:
    """The sums of all protests; nothing where nobody has paid any."""
    taken, back = (sum(getattr(one, what) for one in state.protests.values()) for what in ("fee_paid", "refunded"))
    kept = sum(one.fee_paid for one in state.protests.values() if one.status == "dismissed")
    return ProtestFees(taken=taken, back=back, kept=kept) if taken else None


def protest_fees_said(state: State) -> list[str]:
    """The same as a sentence."""
    fees = protest_fees(state)
    return [] if fees is None else [f"Fees of protests: {fees.taken} taken, {fees.back} given back, {fees.kept} kept."]
