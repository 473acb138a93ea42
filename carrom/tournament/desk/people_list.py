"""The list of people with entries, check-ins, fees and certified strikers."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Literal

from carrom.tournament.model.definition import CompetitionId
from carrom.tournament.model.events import ContactGiven
from carrom.tournament.model.people import Person, PersonId, name_key
from carrom.tournament.model.state import DeskCheck, State

ListOrder = Literal["name", "club", "community", "entry", "seed"]


@dataclass(frozen=True, slots=True, kw_only=True)
class PersonLine:
    person: Person
    name: str
    """Told apart from namesakes."""
    plays: dict[CompetitionId, str]
    """The entry name per competition."""
    left: tuple[CompetitionId, ...]
    seed: int | None
    here: DeskCheck | None
    fee: DeskCheck | None
    striker: DeskCheck | None
    fees: int = 0
    """Fees of all competitions entered."""
    fees_when_paid: int = 0
    """Fees of the competitions entered at the time of payment, including those left or handed to a substitute since."""
    fees_waived: int = 0
    """Fees of the competitions left without playing in them."""
    is_fee_asked: bool = False

    @property
    def is_gone(self) -> bool:
        return bool(self.plays) and len(self.left) == len(self.plays)

    @property
    def paid(self) -> int:
        """The amount paid; without a noted amount, the fees of everything entered at that time."""
        if self.fee is None or not self.fee.holds:
            return 0
        return self.fees_when_paid if self.fee.amount is None else self.fee.amount

    @property
    def asked(self) -> int:
        """Fees in total, without competitions left before playing in them."""
        return self.fees - self.fees_waived

    @property
    def owes(self) -> int:
        return max(0, self.asked - self.paid)

    @property
    def back(self) -> int:
        """The amount overpaid, which may be refunded; the desk then notes the new total. 0 while no fee or no entry is
        known."""
        has_entered = self.plays or (self.fee is not None and self.fee.paid_for)
        return max(0, self.paid - self.asked) if self.is_fee_asked and has_entered else 0

    @property
    def over(self) -> int:
        """The part of the overpayment that does not come from leaving a competition."""
        return max(0, self.back - self.fees_waived)

    @property
    def is_paid_in_part(self) -> bool:
        return self.paid > 0 and self.owes > 0

    @property
    def is_sum_unknown(self) -> bool:
        """Whether the person has paid an unknown amount: none is noted, and no fee is set."""
        return self.has("fee") and not self.fees and (self.fee is None or self.fee.amount is None)

    def has(self, what: str) -> bool:
        """Return whether the person is checked in (`here`), has paid the whole `fee` or has a certified `striker`."""
        check: DeskCheck | None = getattr(self, what)
        return check is not None and check.holds and (what != "fee" or not self.owes)

    def lacks(self, what: str) -> bool:
        """Return whether the desk still waits for it. After leaving everything, only a fee for competitions played in
        is due."""
        if what == "fee" and self.is_fee_asked:
            return self.owes > 0
        return not self.is_gone and not self.has(what)

    def json(self, contact: ContactGiven | None = None) -> dict[str, Any]:
        """Return plain values for scripts; contact details only if passed in."""
        value: dict[str, Any] = {"id": self.person.id, "name": self.name, "club": self.person.club}
        value |= {"community": self.person.community, "plays": dict(self.plays), "left": list(self.left)}
        value |= {what: self.has(what) for what in ("here", "fee", "striker")}
        if self.fee is not None and self.fee.amount is not None:
            value["amount"] = self.fee.amount
        if self.fees:
            value |= {"asked": self.asked, "owes": self.owes}
        if self.back:
            value |= {"back": self.back, "over": self.over}
        if contact is not None:
            value |= {"phone": contact.phone, "email": contact.email}
        return value


def people_list(
    state: State,
    *,
    event: CompetitionId | None = None,
    club: str | None = None,
    having: Iterable[str] = (),
    lacking: Iterable[str] = (),
    order: ListOrder = "entry",
) -> list[PersonLine]:
    """Return all people, or those of a competition or club, who have all of `having` and lack all of `lacking`.

    People who left lack nothing but a fee that is due.
    """
    lines = [
        line
        for line in _lines(state)
        if (event is None or event in line.plays)
        and (club is None or name_key(club) == name_key(line.person.club or ""))
        and all(line.has(what) for what in having)
        and all(line.lacks(what) for what in lacking)
    ]
    if order == "entry":
        return lines
    return sorted(lines, key=lambda line: (*_sorted_by(line, order), name_key(line.name)))


def contact_of(state: State, person: PersonId) -> ContactGiven | None:
    return next((one for one in state.contacts if one.person == person), None)


def _lines(state: State) -> list[PersonLine]:
    names = state.namesakes
    plays: dict[PersonId, dict[CompetitionId, str]] = {}
    seeds: dict[PersonId, int] = {}
    for event, entries in state.entries.items():
        for entry in entries.values():
            for one in entry.members:
                plays.setdefault(one, {})[event] = entry.id
                if entry.seed is not None:
                    seeds[one] = min(entry.seed, seeds.get(one, entry.seed))
    events = state.announced.events if plays else ()
    fees = {event.id: 0 if event.cancelled else event.fee for event in events}
    played = _entries_that_played(state) if state.left else frozenset()
    fees_then = {event.id: event.fee for event in events}  # a payment stays valid after its competition is cancelled
    found = []
    for person in state.people.values():
        own, checks = plays.get(person.id, {}), state.checks.get(person.id, {})
        left = tuple(event for event, entry in own.items() if entry in state.left.get(event, {}))
        paid_for = checks["fee"].paid_for if "fee" in checks else None
        found.append(
            PersonLine(
                person=person,
                name=names.distinct_name(person),
                plays=own,
                left=left,
                seed=seeds.get(person.id),
                here=checks.get("here"),
                fee=checks.get("fee"),
                striker=checks.get("striker"),
                fees=sum(fees.get(event, 0) for event in own),
                fees_when_paid=sum(fees.get(event, 0) for event in own)
                if paid_for is None
                else sum(fees_then.get(event, 0) for event in paid_for),
                fees_waived=sum(fees.get(event, 0) for event in left if (event, own[event]) not in played),
                is_fee_asked=any(fees.values()),
            )
        )
    return found


def _entries_that_played(state: State) -> frozenset[tuple[CompetitionId, str]]:
    """Return the entries that played at least one match; walkovers do not count."""
    given = ((one.key.event, one.result) for one in state.matches.values() if one.result is not None)
    return frozenset((event, side) for event, one in given if one.walkover is None for side in (one.a, one.b))


def _sorted_by(line: PersonLine, order: ListOrder) -> tuple[Any, ...]:
    if order == "seed":
        return (line.seed is None, line.seed or 0)
    if order in ("club", "community"):
        value = getattr(line.person, order)
        return (value is None, name_key(value or ""))
    return ()
