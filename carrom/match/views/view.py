"""Match and score as JSON: view of a match, answers of `carrom match` and `carrom score`."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any, Literal, NotRequired, TypedDict

from carrom.base.codec import decode, misread_value, read_at
from carrom.base.errors import CarromError, Refused
from carrom.equipment import Kind
from carrom.laws import RULEBOOKS, Rulebook, rulebook
from carrom.laws.rounds import check_round
from carrom.match.board import Board, QueenAt, UnknownPosition
from carrom.match.course import CardRemark, CardWarning, Course, Phase
from carrom.match.deadlines import Deadline, deadlines
from carrom.match.log.acts import Act
from carrom.match.log.notation import event_from_text
from carrom.match.match import Applied, Match, apply
from carrom.match.parties import NONE, PARTIES, ByParty, Party
from carrom.match.rules.dispatch import is_kind_possible, possible_kinds
from carrom.match.scoring import CountedBoard, Format, Game, RuledBoard, Score, add_board
from carrom.match.setup import Setup
from carrom.match.views.hand_tasks import HandTask, hand_tasks

# --- `carrom score` ---------------------------------------------------------------------------------------------------


class GameRow(TypedDict):
    a: int
    b: int
    boards: int
    winner: Party | None
    extra: NotRequired[dict[Party, int]]
    """Points of an extra board, never added to the others (56b)."""


NextRow = TypedDict(
    "NextRow",
    {"game": int, "board": int, "break": Literal["a", "b", "toss"], "extra": bool, "change_sides": bool},
)


class ScoreAnswer(TypedDict):
    """Games, match and next board, as in `carrom score`."""

    games: list[GameRow]
    match: Party | None
    next: NextRow | None


@dataclass(frozen=True, slots=True)
class _ScoreInput:
    rulebook: str
    stage: str
    first_break: Party
    boards: tuple[Any, ...]
    time_up: bool = False


def score_json(line: Any, books: Mapping[str, Rulebook] = RULEBOOKS) -> dict[str, Any]:
    """Score after these boards. Raises `CarromError` for an impossible one."""
    request = decode(_ScoreInput, line)
    book = rulebook(request.rulebook, books)
    score = Score(Format.of(book, read_at("stage", check_round, request.stage)), request.first_break)
    if request.time_up and not score.format.has_time:
        raise CarromError("no-time-limit", f"time_up: a game by {book.id} has no limit of time")
    for number, board in enumerate(request.boards, start=1):
        score = _with_board(score, book, board, f"board {number}", request.time_up)
    return {**score_answer(score.with_time_up() if request.time_up and score.winner is None else score)}


def _with_board(score: Score, book: Rulebook, value: Any, name: str, time_up: bool) -> Score:
    if not isinstance(value, dict):
        raise misread_value(value, "an object with winner and points, or winner, coins, queen, demand; extra").inside(
            name
        )
    is_counted = "coins" in value
    if is_counted == ("points" in value):
        which = "both" if is_counted else "none"
        raise CarromError("coins-or-points", f"{name}: either coins (counted) or points (ended by a law), not {which}")
    board = decode(CountedBoard, value, name) if is_counted else decode(RuledBoard, value, name)
    return add_board(score, book, board, name, time_up=time_up)


def score_answer(score: Score) -> ScoreAnswer:
    coming = score.next
    return {
        "games": [_game_row(game) for game in score.games],
        "match": score.winner,
        "next": None
        if coming is None
        else {
            "game": coming.game,
            "board": coming.board,
            "break": coming.breaker or "toss",
            "extra": coming.is_extra,
            "change_sides": coming.change_sides,
        },
    }


def _game_row(game: Game) -> GameRow:
    row: GameRow = {"a": game.points.a, "b": game.points.b, "boards": game.boards, "winner": game.winner}
    return row if game.extra is None else {**row, "extra": {"a": game.extra.a, "b": game.extra.b}}


# --- the view of a match ----------------------------------------------------------------------------------------------

Colour = Literal["white", "black"]


@dataclass(frozen=True, slots=True)
class PlayerView:
    """A player's name and seat; `player` is a1, a2, b1 or b2."""

    player: str
    name: str
    seat: str


@dataclass(frozen=True, slots=True)
class TurnView:
    """Player in turn, also while pieces are placed first, and strokes in this turn."""

    player: str
    party: Party
    seat: str
    colour: Colour
    strokes: int


@dataclass(frozen=True, slots=True)
class PlacingView:
    """Pieces to be placed now, whose they are and who places them."""

    party: Party
    colour: Colour
    count: int
    by: str
    seat: str


@dataclass(frozen=True, slots=True)
class DemandView:
    """A finished board that waits for its winner to take up to `demand` more points (87b)."""

    winner: Party
    points: int
    demand: int


@dataclass(frozen=True, slots=True)
class BoardView:
    game: int
    number: int
    extra: bool
    breaker: str
    turn: TurnView
    colours: ByParty[Colour]
    attempt: int | None
    on: ByParty[int]
    lying: dict[Kind, int]
    owed: ByParty[int]
    opened: ByParty[bool]
    queen: QueenAt
    placing: tuple[PlacingView, ...]
    umpire: tuple[Kind, ...]
    position: str | None
    """Pieces on the board; None where unknown, as at a wooden board."""
    unknown: UnknownPosition | None
    """Since which event, and why."""
    demand: DemandView | None


@dataclass(frozen=True, slots=True)
class ProtestView:
    number: int
    party: Party
    game: int
    board: int
    text: str
    written: bool
    decision: str | None


@dataclass(frozen=True, slots=True)
class MatchView:
    """State of a match after event `number`, with the fields of `Course` and `Board`."""

    number: int
    at: float | None
    phase: Phase
    rulebook: str
    stage: str
    doubles: bool
    players: ByParty[tuple[PlayerView, ...]]
    score: ScoreAnswer | None
    """The score as in `carrom score`; None before the toss."""
    points: ByParty[int]
    board: BoardView | None
    breaker: str | None
    """Breaks the next board, between boards."""
    change_sides: bool
    sat: tuple[Party, ...]
    called: bool
    reported: tuple[Party, ...]
    ready: tuple[Party, ...]
    carried: ByParty[int]
    winner: Party | None
    announced: Party | None
    award_law: str | None
    possible: tuple[str, ...]
    hands: tuple[HandTask, ...]
    deadlines: tuple[Deadline, ...]
    protests: tuple[ProtestView, ...]
    remarks: tuple[CardRemark, ...]
    warnings: tuple[CardWarning, ...]

    def json(self) -> dict[str, Any]:
        return asdict(self)


def view(match: Match) -> MatchView:
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
        hands=hand_tasks(match),
        deadlines=deadlines(match),
        protests=protest_views(course),
        remarks=course.remarks,
        warnings=course.warnings,
    )


def _score_view(course: Course) -> ScoreAnswer | None:
    """Return the score, without the winner of the match while a protest is open (150)."""
    if course.score is None:
        return None
    answer = score_answer(course.score)
    if course.is_withheld and course.score.winner is not None:
        answer["games"][-1]["winner"] = answer["match"] = None
    return answer


def games_won(course: Course) -> ByParty[int]:
    """Count the games won by each party, without the deciding one while a protest is open (150)."""
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
    """Kinds of acts possible now; any other is refused."""
    return possible_kinds(match.course, match.setup)


def is_possible(match: Match, act: type[Act]) -> bool:
    return is_kind_possible(match.course, match.setup, act)


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


# --- `carrom match` ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class PlayerNames:
    a: tuple[str, ...] = ()
    b: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class MatchInput:
    """Line of `carrom match`: the setup, and events as a record has them."""

    rulebook: str
    events: tuple[str, ...]
    stage: str = "group"
    doubles: bool = False
    names: PlayerNames = PlayerNames()


def match_json(line: Any, books: Mapping[str, Rulebook] = RULEBOOKS) -> dict[str, Any]:
    """View, and consequences of each event. Raises `CarromError` for an impossible setup."""
    request = decode(MatchInput, line)
    names = ByParty(request.names.a, request.names.b)
    match = Match.start(Setup(rulebook(request.rulebook, books), request.stage, request.doubles, names))
    lines: list[dict[str, Any]] = []
    for text in request.events:
        answer = apply_line(match, text)
        if isinstance(answer, Refused):
            lines.append({"refused": {"code": answer.code, "law": answer.law, "text": answer.text}})
        else:
            match = answer.match
            happened = [{"code": happening.code, "laws": happening.laws} for happening in match.happened]
            lines.append({"happened": happened})
    return {**view(match).json(), "lines": lines}


def apply_line(match: Match, text: str) -> Applied | Refused:
    """Apply one line of a record; unreadable lines are refused too."""
    try:
        event = event_from_text(text, number=match.number + 1)
    except CarromError as error:
        return Refused("unreadable", None, str(error))
    return apply(match, event)
