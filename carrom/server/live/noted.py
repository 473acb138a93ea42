"""What is agreed at the table before the match has an act for it. It is noted in the log as a remark, so that every
server and every later start knows it."""

from collections.abc import Iterator

from carrom.match import Act, Match
from carrom.match.log import acts
from carrom.play import RACK

SIDE_TAKEN = "the winners of the toss take the side"
_TURNED = "the rack is turned to "


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


def is_note(act: Act) -> bool:
    """Whether the page shows it anyway, so that nobody need be told in words."""
    return isinstance(act, acts.Remark) and (act.text == SIDE_TAKEN or act.text.startswith(_TURNED))


def _remarks(match: Match) -> Iterator[str]:
    """Those since the match came into this phase, the last one first."""
    at: Match | None = match
    while at is not None and at.event is not None and at.course.phase == match.course.phase:
        if isinstance(at.event.act, acts.Remark):
            yield at.event.act.text
        at = at.before
