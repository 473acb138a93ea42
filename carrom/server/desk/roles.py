"""Roles and powers: what each may do at a tournament."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final, Literal, get_args

from carrom.base.errors import Refused
from carrom.tournament.desk.acts import DeskAct
from carrom.tournament.desk.acts.entry_acts import LeaveEvents
from carrom.tournament.desk.acts.result_acts import ConfirmResult, GiveResult
from carrom.tournament.desk.acts.ruling_acts import RetractFact, UndoLast
from carrom.tournament.desk.references import find_match, find_match_at_table
from carrom.tournament.model.events import EntryLeft, EventBody, SourceRevoked
from carrom.tournament.model.state import State

RoleName = Literal["owner", "director", "desk", "referee", "umpire", "display", "public"]
ROLES: Final[tuple[RoleName, ...]] = get_args(RoleName)

Roles = frozenset[RoleName]
_DIRECTING: Roles = frozenset({"owner", "director"})
_RULING: Roles = frozenset({*_DIRECTING, "referee"})
_DESK: Roles = frozenset({*_DIRECTING, "desk"})
_STAFF: Roles = _DESK | _RULING
_TABLE: Roles = frozenset({*_STAFF, "umpire"})

POWERS: Final[dict[str, Roles]] = {
    # acts, by verb
    "set": _DIRECTING,
    "import": _DESK,
    "check": _DESK,
    "contact": _DESK,
    "teams": _DIRECTING,
    "draw": _DIRECTING,
    "publish": _DIRECTING,
    "seats": _RULING,
    "call": _STAFF,
    "here": _TABLE,
    "start": _TABLE,
    "free": _STAFF,
    "table": _STAFF,
    "result": _TABLE,
    "correct": _STAFF,
    "shootout": _STAFF,
    "lots": _RULING,
    "confirm": _STAFF,
    "rename": _DESK,
    "describe": _DESK,
    "substitute": _DESK,
    "line-up": _STAFF,
    "line-ups": _STAFF,
    "person": _DESK,
    "late": _DESK,
    "leave": _STAFF,
    "protest": _STAFF,
    "fee": _STAFF,
    "decide": _RULING,
    "policy": _DIRECTING,
    "retract": _STAFF,
    "undo": _STAFF,
    "revoke": _STAFF,
    # extra powers that some acts need
    "choose": _RULING,
    "disqualify": _RULING,
    # other powers
    "watch": frozenset(ROLES),
    "look": _STAFF,
    "private": _DESK,  # contact details, dates of birth
    "export": _DESK,
    "link": _STAFF,
    "invite": _DIRECTING,
    "open-table": _STAFF,
    "erase": frozenset({"owner"}),
    "remove": frozenset({"owner"}),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Role:
    """A request's role. Links may be limited to one table or match; `id` is public."""

    role: RoleName = "public"
    name: str = ""
    id: str = ""
    table: int | None = None
    match: str | None = None
    is_revoked: bool = False

    def may(self, power: str) -> bool:
        return not self.is_revoked and self.role in POWERS[power]

    @property
    def powers(self) -> tuple[str, ...]:
        return tuple(power for power in POWERS if self.may(power))

    @property
    def source(self) -> str:
        """Name in the log. Links include their id, since names repeat."""
        if not self.id:
            return self.name or self.role
        place = f", table {self.table}" if self.table is not None else f", {self.match}" if self.match else ""
        return f"{self.name or self.role}{place} ({self.id})"


PUBLIC: Final = Role()

_TO_UNDO: Final[dict[str, str]] = {
    "changed": "set",
    "person": "person",
    "entered": "late",
    "joined": "late",
    "teams": "teams",
    "renamed": "rename",
    "substituted": "substitute",
    "checked": "check",
    "contact": "contact",
    "drawn": "draw",
    "published": "publish",
    "seats": "seats",
    "decision": "decide",
    "policy": "policy",
}
"""Power to undo an event, by kind: its act's. Others need only *undo*."""


def power_to_undo(body: EventBody) -> str:
    if isinstance(body, EntryLeft) and body.how == "disqualified":
        return "disqualify"
    if isinstance(body, SourceRevoked):
        return "invite"  # sources are links, which directors manage
    return _TO_UNDO.get(body.kind, UndoLast.do)


def powers_needed(act: DeskAct, state: State) -> Iterator[str]:
    """Yield an act's powers; its own comes first."""
    yield act.do
    if isinstance(act, LeaveEvents) and act.how == "disqualified":
        yield "disqualify"
    if isinstance(act, ConfirmResult) and find_match(state, act.match).is_under_review:
        yield "choose"
    if isinstance(act, RetractFact) or (isinstance(act, UndoLast) and state.past):
        yield power_to_undo(act.taken(state))


def why_not_allowed(role: Role, act: DeskAct, state: State) -> str | None:
    """Say why a role may not carry out an act; None if it may."""
    for power in powers_needed(act, state):
        if not role.may(power):
            return forbidden_text(role, power)
    if role.role != "umpire":
        return None
    record = find_match_at_table(state, getattr(act, "match", "").removeprefix("@"))
    if role.match is not None and record.fixture.id != role.match:
        return f"this link is for {role.match} alone"
    if role.table is not None and record.table != role.table:
        return f"this link is for table {role.table} alone"
    if isinstance(act, GiveResult) and not act.provisional:
        return "an umpire's result is provisional until the desk confirms it"
    return None


def can_revoke_link(role: Role, link: Role) -> bool:
    """The desk revokes only links of umpires and screens."""
    return role.may("invite" if link.role in ("desk", "referee") else "link")


def why_not_revocable(role: Role, source: str, given: Iterable[Role]) -> Refused | None:
    """Say why a role may not revoke a source; None if it may. `given` are all roles."""
    link = next((one for one in given if one.id and one.source == source), None)
    if link is None:
        return Refused("no-link", None, f"{source} is not yours to take back: only what comes by a link is set aside.")
    return None if can_revoke_link(role, link) else Refused("forbidden", None, ONLY_DIRECTOR)


ONLY_DIRECTOR: Final = "only the director takes that role back"


def forbidden_text(role: Role, power: str) -> str:
    """Name the missing power and the roles with it."""
    return f"{_role_title(role.role)} may not do that: {_role_list(POWERS[power])} may"


_ROLE_TITLES: Final[dict[RoleName, str]] = {
    "referee": "the chief referee",
    "umpire": "an umpire",
    "display": "a hall screen",
}


def _role_title(role: RoleName) -> str:
    return _ROLE_TITLES.get(role, f"the {role}")


def _role_list(roles: Roles) -> str:
    *others, last = (_role_title(one) for one in ROLES if one in roles)
    return f"{', '.join(others)} and {last}" if others else last
