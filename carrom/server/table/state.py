"""The state of a match in play: turns, agreements, clocks, appeals, undo.

All of it is read from the log. Agreements unknown to the Laws are recorded as remarks or stops.
"""

import asyncio
import json
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from carrom.base.errors import CarromError, Refused
from carrom.equipment import Position
from carrom.match import Act, Event, Match, PlayerId, apply
from carrom.match.board import Board
from carrom.match.deadlines import game_seconds_left
from carrom.match.log import acts
from carrom.match.parties import PARTIES, Party, other
from carrom.match.views.view import is_possible
from carrom.play import RACK
from carrom.server.stores.store import StoredEvent
from carrom.server.table.agreement import Agreement
from carrom.server.wire import messages as m

# --- whose turn it is, and what lies on the table -----------------------------------------------------------------


def all_players(match: Match) -> list[PlayerId]:
    return list(match.setup.everybody)


def people_in_party(match: Match, agreed: Agreement, party: Party) -> list[PlayerId]:
    """The party's players who are not computers."""
    return [player for player in match.setup.players_of(party) if agreed.is_person(player)]


def awaited_players(match: Match, agreed: Agreement) -> list[PlayerId]:
    """Players to move; everyone if the match only waits to go on."""
    course, board = match.course, match.board
    if course.phase == "toss":
        winner = agreed.coin(match)
        asked = other(winner) if is_side_taken(match) else winner
        return people_in_party(match, agreed, asked) or [PlayerId(asked)]
    if course.phase == "ready":
        people = [player for player in all_players(match) if agreed.is_person(player)]
        return [player for player in people if player.party not in course.ready] or people
    if course.phase == "appeal" and not is_ended_by_agreement(match):
        return [player for player in all_players(match) if agreed.is_person(player)]
    if board is None:
        return []
    if course.phase == "stroke":
        return [board.turn]
    if course.phase == "placing" and board.placing:
        return [board.placing[0].by]
    if course.phase == "demand" and board.award is not None:
        return list(match.setup.players_of(board.award.winner))
    return []


def toss_choices(match: Match) -> list[m.TossChoice]:
    """List what the toss winner may choose: only the break for an extra board (56b), under some rulebooks, and once the
    side is taken (39b)."""
    is_for_break = match.course.score is not None or bool(match.setup.rulebook.toss_winner_breaks)
    return ["break"] if is_for_break or is_side_taken(match) else ["break", "side"]


def absent_parties(match: Match) -> tuple[Party, ...]:
    """Parties called, but not come (143i)."""
    course = match.course
    is_open = course.is_called and not course.has_begun and course.phase != "over"
    return tuple(party for party in PARTIES if party not in course.reported) if is_open else ()


def side_choosers(match: Match, agreed: Agreement) -> list[PlayerId]:
    """The toss's winners, or losers if the winners took the break (39); once, before the first board."""
    course = match.course
    if course.phase != "ready" or course.has_begun or course.toss_winner is None:
        return []
    if not is_possible(match, acts.Sit) or any(isinstance(one.act, acts.Sit) for one in match.effective()):
        return []
    chooser = course.toss_winner if course.toss_choice == "side" else other(course.toss_winner)
    return people_in_party(match, agreed, chooser)


def shown_position(match: Match) -> Position:
    """Coins now, or at the last board's end; the rack before the first."""
    if match.board is not None and match.board.position is not None:
        return match.board.position
    for event in reversed(match.effective()):
        if isinstance(event.act, acts.StrokeMade) and event.act.rests is not None:
            return event.act.rests
    breaker = match.course.next_breaker(match.setup) if match.course.phase == "ready" else None
    return (
        Position.start() if breaker is None else Position.start(turned_rack(match), breaker=match.course.seat(breaker))
    )


def shown_board(match: Match) -> Board | None:
    """Current or last, however it ended. A conceded board has no result."""
    at: Match | None = match
    while at is not None and at.course.board is None:
        act = None if at.event is None else at.event.act
        at = at.after(act.to) if isinstance(act, acts.Correct) else at.before
    return None if at is None else at.course.board


# --- agreements recorded as remarks -------------------------------------------------------------------------------

SIDE_TAKEN = "the winners of the toss take the side"
_TURNED = "the rack is turned to "
ENDED = "ended by agreement of both sides"
"""The Laws have no ending without a winner: play is stopped and never resumed."""
_AIDED = " agrees on hints and what-if for both sides"
_UNAIDED = " would rather have no hints and what-if"


def is_side_taken(match: Match) -> bool:
    """Whether the winners took the side: the other pair then chooses who breaks (39b)."""
    return match.course.phase == "toss" and SIDE_TAKEN in _remarks(match)


def rack_remark(rack: float) -> acts.Remark:
    return acts.Remark(f"{_TURNED}{rack!r}")


def turned_rack(match: Match) -> float:
    """Angle of the next rack, in degrees."""
    if match.course.phase == "ready":
        for text in _remarks(match):
            if text.startswith(_TURNED):
                return float(text.removeprefix(_TURNED))
    return RACK


def is_ended_by_agreement(match: Match) -> bool:
    if match.course.phase != "appeal":
        return False
    at: Match | None = match
    while at is not None and at.event is not None and at.course.phase == "appeal":
        if isinstance(at.event.act, acts.Stop) and at.event.act.reason == ENDED:
            return True
        at = at.before
    return False


def aids_remark(party: Party, *, yes: bool = True) -> acts.Remark:
    return acts.Remark(f"{party}{_AIDED if yes else _UNAIDED}")


def parties_wanting_aids(match: Match) -> list[Party]:
    """Parties agreeing to hints and what-if, allowed once both do."""
    found = set[Party]()
    for event in match.events():
        if not isinstance(event.act, acts.Remark):
            continue
        if event.act.text.endswith(_UNAIDED) and len(found) < len(PARTIES):
            found.clear()  # declined or withdrawn, for both
        found.update(party for party in PARTIES if event.act.text == aids_remark(party).text)
    return [party for party in PARTIES if party in found]


def may_use_aids(match: Match, agreed: Agreement, agreeing: Sequence[Party] | None = None) -> bool:
    """Whether hints and what-if are allowed: on one screen, after the match, or when both sides agreed.

    `agreeing` spares reading the match.
    """
    if agreed.is_solo or match.winner is not None or is_ended_by_agreement(match):
        return True
    return len(parties_wanting_aids(match) if agreeing is None else agreeing) == len(PARTIES)


def is_table_remark(act: Act) -> bool:
    """Whether an act is a remark of the table (rack turned, side taken, hints), which the page shows without words."""
    return isinstance(act, acts.Remark) and (
        act.text == SIDE_TAKEN or act.text.startswith(_TURNED) or act.text.endswith((_AIDED, _UNAIDED))
    )


def _remarks(match: Match) -> Iterator[str]:
    """This phase's remarks, newest first."""
    at: Match | None = match
    while at is not None and at.event is not None and at.course.phase == match.course.phase:
        if isinstance(at.event.act, acts.Remark):
            yield at.event.act.text
        at = at.before


# --- clocks -------------------------------------------------------------------------------------------------------

SERVER_RESTARTED = "server-restarted"
"""Remark after a restart while a clock ran."""


def turn_limit(match: Match) -> float:
    book = match.setup.rulebook
    return float(book.placing_seconds if match.phase == "placing" else book.stroke_seconds)


def turn_since(match: Match) -> float | None:
    """Return when the current time began. Taking a stroke back restarts it."""
    since, at = match.course.clocks.timer, match
    while since is not None and at.before is not None and at.event is not None and (at.at or 0.0) > since:
        if isinstance(at.event.act, acts.Correct):
            return at.at
        at = at.before
    return since


def game_left(match: Match, now: float) -> float | None:
    """Negative seconds after the end; None without a limit or in an extra board."""
    score = match.course.score
    left = game_seconds_left(match, now)
    if left is None or score is None or score.is_extra or match.winner is not None:
        return None
    return left + _given_back(match)


def is_game_clock_running(match: Match) -> bool:
    return match.course.clocks.game_since is not None


def game_end(match: Match, now: float) -> float | None:
    """Return when the game's time ends; None while the clock is stopped, or if the end changes nothing."""
    left = game_left(match, now)
    if left is None or not is_game_clock_running(match) or not is_possible(match, acts.TimeUp):
        return None
    return now + left


def _given_back(match: Match) -> float:
    """Seconds of this game without a server."""
    seconds, at = 0.0, match
    while at.event is not None and at.before is not None:
        clocks = at.before.course.clocks
        if clocks.game_since is None and clocks.game == 0:
            break
        act, since = at.event.act, at.before.at
        if isinstance(act, acts.Remark) and act.text == SERVER_RESTARTED and clocks.game_since is not None:
            seconds += (at.event.at or 0.0) - (since or 0.0)
        at = at.before
    return seconds


# --- appeals ------------------------------------------------------------------------------------------------------

RESUME_AFTER = 120.0
"""Seconds before the other side may resume, too."""
_AGAIN = "asks for this board to be played again (140)"


class Stoppage(NamedTuple):
    """The appeal that stopped play."""

    party: Party | None
    """Party that appealed; None without an appeal."""
    note: str
    at: float

    @property
    def wants_replay(self) -> bool:
        return self.note.startswith(_AGAIN)

    @property
    def text(self) -> str:
        return self.note.removeprefix(_AGAIN).removeprefix(": ")


def appeal_act(player: PlayerId, wish: m.LodgeAppeal) -> acts.Appeal:
    words = [_AGAIN] if wish.wants == "replay" else []
    return acts.Appeal(player, ": ".join([*words, *([wish.text] if wish.text else [])]))


def current_stoppage(match: Match) -> Stoppage | None:
    """The appeal or stop that began this stoppage."""
    found = None
    at: Match | None = match
    while at is not None and at.event is not None and at.course.phase == "appeal":
        act = at.event.act
        if isinstance(act, acts.Appeal):
            party = act.party.party if isinstance(act.party, PlayerId) else act.party
            found = Stoppage(party, act.note, at.at or 0.0)
        elif isinstance(act, acts.Stop):
            found = Stoppage(None, act.reason, at.at or 0.0)
        at = at.before
    return found


def check_resume(match: Match, agreed: Agreement, party: Party, now: float) -> Refused | None:
    stopped = current_stoppage(match)
    if stopped is None or may_resume(stopped, agreed, party, now):
        return None
    return Refused("not-yet", "121a", "who appealed says when play goes on")


def may_resume(stopped: Stoppage, agreed: Agreement, party: Party, now: float) -> bool:
    """Whether this party appealed, is asked, or has waited long enough."""
    is_asked = stopped.wants_replay or stopped.party in (None, party)
    return agreed.is_solo or is_asked or now - stopped.at >= RESUME_AFTER


def may_grant_replay(stopped: Stoppage, agreed: Agreement, party: Party) -> bool:
    """Whether this party's consent lets the board be replayed (140)."""
    return stopped.wants_replay and (agreed.is_solo or stopped.party != party)


# --- undo ---------------------------------------------------------------------------------------------------------


def last_stroke_of_party(match: Match, party: Party) -> Event | None:
    for event in _events_backwards(match):
        if isinstance(event.act, acts.Play):
            return None
        by = _striker(event)
        if by is not None and by.party == party:
            return event
    return None


def last_stroke_by_person(match: Match, agreed: Agreement) -> Event | None:
    for event in _events_backwards(match):
        by = _striker(event)
        if by is not None and agreed.is_person(by):
            return event
    return None


def players_who_may_undo(match: Match, agreed: Agreement) -> list[PlayerId]:
    """Players who may undo; on one screen, the last to strike."""
    found = (
        [last_stroke_by_person(match, agreed)]
        if agreed.is_solo
        else [last_stroke_of_party(match, "a"), last_stroke_of_party(match, "b")]
    )
    strikers = (None if event is None else _striker(event) for event in found)
    return [one for one in strikers if one is not None and agreed.is_person(one)]


def _events_backwards(match: Match) -> Iterator[Event]:
    """Events that count, newest first."""
    at: Match | None = match
    while at is not None and (event := at.event) is not None:
        if isinstance(event.act, acts.Correct):
            at = at.after(event.act.to)
        else:
            yield event
            at = at.before


def _striker(event: Event) -> PlayerId | None:
    return event.act.by if isinstance(event.act, acts.StrokeMade) else None


# --- the stored log -----------------------------------------------------------------------------------------------

_SHORT = 4


async def fold_stored(match: Match, stored: list[StoredEvent]) -> list[Match]:
    """Fold events, many of them in a thread."""
    is_long = len(stored) > _SHORT
    return await asyncio.to_thread(replay_stored, match, stored) if is_long else replay_stored(match, stored)


def replay_stored(match: Match, stored: list[StoredEvent]) -> list[Match]:
    """Raises `CarromError` for an unreadable or impossible event."""
    steps = []
    for event in stored:
        try:
            answer = apply(match, Event.from_json(json.loads(event.body)), is_recorded=True)
        except (ValueError, RecursionError) as error:
            raise CarromError("log-damaged", f"event {event.seq} of this match is damaged: {error}") from None
        if isinstance(answer, Refused):
            raise CarromError("log-damaged", f"event {event.seq} of this match cannot be: {answer.text}")
        match = answer.match
        steps.append(match)
    return steps


def steps_since(match: Match, since: int) -> list[Match]:
    steps, at = [], match
    while at.number > since and at.before is not None:
        steps.append(at)
        at = at.before
    return steps[::-1]
