"""Effects of a ruling on the board: counts, placings, the turn."""

from collections import Counter
from collections.abc import Sequence

from carrom.equipment import Kind, Piece, Position
from carrom.laws import IncidentRuling, NextSituation, Ruling, Side, Situation, StrokeFacts, after, placing_seat
from carrom.match.board import Board, LastStroke, Placing, QueenAt, UncoveredQueen
from carrom.match.course import Course
from carrom.match.parties import ByParty, Party, PlayerId, other
from carrom.match.replace import replace
from carrom.match.rules.context import Happening, RuleContext


def board_in_play(course: Course) -> Board:
    """Raises `LookupError` in a phase without a board."""
    if course.board is None:
        raise LookupError(f"no board is in play in phase {course.phase!r}")
    return course.board


def with_board(course: Course, board: Board, context: RuleContext, *, is_striker_down: bool = False) -> Course:
    return course.in_play(board, course.clocks.start_timer(context.at, is_striker_down=is_striker_down))


def side_of(board: Board, party: Party) -> Side:
    """Return which side a party is, seen by the player in turn."""
    return "player" if party == board.turn.party else "opponent"


def apply_ruling(
    course: Course,
    board: Board,
    before: Situation,
    ruling: Ruling | IncidentRuling,
    context: RuleContext,
    facts: StrokeFacts | None = None,
) -> Board:
    """Turn passed on, pieces that come out waiting to be placed."""
    player, opponent = board.turn.party, other(board.turn.party)
    entries = list(board.placing)
    if ruling.placed.player:
        returned = min(ruling.placed.player, ruling.returned.own)
        entries.append(Placing(player, ruling.placed.player, placer_of(course, board, player), returned))
    if ruling.placed.opponent:
        entries.append(Placing(opponent, ruling.placed.opponent, placer_of(course, board, opponent)))
    found = after(before, facts, ruling, waiting_opened=board.opened[opponent])
    passes = ruling.turn == "passes"
    board = _board_from(board, found, opponent if passes else player)
    came_back = board.came_back
    if before.queen == "pending" and ruling.queen == "board" and passes:
        came_back = UncoveredQueen(player)
    to_centre = board.to_centre
    if board.position is None and ruling.returned.queen and "queen" not in to_centre:
        to_centre = ("queen", *to_centre)
    board = replace(board, placing=_merge_entries(entries), came_back=came_back, to_centre=to_centre)
    return _pass_turn(course, board, context) if passes else board


def _board_from(board: Board, found: NextSituation, party: Party) -> Board:
    situation = found.situation
    queen: QueenAt
    if situation.queen == "board" or situation.queen == "pending":
        queen = situation.queen
    else:
        queen = party if situation.queen == "player" else other(party)
    return replace(
        board,
        on=ByParty.of(party, situation.own, situation.opponent),
        owed=ByParty.of(party, situation.owed.player, situation.owed.opponent),
        opened=ByParty.of(party, situation.opened, found.waiting_opened),
        queen=queen,
        attempt=situation.break_attempt,
    )


def placer_of(course: Course, board: Board, party: Party) -> PlayerId:
    """Player who places this party's pieces now (78b)."""
    doubles = len(course.seats.a) > 1
    return course.at_seat(placing_seat(course.seat(board.turn), side_of(board, party), doubles=doubles))


def _pass_turn(course: Course, board: Board, context: RuleContext) -> Board:
    """Pass the turn to the next player who does not miss it (49b)."""
    player, skips = _next_in_turn(course, board.turn, board.skips, context)
    return replace(board, turn=player, strokes=0, is_overrun=False, skips=skips)


def _next_in_turn(
    course: Course, player: PlayerId, skips: tuple[PlayerId, ...], context: RuleContext
) -> tuple[PlayerId, tuple[PlayerId, ...]]:
    left = list(skips)
    player = course.next_player(player, context.setup.rulebook)
    while player in left:
        left.remove(player)
        player = course.next_player(player, context.setup.rulebook)
    return player, tuple(left)


def skips_before(course: Course, board: Board, last: LastStroke, context: RuleContext) -> tuple[PlayerId, ...]:
    """Players who had to miss a turn before the last stroke, and those who lost their next turn since."""
    _, left = _next_in_turn(course, last.player, last.skips, context)
    since = Counter(board.skips) - Counter(left)
    return (*last.skips, *since.elements())


def with_umpire_pieces(board: Board, jumped: tuple[Kind, ...] = ()) -> Board:
    """A queen that came out again first, then jumped pieces (65)."""
    if board.position is None:
        return replace(board, to_centre=(*board.to_centre, *jumped)) if jumped else board
    waiting = [*board.umpire, *jumped]
    if board.queen == "board" and not board.position.on_board("queen") and "queen" not in waiting:
        waiting.append("queen")
    if not waiting and not board.umpire:
        return board
    waiting.sort(key=lambda kind: kind != "queen")
    return replace(board, umpire=tuple(waiting))


def without_pieces(
    position: Position | None, pieces: Sequence[tuple[Kind, float, float]], count: int
) -> Position | None:
    """Remove pieces from a position; None if too few places are known or a piece is not there."""
    found = [Piece(*piece) for piece in pieces]
    if position is None or len(found) < count or any(piece not in position.pieces for piece in found):
        return None
    for piece in found:
        position = position.without(piece)
    return position


def turn_happening(board: Board, laws: tuple[str, ...]) -> Happening:
    return Happening("turn-passes", laws, {"to": board.turn.text()})


def _merge_entries(entries: list[Placing]) -> tuple[Placing, ...]:
    """The same placer and party place or forgo together (87a)."""
    by_key: dict[tuple[Party, PlayerId], Placing] = {}
    for entry in entries:
        key = (entry.party, entry.by)
        if key in by_key:
            first = by_key[key]
            entry = replace(first, count=first.count + entry.count, returned=first.returned + entry.returned)
        by_key[key] = entry
    return tuple(by_key.values())
