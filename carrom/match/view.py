"""A match as plain JSON, for pages that show it: whose turn, colours, score, what is owed, what may come next."""

from __future__ import annotations

from typing import Any

from carrom.match.board import Board
from carrom.match.course import Course
from carrom.match.deadlines import deadlines
from carrom.match.match import Match
from carrom.match.parties import PARTIES, ByParty, Player
from carrom.match.rules.table import possible
from carrom.match.score_line import score_answer
from carrom.match.setup import Setup


def possible_acts(match: Match) -> tuple[str, ...]:
    """The kinds of events that may come now. Any other kind is refused."""
    return possible(match.course, match.setup)


def view(match: Match) -> dict[str, Any]:
    """Where the match stands."""
    course, setup = match.course, match.setup
    breaker = course.next_breaker(setup) if course.board is None else None
    return {
        "number": match.number,
        "at": match.at,
        "phase": course.phase,
        "rulebook": setup.rulebook.id,
        "stage": setup.stage,
        "doubles": setup.is_doubles,
        "players": {
            party: [_person(course, setup, Player(party, index)) for index in range(setup.players)]
            for party in PARTIES
        },
        "score": score_answer(course.score) if course.score is not None else None,
        "points": _pair(course.points),
        "board": _board(course, course.board) if course.board is not None else None,
        "breaker": breaker.text() if breaker is not None else None,
        "change_sides": course.is_change_due,
        "winner": course.winner,
        "announced": match.announced,
        "award_law": course.award_law,
        "possible": list(possible_acts(match)),
        "deadlines": [{"what": one.what, "at": one.at, "law": one.law} for one in deadlines(match)],
        "protests": [
            {"number": case.number, "party": case.party, "game": case.game, "board": case.board,
             "written": case.written, "decision": case.decision}
            for case in course.protests
        ],
        "remarks": [
            {"text": note.text, "law": note.law, "game": note.game, "board": note.board} for note in course.notes
        ],
    }  # fmt: skip


def _board(course: Course, board: Board) -> dict[str, Any]:
    return {
        "game": board.game,
        "number": board.number,
        "extra": board.is_extra,
        "breaker": board.breaker.text(),
        "turn": {
            "player": board.turn.text(),
            "party": board.turn.party,
            "seat": course.seat(board.turn).value,
            "colour": board.colour(board.turn.party),
            "strokes": board.strokes,
        },
        "colours": {party: board.colour(party) for party in PARTIES},
        "attempt": board.attempt,
        "on": _pair(board.on),
        "lying": dict(board.lying()),
        "owed": _pair(board.owed),
        "opened": _pair(board.opened),
        "queen": board.queen,
        "placing": [
            {
                "party": entry.party,
                "colour": board.colour(entry.party),
                "count": entry.count,
                "by": entry.by.text(),
                "seat": course.seat(entry.by).value,
            }
            for entry in board.placing
        ],
        "umpire": list(board.umpire),
        "position": board.position.text() if board.position is not None else None,
        "demand": None
        if board.award is None
        else {"winner": board.award.winner, "points": board.award.points, "demand": board.award.demand},
    }


def _person(course: Course, setup: Setup, player: Player) -> dict[str, Any]:
    return {"player": player.text(), "name": setup.name(player), "seat": course.seat(player).value}


def _pair(values: ByParty[Any]) -> dict[str, Any]:
    return {"a": values.a, "b": values.b}
