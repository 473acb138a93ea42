"""The score card of chapter XIX, as data: from any match, finished or not, or blank for the pen."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import timedelta

from carrom.match.board import BoardResult
from carrom.match.card_remarks import card_remarks, is_counted
from carrom.match.course import Course
from carrom.match.match import Match
from carrom.match.parties import PARTIES, ByParty, Party
from carrom.match.setup import Setup

NIL = "Nil"
_OPEN_BOARDS = 10
"""Lines of a blank card where a game has no limit of boards."""

HEAD_KEYS = ("Tournament", "Event", "Round", "Date", "Time", "Match", "Umpire", "Table")
"""What the head of the card asks for; the setup's `info` answers."""


@dataclass(frozen=True, slots=True)
class CardRow:
    """A board. Of each party: queen, number of pieces, grand total, as the card has them written."""

    board: str
    breaker: str
    cells: ByParty[tuple[str, str, str]]


@dataclass(frozen=True, slots=True)
class GameCard:
    """One game of the card."""

    number: int
    rows: tuple[CardRow, ...]
    winner: str
    total: str
    """`25–11`; empty on a blank card."""


@dataclass(frozen=True, slots=True)
class Card:
    """Everything that is written on the card."""

    head: tuple[tuple[str, str], ...]
    names: ByParty[str]
    teams: ByParty[str]
    toss: tuple[tuple[str, str], ...]
    """Toss won by, choice, starting and finishing time."""
    games: tuple[GameCard, ...]
    remarks: tuple[str, ...]
    winner: str
    signatures: tuple[tuple[str, str], ...]


def blank_card(setup: Setup) -> Card:
    """A card to be filled in by hand: as many lines as a game of this match may need, and one for an extra board."""
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
    """The card of this match as it stands."""
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
    """One board as the card has it; `before` is the score of the game until then."""
    number = "Extra" if result.is_extra else str(result.number)
    cells = ByParty(*(_cells(setup, result, before, party) for party in PARTIES))
    return CardRow(number, setup.name(result.breaker), cells)


def _cells(setup: Setup, result: BoardResult, before: ByParty[int], party: Party) -> tuple[str, str, str]:
    """Queen, number of pieces, grand total. A queen covered in vain stands in brackets: it was not credited."""
    total = str(result.score[party])
    value = setup.rulebook.queen_value
    if party != result.winner:
        return (f"({value})" if result.queen == party else NIL, NIL, total)
    queen, coins = split_points(setup, result)
    shown = str(queen) if queen else f"({value})" if result.queen == party else NIL
    pieces = f"{coins}" + (f"+{result.demand}" if result.demand else "")
    return (shown, pieces + ("" if is_counted(setup, result, before) else "*"), total)


def split_points(setup: Setup, result: BoardResult) -> tuple[int, int]:
    """The winner's points without demand, as queen and pieces. A flat award of a law stands with the pieces."""
    base = result.points - result.demand
    has_queen = base - result.coins == setup.rulebook.queen_value and (
        result.coins > 0 or result.queen == result.winner
    )
    return (setup.rulebook.queen_value, result.coins) if has_queen else (0, base)


def _head(setup: Setup) -> tuple[tuple[str, str], ...]:
    said = ((key, setup.told(key)) for key in HEAD_KEYS)
    return (*said, ("Rulebook", setup.rulebook.title), ("Stage", setup.stage))


def _side(setup: Setup, party: Party | None) -> str:
    return "" if party is None else setup.side(party)


def _time(setup: Setup, seconds: float | None) -> str:
    """The time of day, if the head says when the record was opened; else minutes from then."""
    if seconds is None:
        return ""
    try:
        if setup.opened is not None:
            return (setup.opened + timedelta(seconds=seconds)).strftime("%H:%M")
    except OverflowError:
        pass
    minutes, rest = divmod(round(seconds), 60)
    return f"{minutes}:{rest:02d} min"
