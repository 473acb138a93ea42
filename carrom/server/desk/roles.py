"""Roles and powers: one table of who may do what at a tournament, used by routes and acts."""

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
    "choose": _RULING,  # choose between two versions of a match
    "disqualify": _RULING,
    # other powers
    "watch": frozenset(ROLES),  # what is on show in the hall
    "look": _STAFF,  # the desk's pages
    "private": _DESK,  # contact details, dates of birth
    "export": _DESK,
    "link": _STAFF,  # create links for umpires and screens
    "invite": _DIRECTING,  # give a role to an account
    "open-table": _STAFF,  # open a match in the browser
    "erase": frozenset({"owner"}),
    "remove": frozenset({"owner"}),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Role:
    """The role behind a request. A link may be limited to one table or match; `id` is its public id."""

    role: RoleName = "public"
    name: str = ""
    id: str = ""
    table: int | None = None
    match: str | None = None
    is_revoked: bool = False

    def may(self, power: str) -> bool:
        """Check whether the role has a power."""
        return not self.is_revoked and self.role in POWERS[power]

    @property
    def powers(self) -> tuple[str, ...]:
        """All powers of the role, in the order of the table."""
        return tuple(power for power in POWERS if self.may(power))

    @property
    def source(self) -> str:
        """The source that the log shows for this role. Links include their id, since two may have the same name."""
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
"""The power needed to undo an event, by its kind: that of the act which caused it. Kinds that every role with *undo*
may record are left out."""


def power_to_undo(body: EventBody) -> str:
    """Return the power needed to undo or retract an event."""
    if isinstance(body, EntryLeft) and body.how == "disqualified":
        return "disqualify"
    if isinstance(body, SourceRevoked):
        return "invite"  # sources are links, which directors manage
    return _TO_UNDO.get(body.kind, UndoLast.do)


def powers_needed(act: DeskAct, state: State) -> Iterator[str]:
    """Yield the powers that an act needs. The act's own power comes first, before anything is looked up."""
    yield act.do
    if isinstance(act, LeaveEvents) and act.how == "disqualified":
        yield "disqualify"
    if isinstance(act, ConfirmResult) and find_match(state, act.match).is_under_review:
        yield "choose"
    if isinstance(act, RetractFact) or (isinstance(act, UndoLast) and state.past):
        yield power_to_undo(act.taken(state))


def why_not_allowed(role: Role, act: DeskAct, state: State) -> str | None:
    """Explain why a role may not carry out an act; None if it may."""
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
    """Check whether a role may revoke a link. The desk manages the links of umpires and screens only."""
    return role.may("invite" if link.role in ("desk", "referee") else "link")


def why_not_revocable(role: Role, source: str, given: Iterable[Role]) -> Refused | None:
    """Explain why a role may not revoke a source, given all roles of the tournament; None if it may."""
    link = next((one for one in given if one.id and one.source == source), None)
    if link is None:
        return Refused("no-link", None, f"{source} is not yours to take back: only what comes by a link is set aside.")
    return None if can_revoke_link(role, link) else Refused("forbidden", None, ONLY_DIRECTOR)


ONLY_DIRECTOR: Final = "only the director takes that role back"


def forbidden_text(role: Role, power: str) -> str:
    """Say that a role lacks a power, and which roles have it."""
    return f"{_role_title(role.role)} may not do that: {_role_list(POWERS[power])} may"


_ROLE_TITLES: Final[dict[RoleName, str]] = {
    "referee": "the chief referee",
    "umpire": "an umpire",
    "display": "a hall screen",
}


def _role_title(role: RoleName) -> str:
    return _ROLE_TITLES.get(role, f"the {role}")


def _role_list(roles: Roles) -> str:
    """Return the titles of roles, the most powerful first."""
    *others, last = (_role_title(one) for one in ROLES if one in roles)
    return f"{', '.join(others)} and {last}" if others else last
