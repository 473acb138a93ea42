"""What the umpire and the placers have to do at the board now.

Codes and figures are stable; sentences come from the laws' catalogue.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Literal

from carrom.equipment import Kind, Seat
from carrom.equipment.centre_place import placing_order
from carrom.equipment.position import number_text
from carrom.match.board import Board
from carrom.match.match import Match
from carrom.match.parties import PlayerId
from carrom.match.rules.placing import striker_side, umpire_pieces
from carrom.match.setup import Setup

if TYPE_CHECKING:
    from carrom.laws.sentences import Catalogue

HandCode = Literal["queen-to-centre", "to-centre", "behind", "place"]
"""The queen, or another piece, goes to the centre circle, or behind the piece there; a player places dues."""
PlacerSide = Literal["right", "left", "across", "self"]


@dataclass(frozen=True, slots=True)
class HandTask:
    """One task, with the fields of its code."""

    code: HandCode
    kind: Kind
    count: int = 1
    by: str | None = None
    """Player who places them; None for the umpire."""
    seat: str | None = None
    hand: PlacerSide | None = None
    """Side on which the placer sits, seen by the player of the last stroke (78b)."""
    behind: Kind | Literal["red"] | None = None
    """Piece it touches, away from the player in turn."""
    away_from: str | None = None
    place: tuple[float, float] | None = None
    """Place where the piece belongs, if known."""
    say: dict[str, str] = field(default_factory=dict)


def hand_tasks(match: Match) -> tuple[HandTask, ...]:
    tasks = _tasks(match)
    if not tasks:
        return ()
    from carrom.laws.sentences import LANGUAGES  # loaded only when needed

    return tuple(replace(task, say=_sentences(task, match.setup, LANGUAGES)) for task in tasks)


def new_hand_tasks(match: Match, language: str) -> tuple[HandTask, ...]:
    """Tasks added by the last event, in one language and without places, for feeds beside a board."""
    tasks = _tasks(match)
    if not tasks:
        return ()
    known = [] if match.before is None else [replace(task, place=None) for task in _tasks(match.before)]
    fresh = [bare for task in tasks if (bare := replace(task, place=None)) not in known]
    return tuple(replace(task, say=_sentences(task, match.setup, (language,))) for task in fresh)


def _tasks(match: Match) -> list[HandTask]:
    board = match.board
    if board is None or board.award is not None:
        return []
    return [*_umpire_tasks(match, board), *_placer_tasks(match, board)]


def _sentences(task: HandTask, setup: Setup, languages: Sequence[str]) -> dict[str, str]:
    from carrom.laws.sentences import catalogue

    return {code: _sentence(task, setup, catalogue(code)) for code in languages}


def _umpire_tasks(match: Match, board: Board) -> list[HandTask]:
    if not board.umpire and not board.to_centre:
        return []
    course, book = match.course, match.setup.rulebook
    kinds = placing_order(board.to_centre, striker_side(board))
    found: list[tuple[float, float] | None] = [None] * len(kinds)
    if board.position is not None:
        pieces = umpire_pieces(board, board.position, course.seat(board.turn), book)
        kinds = [piece.kind for piece in pieces]
        found = [(round(piece.x, 1) + 0.0, round(piece.y, 1) + 0.0) for piece in pieces]
    tasks = []
    for number, (kind, place) in enumerate(zip(kinds, found, strict=True)):
        first: Kind | Literal["red"] | None = kinds[0] if number else None
        if book.only_queen_on_red and kind != "queen" and first != "queen":
            first = "red"
        if first is not None:
            tasks.append(HandTask("behind", kind, behind=first, away_from=board.turn.text(), place=place))
        else:
            tasks.append(HandTask("queen-to-centre" if kind == "queen" else "to-centre", kind, place=place))
    return tasks


def _placer_tasks(match: Match, board: Board) -> list[HandTask]:
    if not board.placing:
        return []
    course = match.course
    struck = course.seat(board.turn if board.last is None else board.last.player)
    return [
        HandTask(
            "place",
            board.colour(entry.party),
            entry.count,
            by=entry.by.text(),
            seat=course.seat(entry.by).value,
            hand=_placer_side(struck, course.seat(entry.by)),
        )
        for entry in board.placing
    ]


def _placer_side(struck: Seat, placer: Seat) -> PlacerSide:
    if placer is struck:
        return "self"
    return "right" if placer is struck.right else "left" if placer is struck.left else "across"


def _sentence(task: HandTask, setup: Setup, words: Catalogue) -> str:
    piece = words.say("hand.queen") if task.kind == "queen" else words.say(f"hand.{task.kind}", n=task.count)
    if task.code == "place" and task.by is not None:
        by = setup.name(PlayerId.from_text(task.by))
        return words.say(f"hand.place.{task.hand}", by=by, piece=piece, count=task.count)
    sentence = words.say("hand.queen-to-centre")
    if task.code == "to-centre":
        sentence = words.say("hand.to-centre", piece=piece)
    elif task.away_from is not None:
        is_one_of_many = task.behind in ("white", "black")
        first = words.say(f"hand.{task.behind}", n=1) if is_one_of_many else words.say(f"hand.{task.behind}")
        player = setup.name(PlayerId.from_text(task.away_from))
        sentence = words.say("hand.behind", piece=piece, first=first, player=player)
    if task.place is None:
        return sentence
    x, y = map(number_text, task.place)
    return words.say("hand.at", said=sentence, x=x, y=y)
