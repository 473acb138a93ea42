"""The time of a turn, and that of a game where its rulebook limits it: what is left, and since when it is up.

The match keeps the time that its events bring. What passed while the server was away is given back to the players: the
remark in the log that says so tells how long that was, so every later start counts alike.
"""

from carrom.match import Match
from carrom.match.deadlines import game_seconds_left
from carrom.match.log import acts
from carrom.match.view import is_possible

AWAY = "server-restarted"
"""The remark in the log when the server comes back while a clock runs."""


def turn_limit(match: Match) -> float:
    """Seconds for the stroke, or for the placing, that is waited for."""
    book = match.setup.rulebook
    return float(book.placing_seconds if match.phase == "placing" else book.stroke_seconds)


def turn_since(match: Match) -> float | None:
    """Since when the player in turn, or the placer, has his time. When a stroke was taken back it is given anew: the
    match is as it was before, and by that clock it would be up at once."""
    since, at = match.course.clocks.timer, match
    while since is not None and at.before is not None and at.event is not None and (at.at or 0.0) > since:
        if isinstance(at.event.act, acts.Correct):
            return at.at
        at = at.before
    return since


def game_left(match: Match, now: float) -> float | None:
    """Seconds left of the game at `now`, less than none when its time is up; None where it has no limit, or an extra
    board decides it already."""
    score = match.course.score
    left = game_seconds_left(match, now)
    if left is None or score is None or score.is_extra or match.winner is not None:
        return None
    return left + _given_back(match)


def is_running(match: Match) -> bool:
    return match.course.clocks.game_since is not None


def game_end(match: Match, now: float) -> float | None:
    """When the time of the game will be up; None while its clock stands, or when its end changes nothing now."""
    left = game_left(match, now)
    if left is None or not is_running(match) or not is_possible(match, acts.TimeUp):
        return None
    return now + left


def _given_back(match: Match) -> float:
    """Seconds of this game in which the server was away."""
    seconds, at = 0.0, match
    while at.event is not None and at.before is not None:
        clocks = at.before.course.clocks
        if clocks.game_since is None and clocks.game == 0:
            break  # the game began here
        act, since = at.event.act, at.before.at
        if isinstance(act, acts.Remark) and act.text == AWAY and clocks.game_since is not None:
            seconds += (at.event.at or 0.0) - (since or 0.0)
        at = at.before
    return seconds
