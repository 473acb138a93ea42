"""Score card of chapter XIX as data: of any match, finished or not, or blank."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import timedelta

from carrom.match.board import BoardResult
from carrom.match.course import Course, ProtestCase
from carrom.match.log.acts import Concede, Correct, LoseBoard, LoseMatch, ProtestDecided, StrokeMade
from carrom.match.match import Match, lost_protests
from carrom.match.parties import PARTIES, PLAYERS, ByParty, Party
from carrom.match.rules.context import Happening
from carrom.match.setup import Setup

NIL = "Nil"
_OPEN_BOARDS = 10
"""lines of a blank card without a limit of boards"""

HEAD_KEYS = ("Tournament", "Event", "Round", "Date", "Time", "Match", "Umpire", "Table")
"""Filled in from the setup's `info`."""


@dataclass(frozen=True, slots=True)
class CardRow:
    """A board. Cells of a party: queen, number of pieces, grand total."""

    board: str
    breaker: str
    cells: ByParty[tuple[str, str, str]]


@dataclass(frozen=True, slots=True)
class GameCard:
    number: int
    rows: tuple[CardRow, ...]
    winner: str
    total: str
    """`25–11`; empty on a blank card."""


@dataclass(frozen=True, slots=True)
class Card:
    head: tuple[tuple[str, str], ...]
    names: ByParty[str]
    teams: ByParty[str]
    toss: tuple[tuple[str, str], ...]
    games: tuple[GameCard, ...]
    remarks: tuple[str, ...]
    winner: str
    signatures: tuple[tuple[str, str], ...]


def blank_card(setup: Setup) -> Card:
    """Make an empty card with as many lines as a game may need, and one for an extra board."""
    boards = setup.format.boards
    numbers = [str(number) for number in range(1, (boards or _OPEN_BOARDS) + 1)]
    if boards is not None:
        numbers.append("Extra")
    empty = ByParty(("", "", ""), ("", "", ""))
    rows = tuple(CardRow(number, "", empty) for number in numbers)
    games = tuple(GameCard(number, rows, "", "") for number in range(1, setup.rulebook.games + 1))
    return Card(
        head=_head(setup),
        names=ByParty(*(" and ".join(setup.names[party]) for party in PARTIES)),
        teams=setup.teams,
        toss=tuple((key, "") for key in ("Toss won by", "Choice", "Started", "Finished")),
        games=games,
        remarks=(),
        winner="",
        signatures=(("Loser", ""), ("Umpire", "")),
    )


def score_card(match: Match) -> Card:
    setup, course = match.setup, match.course
    clocks = course.clocks
    toss = (
        ("Toss won by", _side(setup, course.toss_winner)),
        ("Choice", course.toss_choice or ""),
        ("Started", _time(setup, clocks.started)),
        ("Finished", _time(setup, clocks.finished)),
    )
    signed = dict(course.signatures)
    return Card(
        head=_head(setup),
        names=ByParty(*(setup.side(party) for party in PARTIES)),
        teams=setup.teams,
        toss=toss,
        games=tuple(_games(setup, course)),
        remarks=card_remarks(match),
        winner=_side(setup, match.announced),
        signatures=tuple((who.title(), signed.get(who, "")) for who in ("loser", "umpire")),
    )


def _games(setup: Setup, course: Course) -> Iterable[GameCard]:
    games = course.score.games if course.score is not None else ()
    for number, game in enumerate(games, start=1):
        before = ByParty(0, 0)
        rows = []
        for result in course.boards:
            if result.game == number:
                rows.append(card_row(setup, result, before))
                before = result.score
        total = f"{game.points.a}–{game.points.b}"
        if game.extra is not None:
            total += f" (extra board {game.extra.a}–{game.extra.b})"
        decides = course.is_withheld and number == len(games) and course.awarded is None
        yield GameCard(number, tuple(rows), "" if decides else _side(setup, game.winner), total)


def card_row(setup: Setup, result: BoardResult, before: ByParty[int]) -> CardRow:
    """One board; `before` is the game score before it."""
    number = "Extra" if result.is_extra else str(result.number)
    cells = ByParty(*(_cells(setup, result, before, party) for party in PARTIES))
    return CardRow(number, setup.name(result.breaker), cells)


def _cells(setup: Setup, result: BoardResult, before: ByParty[int], party: Party) -> tuple[str, str, str]:
    """Queen, number of pieces, grand total. A queen covered without credit is in brackets."""
    total = str(result.score[party])
    value = setup.rulebook.queen_value
    if party != result.winner:
        return (f"({value})" if result.queen == party else NIL, NIL, total)
    queen, coins = split_points(setup, result)
    shown = str(queen) if queen else f"({value})" if result.queen == party else NIL
    pieces = f"{coins}" + (f"+{result.demand}" if result.demand else "")
    return (shown, pieces + ("" if is_plain_count(setup, result, before) else "*"), total)


def split_points(setup: Setup, result: BoardResult) -> tuple[int, int]:
    """Winner's points without demand, as queen and pieces. A flat award counts as pieces."""
    base = result.points - result.demand
    has_queen = base - result.coins == setup.rulebook.queen_value and (
        result.coins > 0 or result.queen == result.winner
    )
    return (setup.rulebook.queen_value, result.coins) if has_queen else (0, base)


def _head(setup: Setup) -> tuple[tuple[str, str], ...]:
    entries = ((key, setup.info_value(key)) for key in HEAD_KEYS)
    return (*entries, ("Rulebook", setup.rulebook.title), ("Stage", setup.stage))


def _side(setup: Setup, party: Party | None) -> str:
    return "" if party is None else setup.side(party)


def _time(setup: Setup, seconds: float | None) -> str:
    if seconds is None:
        return ""
    try:
        if setup.opened is not None:
            return (setup.opened + timedelta(seconds=seconds)).strftime("%H:%M")
    except OverflowError:
        pass
    minutes, rest = divmod(round(seconds), 60)
    return f"{minutes}:{rest:02d} min"


# --- remarks -------------------------------------------------------------------------------------------------------


def card_remarks(match: Match) -> tuple[str, ...]:
    """Boards decided by a law, events in order, protests, and how the match was awarded. A correction appears here;
    events it took back do not."""
    return (
        *_of_boards(match.setup, match.course),
        *_of_times(match.course),
        *_of_events(match),
        *_of_protests(match),
        *_of_result(match.setup, match.course),
    )


def is_plain_count(setup: Setup, result: BoardResult, before: ByParty[int]) -> bool:
    """The points are just pieces and queen. Otherwise a law gave them, and a remark names it."""
    has_queen = result.queen == result.winner and setup.rulebook.is_credited(before[result.winner])
    return result.points - result.demand == result.coins + (setup.rulebook.queen_value if has_queen else 0)


def _of_boards(setup: Setup, course: Course) -> Iterable[str]:
    before: dict[int, ByParty[int]] = {}
    for result in course.boards:
        where = f"Game {result.game}, {'extra board' if result.is_extra else f'board {result.number}'}"
        if not is_plain_count(setup, result, before.get(result.game, ByParty(0, 0))):
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
            yield f"Event {event.number}: corrected, back to event {event.act.to}{_quoted(event.act.reason)}."
            for case in lost_protests(before.course, step.course):
                words = _protest_words(case, match.setup)
                yield f"Event {event.number}: {words}, {case.decision or 'open'}, was lodged after that (149)."
        elif event.number in kept and not _is_withheld(match, step):
            where = board_place_text(before.course)
            yield from (f"{where}: {words}." for words in _event_remarks(step, before))


def _is_withheld(match: Match, step: Match) -> bool:
    """A lost or conceded match would name the winner: hidden while a protest is open (150)."""
    return match.course.is_withheld and any(one.code == "result-withheld" for one in step.happened)


def _event_remarks(step: Match, before: Match) -> Iterable[str]:
    setup, act = step.setup, step.event.act if step.event is not None else None
    note = _quoted(getattr(act, "note", "") or getattr(act, "reason", ""))
    remarks = step.course.remarks[len(before.course.remarks) :]
    yield from (f"{_on_a_line(one.text).rstrip('.')}{_laws((one.law,) if one.law else ())}" for one in remarks)
    if isinstance(act, StrokeMade) and not act.proper and before.board is not None:
        laws = step.ruling.laws if step.ruling is not None else ()
        # law of the improper stroke first, then the rulings it caused
        laws = (act.law, *laws) if act.law is not None else laws
        yield f"improper stroke of {setup.name(before.board.turn)}{_laws(laws)}"
    if isinstance(act, LoseBoard):
        yield f"the board is lost for {setup.side(act.party)}{_laws((act.law,))}{note}"
    if isinstance(act, LoseMatch):
        yield f"the match is lost for {setup.side(act.party)}{_laws((act.law,))}{note}"
    if isinstance(act, Concede):
        yield f"the {act.what} is conceded by {setup.side(act.party)}{_laws(('139',))}"
    for one in step.happened:
        if one.code in _CONSEQUENCES:
            yield f"{_CONSEQUENCES[one.code].format_map(_figures(one, setup))}{_laws(one.laws)}{note}"


_CONSEQUENCES = {
    "foul": "foul of {who}",
    "technical-foul": "technical foul of {who}",
    "turn-lost": "{who} loses a turn",
    "warning": "warning {count} to {who}",
    "board-replayed": "the board is played again",
}


def _figures(one: Happening, setup: Setup) -> dict[str, str]:
    who = str(one.data.get("player") or one.data.get("who") or one.data.get("party") or "")
    player = PLAYERS.get(who)
    name = setup.name(player) if player is not None else "".join(setup.side(party) for party in PARTIES if party == who)
    return {"who": name, "count": str(one.data.get("count", ""))}


def board_place_text(course: Course) -> str:
    """Board in play, or the last one, as the card names it."""
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
        yield f"{_protest_words(case, match.setup)}: {case.decision or 'open'}{_quoted(decided.get(case.number, ''))}."


def _protest_words(case: ProtestCase, setup: Setup) -> str:
    about = f"game {case.game}, board {case.board}"
    return f"Protest {case.number} by {setup.side(case.party)}, {about}{_quoted(case.text)}"


def _of_result(setup: Setup, course: Course) -> Iterable[str]:
    if course.is_withheld:
        yield "The result is kept back while a protest is open (150)."
    elif course.awarded is not None:
        yield f"The match was given to {setup.side(course.awarded)} by Law {course.award_law}."


def _laws(laws: tuple[str, ...]) -> str:
    return f" ({', '.join(laws)})" if laws else ""


def _quoted(words: str) -> str:
    return f", “{_on_a_line(words)}”" if words.strip() else ""


def _on_a_line(words: str) -> str:
    return " ".join(words.split())
