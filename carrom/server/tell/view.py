"""What a page is shown of a match: everything worked out here, so that the page needs no rule of play."""

from __future__ import annotations

from functools import lru_cache
from itertools import pairwise
from math import hypot
from typing import cast

from carrom.equipment import Position, Seat, due_fault, due_places, striker_fault, striker_spans
from carrom.equipment.due_place import INNERMOST, OUTERMOST
from carrom.equipment.sizes import PIECE_RADIUS
from carrom.equipment.striker_place import FARTHEST, MIDDLE, NEAREST
from carrom.match import Match, Player, possible_acts
from carrom.match.log.acts import Stroke
from carrom.match.parties import PARTIES, Party
from carrom.server.live.clocks import game_left, is_running, turn_limit, turn_since
from carrom.server.live.setup import Agreed
from carrom.server.wire import messages as m

SPOT_STEP = 4.0
_TAKEN = (2 * PIECE_RADIUS - 0.01) ** 2
FASTEST = 8.0


def view_of(match: Match, agreed: Agreed, said: list[m.Word], *, now: float, clock_from: float = 0.0) -> m.View:
    """The match as it stands at `now` (seconds since it was made). No stroke's clock has run before `clock_from`."""
    course, board = match.course, match.board
    position = last_position(match)
    game = match.game
    points = course.points if course.score is not None else None
    breaker = board.breaker if board is not None else course.next_breaker(match.setup)
    coming = course.score.next if course.score is not None else None
    return m.View(
        seq=match.number,
        rulebook=agreed.rulebook,
        title=match.setup.rulebook.title,
        seats=_seats(match, agreed),
        pieces=pieces_of(position),
        position=position.text(),
        turn=course.seat(board.turn).value if board is not None else None,
        todo=todo_of(match, agreed, now=now, clock_from=clock_from),
        queen=board.queen if board is not None else "board",
        owed=(board.owed.a, board.owed.b) if board is not None else (0, 0),
        left=(board.on.a, board.on.b) if board is not None else (9, 9),
        score=(points.a, points.b) if points is not None and game is not None else (0, 0),
        games=_games(match),
        game=board.game if board is not None else coming.game if coming is not None else 1,
        board=board.number if board is not None else coming.board if coming is not None else 1,
        breaker=course.seat(breaker).value if breaker is not None else None,
        winner=match.announced,
        lines=_lines(match),
        said=said,
        clock=_game_clock(match, now) if agreed.clock else None,
        may_protest=can_protest(match, agreed),
        protests=[
            m.OpenProtest(case.number, case.party, case.board, case.text)
            for case in course.protests
            if case.decision is None
        ],
    )


def can_protest(match: Match, agreed: Agreed) -> bool:
    """Whether protests are heard here: the rulebook has them, a board was begun, and people sit on both sides."""
    has_people = all(any(agreed.is_person(player) for player in _party(match, party)) for party in PARTIES)
    return match.setup.rulebook.umpire_is_final is None and has_people and "protest" in possible_acts(match)


def _game_clock(match: Match, now: float) -> m.GameClock | None:
    left = game_left(match, now)
    return None if left is None else m.GameClock(max(0.0, left), is_running(match))


def last_position(match: Match) -> Position:
    """Where the pieces lie, or lay when the board ended; the rack before anything has been played."""
    if match.board is not None and match.board.position is not None:
        return match.board.position
    earlier: Match | None = match
    while earlier is not None and earlier.event is not None:
        if isinstance(earlier.event.act, Stroke) and earlier.event.act.rests is not None:
            return earlier.event.act.rests
        earlier = earlier.before
    return Position.start()


def pieces_of(position: Position) -> list[tuple[m.PieceKind, float, float]]:
    return [(piece.kind, piece.x, piece.y) for piece in position.pieces]


def awaited(match: Match, agreed: Agreed) -> list[Player]:
    """Whose move it is: one player, or everybody when it is only a matter of going on."""
    course, board = match.course, match.board
    if course.phase == "toss":
        return [Player(agreed.coin(match.number))]
    if course.phase == "ready":
        return all_players(match)
    if board is None:
        return []
    if course.phase == "stroke":
        return [board.turn]
    if course.phase == "placing" and board.placing:
        return [board.placing[0].by]
    if course.phase == "demand" and board.award is not None:
        return _party(match, board.award.winner)
    return []


def all_players(match: Match) -> list[Player]:
    return [player for party in PARTIES for player in _party(match, party)]


def _party(match: Match, party: Party) -> list[Player]:
    return [Player(party, index) for index in range(match.setup.players)]


def todo_of(match: Match, agreed: Agreed, *, now: float, clock_from: float = 0.0) -> m.Todo:
    course, board = match.course, match.board
    who = [player_name(player) for player in awaited(match, agreed)]
    if course.phase == "toss":
        return m.Todo("toss", who)
    if course.phase == "ready":
        return m.Todo("next", who)
    if board is None or board.position is None or course.phase == "over":
        return m.Todo("over", [])
    if course.phase == "demand" and board.award is not None:
        return m.Todo("demand", who, count=board.award.demand)
    limit, since = turn_limit(match), turn_since(match)
    left = None if not agreed.clock or since is None else max(0.0, limit - (now - max(since, clock_from)))
    if course.phase == "placing" and board.placing:
        entry = board.placing[0]
        return m.Todo(
            "place",
            who,
            count=entry.count,
            kind=board.colour(entry.party),
            spots=spots_of(board.position),
            may_forgo=board.on[entry.party] > entry.count,
            seconds=left,
            limit=limit if agreed.clock else None,
        )
    lane = lane_of(board.position, course.seat(board.turn))
    return m.Todo("strike", who, lane=lane, seconds=left, limit=limit if agreed.clock else None)


def lane_of(position: Position, seat: Seat, *, fastest: float = FASTEST) -> m.Lane:
    """Where the striker may stand, in the middle row if there is room there, and why not in between."""
    rows = [MIDDLE, *(NEAREST + (FARTHEST - NEAREST) * step / 16 for step in range(17))]
    ahead = next((row for row in rows if striker_spans(position, seat, row)), MIDDLE)
    free = striker_spans(position, seat, ahead)
    gaps = []
    for (_, start), (end, _) in pairwise(free):
        x, y = seat.to_board((start + end) / 2, ahead)
        fault = striker_fault(position, seat, x, y)
        if fault is not None:
            gaps.append(m.Gap(start, end, fault.code, fault.law, fault.text))
    return m.Lane(seat.value, ahead, free, gaps, fastest)


@lru_cache(maxsize=128)
def spots_of(position: Position) -> m.Spots:
    """The inside of the outer circle as a raster of free and forbidden places for a due piece."""
    reach = int(OUTERMOST // SPOT_STEP)
    steps = [step * SPOT_STEP for step in range(-reach, reach + 1)]
    near = [(piece.x, piece.y) for piece in position.pieces if hypot(piece.x, piece.y) < OUTERMOST + 2 * PIECE_RADIUS]
    rows = ["".join(_spot(position, near, x, y) for x in steps) for y in steps]
    # A gap that just takes a piece may lie between the points of the raster.
    extra = [] if any("." in row for row in rows) else due_places(position)[:20]
    return m.Spots(steps[0], steps[0], SPOT_STEP, rows, extra)


def _spot(position: Position, near: list[tuple[float, float]], x: float, y: float) -> str:
    """The mark of one place. What can be seen at once is not asked of the law, which would also make a sentence."""
    if hypot(x, y) > OUTERMOST:
        return " "
    if hypot(x, y) < INNERMOST - 0.01:
        return "#"
    for px, py in near:
        if (x - px) ** 2 + (y - py) ** 2 < _TAKEN:
            return "#"
    return "." if due_fault(position, x, y) is None else "#"


def _seats(match: Match, agreed: Agreed) -> list[m.SeatView]:
    seats = []
    for player in all_players(match):
        sitting = agreed.sitting(player)
        colour = match.board.colour(player.party) if match.board is not None else None
        computer = None if sitting.who != "computer" else f"{sitting.player}, {sitting.skill}"
        seat = match.course.seat(player)
        seats.append(m.SeatView(seat.value, player_name(player), player.party, sitting.name, computer, colour))
    return seats


def _games(match: Match) -> tuple[int, int]:
    score = match.course.score
    won = [game.winner for game in score.games] if score is not None else []
    return won.count("a"), won.count("b")


def _lines(match: Match) -> list[m.BoardLine]:
    return [
        m.BoardLine(
            game=result.game,
            board=result.number,
            breaker=result.breaker.party,
            winner=result.winner,
            points=result.points,
            queen=result.queen,
            total=(result.score.a, result.score.b),
        )
        for result in match.course.boards
    ]


def player_name(player: Player) -> m.PlayerName:
    return cast(m.PlayerName, player.text())
