"""What stands under the remarks of the score card: everything that a total does not explain, with its law.

A remark is read off the log: what a correction took back is not there, the correction is.
"""

from __future__ import annotations

from collections.abc import Iterable

from carrom.match.board import BoardResult
from carrom.match.course import Course, ProtestCase
from carrom.match.log.acts import Concede, Correct, LoseBoard, LoseMatch, ProtestDecided, StrokeMade
from carrom.match.match import Match, lost_protests
from carrom.match.parties import PARTIES, PLAYERS, ByParty
from carrom.match.rules.step import Happening
from carrom.match.setup import Setup


def card_remarks(match: Match) -> tuple[str, ...]:
    """Boards that a law decided, then what happened in its order, then protests and how the match was given."""
    return (
        *_of_boards(match.setup, match.course),
        *_of_times(match.course),
        *_of_events(match),
        *_of_protests(match),
        *_of_result(match.setup, match.course),
    )


def is_counted(setup: Setup, result: BoardResult, before: ByParty[int]) -> bool:
    """Whether the points are simply pieces and queen; otherwise a law gave them, and a remark says which."""
    has_queen = result.queen == result.winner and setup.rulebook.is_credited(before[result.winner])
    return result.points - result.demand == result.coins + (setup.rulebook.queen_value if has_queen else 0)


def _of_boards(setup: Setup, course: Course) -> Iterable[str]:
    before: dict[int, ByParty[int]] = {}
    for result in course.boards:
        where = f"Game {result.game}, {'extra board' if result.is_extra else f'board {result.number}'}"
        if not is_counted(setup, result, before.get(result.game, ByParty(0, 0))):
            points = result.points - result.demand
            yield f"*{where}: {points} point{'' if points == 1 else 's'} by {', '.join(result.laws)}."
        if result.demand:
            yield f"{where}: {result.demand} on demand (87b)."
        if result.slam:
            yield f"{where}: {result.slam} slam."
        before[result.game] = result.score


def _of_times(course: Course) -> Iterable[str]:
    for number, game in enumerate(course.score.games if course.score is not None else (), start=1):
        if game.is_time_up:
            boards = game.boards - (game.extra is not None)
            after = f"after board {boards}" if boards else "before a board was over"
            yield f"Game {number}: its time was up {after} (I-26)."


def _of_events(match: Match) -> Iterable[str]:
    kept = {event.number for event in match.effective()}
    for step in match.steps():
        event, before = step.event, step.before
        if event is None or before is None:
            continue
        if isinstance(event.act, Correct):
            yield f"Event {event.number}: corrected, back to event {event.act.to}{_said(event.act.reason)}."
            for case in lost_protests(before.course, step.course):
                words = _protest_words(case, match.setup)
                yield f"Event {event.number}: {words}, {case.decision or 'open'}, was lodged after that (149)."
        elif event.number in kept and not _is_kept_back(match, step):
            where = place_words(before.course)
            yield from (f"{where}: {words}." for words in _happened(step, before))


def _is_kept_back(match: Match, step: Match) -> bool:
    """Who gave up or lost a match is not told while a protest is open: it would name the winner (150)."""
    return match.course.is_withheld and any(one.code == "result-withheld" for one in step.happened)


def _happened(step: Match, before: Match) -> Iterable[str]:
    """What of this event belongs on the card."""
    setup, act = step.setup, step.event.act if step.event is not None else None
    note = _said(getattr(act, "note", "") or getattr(act, "reason", ""))
    noted = step.course.remarks[len(before.course.remarks) :]
    yield from (f"{_on_a_line(one.text).rstrip('.')}{_laws((one.law,) if one.law else ())}" for one in noted)
    if isinstance(act, StrokeMade) and not act.proper and before.board is not None:
        laws = step.ruling.laws if step.ruling is not None else ()
        laws = (act.law, *laws) if act.law is not None else laws  # what was improper, before what follows from it
        yield f"improper stroke of {setup.name(before.board.turn)}{_laws(laws)}"
    if isinstance(act, LoseBoard):
        yield f"the board is lost for {setup.side(act.party)}{_laws((act.law,))}{note}"
    if isinstance(act, LoseMatch):
        yield f"the match is lost for {setup.side(act.party)}{_laws((act.law,))}{note}"
    if isinstance(act, Concede):
        yield f"the {act.what} is conceded by {setup.side(act.party)}{_laws(('139',))}"
    for one in step.happened:
        if one.code in _TOLD:
            yield f"{_TOLD[one.code].format_map(_figures(one, setup))}{_laws(one.laws)}{note}"


_TOLD = {
    "foul": "foul of {who}",
    "technical-foul": "technical foul of {who}",
    "turn-lost": "{who} loses a turn",
    "warning": "warning {count} to {who}",
    "board-replayed": "the board is played again",
}
"""Consequences that a card tells, whatever led to them."""


def _figures(one: Happening, setup: Setup) -> dict[str, str]:
    who = str(one.data.get("player") or one.data.get("who") or one.data.get("party") or "")
    player = PLAYERS.get(who)
    name = setup.name(player) if player is not None else "".join(setup.side(party) for party in PARTIES if party == who)
    return {"who": name, "count": str(one.data.get("count", ""))}


def place_words(course: Course) -> str:
    """The board in play, or else the one that ended last, as the card says it."""
    if course.origin is None:
        return "Before the first board"
    coming = course.origin.score.next if course.origin.score is not None else None
    game, number = course.origin.next_board
    board = "the extra board" if coming is not None and coming.is_extra else f"board {number}"
    return f"Game {game}, {board.removeprefix('the ')}" if course.board is not None else f"Game {game}, after {board}"


def _of_protests(match: Match) -> Iterable[str]:
    decided = {
        event.act.protest: event.act.reason for event in match.effective() if isinstance(event.act, ProtestDecided)
    }
    for case in match.course.protests:
        yield f"{_protest_words(case, match.setup)}: {case.decision or 'open'}{_said(decided.get(case.number, ''))}."


def _protest_words(case: ProtestCase, setup: Setup) -> str:
    about = f"game {case.game}, board {case.board}"
    return f"Protest {case.number} by {setup.side(case.party)}, {about}{_said(case.text)}"


def _of_result(setup: Setup, course: Course) -> Iterable[str]:
    if course.is_withheld:
        yield "The result is kept back while a protest is open (150)."
    elif course.awarded is not None:
        yield f"The match was given to {setup.side(course.awarded)} by Law {course.award_law}."


def _laws(laws: tuple[str, ...]) -> str:
    return f" ({', '.join(laws)})" if laws else ""


def _said(words: str) -> str:
    """What somebody wrote, in quotation marks."""
    return f", “{_on_a_line(words)}”" if words.strip() else ""


def _on_a_line(words: str) -> str:
    return " ".join(words.split())
