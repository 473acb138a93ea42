"""What the Laws grant beside the strokes, as far as it can be claimed now: an appeal, a trial board, the turned rack, a
signature; and whether the page may help."""

from collections.abc import Sequence
from typing import Any

from carrom.equipment import Position
from carrom.laws.decisions import surface_test
from carrom.match import Match, PlayerId
from carrom.match.log import acts
from carrom.match.parties import PARTIES, Party
from carrom.match.view import is_possible
from carrom.play import RACK
from carrom.server.live.agreement import Agreement
from carrom.server.live.noted import aid_agreed, is_ended
from carrom.server.live.stopping import PATIENCE, may_go_on, may_grant, stopping
from carrom.server.live.taking_back import may_take_back
from carrom.server.tell.long_ago import LongAgo
from carrom.server.wire import messages as m, values as v

_AT_BOARD = ("stroke", "placing")


def rights(match: Match, agreed: Agreement, now: float, ago: LongAgo) -> dict[str, Any]:
    """These fields of the page's view."""
    course = match.course
    agreed_on = [] if agreed.is_solo else list(ago.aids)
    return {
        "stopped": _stopped(match, agreed, now),
        "may_appeal": _may_appeal(agreed) if course.phase in _AT_BOARD else [],
        "rack": _rack(match) if course.phase in ("ready", "toss") else None,
        "trial": course.trial,
        "may_try": _may_try(match, agreed) if is_possible(match, acts.Trial) else [],
        "testing": _testing(match),
        "may_undo": [v.player_name(one) for one in may_take_back(match, agreed)],
        "conceded": _conceded(match, ago),
        "may_sign": _may_sign(match, agreed) if is_possible(match, acts.Sign) else [],
        "signatures": [m.Signature(who, name) for who, name in course.signatures],
        "aids": _has_aids(match, agreed, ago.aids),
        "aid_agreed": agreed_on,
    }


def _people(match: Match, agreed: Agreement) -> list[PlayerId]:
    return [player for player in match.setup.everybody if agreed.is_person(player)]


def _may_appeal(agreed: Agreement) -> list[m.Wanted]:
    if agreed.has_opponents:
        return ["pause", "replay"]
    return ["pause"] if agreed.clock else []


def _may_try(match: Match, agreed: Agreement) -> list[Party]:
    """Whose trial board may begin now."""
    if match.course.trial is not None:
        return []
    sides = {player.party for player in _people(match, agreed)}
    return [party for party in PARTIES if party in sides and party not in match.course.trials]


def _testing(match: Match) -> m.Testing | None:
    book, course = match.setup.rulebook, match.course
    seconds = surface_test(book, has_begun=course.has_begun or course.phase not in ("toss", "ready"))
    return None if seconds is None else m.Testing(seconds, book.no_trial_boards)


def _conceded(match: Match, ago: LongAgo) -> list[m.Concession]:
    """Who gave up the match is told when its result is (150)."""
    return [one for one in ago.conceded if not (one.what == "match" and match.course.is_withheld)]


def has_aids(match: Match, agreed: Agreement) -> bool:
    """Whether hints and what-if are for everybody here: alone and at one screen, when both sides agree, afterwards."""
    return _has_aids(match, agreed, aid_agreed(match))


def _has_aids(match: Match, agreed: Agreement, agreeing: Sequence[Party]) -> bool:
    return agreed.is_solo or match.winner is not None or is_ended(match) or len(agreeing) == len(PARTIES)


def _stopped(match: Match, agreed: Agreement, now: float) -> m.Stopped | None:
    stopped = stopping(match)
    if stopped is None or is_ended(match):
        return None
    people = _people(match, agreed)
    going = [v.player_name(one) for one in people if may_go_on(stopped, agreed, one.party, now)]
    granting = [v.player_name(one) for one in people if may_grant(stopped, agreed, one.party)]
    left = None if len(going) == len(people) else max(0.0, PATIENCE - (now - stopped.at))
    return m.Stopped(stopped.party, stopped.text, stopped.wants_replay, going, granting, left)


def _rack(match: Match) -> list[v.PieceRow] | None:
    """How the pieces lie for whoever breaks next; before the toss as south would see them."""
    breaker = match.course.next_breaker(match.setup) if match.course.phase == "ready" else None
    if breaker is None:
        return v.piece_rows(Position.start(RACK))
    return v.piece_rows(Position.start(RACK, breaker=match.course.seat(breaker)))


def _may_sign(match: Match, agreed: Agreement) -> list[v.PlayerName]:
    if any(who == "loser" for who, _ in match.course.signatures):
        return []
    return [v.player_name(player) for player in _people(match, agreed) if player.party != match.winner]
