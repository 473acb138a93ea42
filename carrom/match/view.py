"""A match as it is shown: whose turn, colours, score, what is owed, what may come next. Page, pad and command line show
this one view; `json()` of it is what `carrom match` writes.
"""

from dataclasses import asdict, dataclass
from typing import Any, Literal

from carrom.equipment import Kind
from carrom.match.board import Board, QueenAt, UnknownPosition
from carrom.match.course import CardRemark, CardWarning, Course, Phase
from carrom.match.deadlines import Deadline, deadlines
from carrom.match.hands import HandTask, hands
from carrom.match.log.acts import Act
from carrom.match.match import Match
from carrom.match.parties import NONE, PARTIES, ByParty, Party
from carrom.match.rules.dispatch import may_come, possible
from carrom.match.score_line import ScoreAnswer, score_answer
from carrom.match.setup import Setup

Colour = Literal["white", "black"]


@dataclass(frozen=True, slots=True)
class PlayerView:
    """Who sits where; `player` is a1, a2, b1 or b2."""

    player: str
    name: str
    seat: str


@dataclass(frozen=True, slots=True)
class TurnView:
    """Who strikes, or will when everything is placed, and how many strokes of his turn he has made."""

    player: str
    party: Party
    seat: str
    colour: Colour
    strokes: int


@dataclass(frozen=True, slots=True)
class PlacingView:
    """Pieces that are to be placed now, whose they are and who places them."""

    party: Party
    colour: Colour
    count: int
    by: str
    seat: str


@dataclass(frozen=True, slots=True)
class DemandView:
    """A board that is over but for the word of its winner, who may take so many points more (87b)."""

    winner: Party
    points: int
    demand: int


@dataclass(frozen=True, slots=True)
class BoardView:
    """The board in play."""

    game: int
    number: int
    extra: bool
    breaker: str
    turn: TurnView
    colours: ByParty[Colour]
    attempt: int | None
    """1 to 3 while the break has not been made."""
    on: ByParty[int]
    """Pieces of each party on the board, those that are being placed included."""
    lying: dict[Kind, int]
    """What really lies there now."""
    owed: ByParty[int]
    opened: ByParty[bool]
    queen: QueenAt
    placing: tuple[PlacingView, ...]
    umpire: tuple[Kind, ...]
    """What the umpire has to put on the board."""
    position: str | None
    """None where it is not known, as at a wooden board."""
    unknown: UnknownPosition | None
    """Then: since which event, and why."""
    demand: DemandView | None


@dataclass(frozen=True, slots=True)
class ProtestView:
    """A protest, and what became of it."""

    number: int
    party: Party
    game: int
    board: int
    text: str
    written: bool
    decision: str | None


@dataclass(frozen=True, slots=True)
class MatchView:
    """Where the match stands after event `number`."""

    number: int
    at: float | None
    phase: Phase
    rulebook: str
    stage: str
    doubles: bool
    players: ByParty[tuple[PlayerView, ...]]
    score: ScoreAnswer | None
    """As `carrom score` writes it; None before the toss."""
    points: ByParty[int]
    """The score of the game that is open."""
    board: BoardView | None
    breaker: str | None
    """Who breaks the next board, between boards."""
    change_sides: bool
    sat: tuple[Party, ...]
    """Who has sat down, in that order (39)."""
    called: bool
    """The match has been announced to its table."""
    reported: tuple[Party, ...]
    """Who has come to it."""
    ready: tuple[Party, ...]
    """Who is ready for the next 'Play'."""
    carried: ByParty[int]
    """Pieces owed at the beginning of the next board, for offences outside play (I-35)."""
    winner: Party | None
    announced: Party | None
    """The winner, once no protest is open any more (150)."""
    award_law: str | None
    possible: tuple[str, ...]
    """The kinds of acts that may come now."""
    hands: tuple[HandTask, ...]
    """What the umpire's or a placer's hands have to do now."""
    deadlines: tuple[Deadline, ...]
    protests: tuple[ProtestView, ...]
    remarks: tuple[CardRemark, ...]
    warnings: tuple[CardWarning, ...]

    def json(self) -> dict[str, Any]:
        return asdict(self)


def view(match: Match) -> MatchView:
    """Where the match stands."""
    course, setup = match.course, match.setup
    breaker = course.next_breaker(setup) if course.board is None else None
    return MatchView(
        number=match.number,
        at=match.at,
        phase=course.phase,
        rulebook=setup.rulebook.id,
        stage=setup.stage,
        doubles=setup.is_doubles,
        players=ByParty(*(_players_view(course, setup, party) for party in PARTIES)),
        score=_score_view(course),
        points=course.points,
        board=_board_view(course, course.board) if course.board is not None else None,
        breaker=breaker.text() if breaker is not None else None,
        change_sides=course.is_change_due,
        sat=course.sat,
        called=course.is_called,
        reported=course.reported,
        ready=course.ready,
        carried=NONE if course.is_playing else course.carried,
        winner=match.announced,
        announced=match.announced,
        award_law=course.award_law,
        possible=possible_acts(match),
        hands=hands(match),
        deadlines=deadlines(match),
        protests=protest_views(course),
        remarks=course.remarks,
        warnings=course.warnings,
    )


def _score_view(course: Course) -> ScoreAnswer | None:
    """As `carrom score` writes it. While a protest is open nothing names the winner of the match (150)."""
    if course.score is None:
        return None
    answer = score_answer(course.score)
    if course.is_withheld and course.score.winner is not None:
        answer["games"][-1]["winner"] = answer["match"] = None
    return answer


def games_won(course: Course) -> ByParty[int]:
    """How many games each has won. While a protest is open the last game of the match is nobody's (150)."""
    won = [game.winner for game in course.score.games] if course.score is not None else []
    if course.is_withheld and course.score is not None and course.score.winner is not None:
        won.pop()
    return ByParty(won.count("a"), won.count("b"))


def protest_views(course: Course) -> tuple[ProtestView, ...]:
    return tuple(
        ProtestView(case.number, case.party, case.game, case.board, case.text, case.written, case.decision)
        for case in course.protests
    )


def possible_acts(match: Match) -> tuple[str, ...]:
    """The kinds of events that may come now. Any other kind is refused."""
    return possible(match.course, match.setup)


def is_possible(match: Match, act: type[Act]) -> bool:
    """Whether an event of this kind may come now."""
    return may_come(match.course, match.setup, act)


def _players_view(course: Course, setup: Setup, party: Party) -> tuple[PlayerView, ...]:
    players = setup.players_of(party)
    return tuple(PlayerView(player.text(), setup.name(player), course.seat(player).value) for player in players)


def _board_view(course: Course, board: Board) -> BoardView:
    turn, party, award = board.turn, board.turn.party, board.award
    return BoardView(
        game=board.game,
        number=board.number,
        extra=board.is_extra,
        breaker=board.breaker.text(),
        turn=TurnView(turn.text(), party, course.seat(turn).value, board.colour(party), board.strokes),
        colours=ByParty(board.colour("a"), board.colour("b")),
        attempt=board.attempt,
        on=board.on,
        lying=board.lying(),
        owed=board.owed,
        opened=board.opened,
        queen=board.queen,
        placing=tuple(
            PlacingView(
                entry.party, board.colour(entry.party), entry.count, entry.by.text(), course.seat(entry.by).value
            )
            for entry in board.placing
        ),
        umpire=board.umpire,
        position=board.position.text() if board.position is not None else None,
        unknown=board.unknown,
        demand=None if award is None else DemandView(award.winner, award.points, award.demand),
    )
