"""What is agreed at the table before the match has an act for it. It is noted in the log as a remark, so that every
server and every later start knows it."""

from collections.abc import Iterator

from carrom.match import Act, Match
from carrom.match.log import acts
from carrom.match.parties import PARTIES, Party
from carrom.play import RACK

SIDE_TAKEN = "the winners of the toss take the side"
_TURNED = "the rack is turned to "
ENDED = "ended by agreement of both sides"
"""No law knows a match without a winner: play is stopped, and nobody calls 'Play' again."""
_AIDED = " agrees on hints and what-if for both sides"
_UNAIDED = " would rather have no hints and what-if"


def is_side_taken(match: Match) -> bool:
    """Whether the winners of the toss have taken the side, and it waits for who of the other pair breaks (39b)."""
    return match.course.phase == "toss" and SIDE_TAKEN in _remarks(match)


def rack_note(rack: float) -> acts.Remark:
    """The breaker turned the rack, and waits for the others to be ready."""
    return acts.Remark(f"{_TURNED}{rack!r}")


def turned_rack(match: Match) -> float:
    """The rack of the next board as its breaker wants it."""
    if match.course.phase == "ready":
        for text in _remarks(match):
            if text.startswith(_TURNED):
                return float(text.removeprefix(_TURNED))
    return RACK


def is_ended(match: Match) -> bool:
    """Whether both sides have agreed to play no further."""
    if match.course.phase != "appeal":
        return False
    at: Match | None = match
    while at is not None and at.event is not None and at.course.phase == "appeal":
        if isinstance(at.event.act, acts.Stop) and at.event.act.reason == ENDED:
            return True
        at = at.before
    return False


def aid_note(party: Party, *, yes: bool = True) -> acts.Remark:
    """This side would have hints and what-if for both, or would rather not."""
    return acts.Remark(f"{party}{_AIDED if yes else _UNAIDED}")


def aid_agreed(match: Match) -> list[Party]:
    """The sides that would have hints and what-if for both; when it is both, both have them."""
    found = set[Party]()
    for event in match.events():
        if not isinstance(event.act, acts.Remark):
            continue
        if event.act.text.endswith(_UNAIDED) and len(found) < len(PARTIES):
            found.clear()  # withdrawn, or declined: it is off the table for both
        found.update(party for party in PARTIES if event.act.text == aid_note(party).text)
    return [party for party in PARTIES if party in found]


def is_note(act: Act) -> bool:
    """Whether the page shows it anyway, so that nobody need be told in words."""
    return isinstance(act, acts.Remark) and (
        act.text == SIDE_TAKEN or act.text.startswith(_TURNED) or act.text.endswith((_AIDED, _UNAIDED))
    )


def _remarks(match: Match) -> Iterator[str]:
    """Those since the match came into this phase, the last one first."""
    at: Match | None = match
    while at is not None and at.event is not None and at.course.phase == match.course.phase:
        if isinstance(at.event.act, acts.Remark):
            yield at.event.act.text
        at = at.before
