"""Parse a result typed from the score card: boards, game totals, or one total.

A word is a board, a total, `/` between two games, `time` when the game's time was up, or `b:gives` when side b gave the
game away (139). A board is its winner and the loser's pieces left, `a:5`; `+q` says that the winner covered the queen,
`-q` that the loser did, `+1` or `+2` points on demand, `+x` an extra board; `a:=12` are points by a law. A total is
`25-18`, or `18-18x10-0` with an extra board. The points of a board come from `carrom.match.played_board`.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import takewhile
from typing import Final

from carrom.base.characters import plain_digits
from carrom.base.errors import CarromError
from carrom.laws import Rulebook
from carrom.match.parties import PARTIES, ByParty, Party, other
from carrom.match.scoring import (
    MOST_DEMAND,
    CountedBoard,
    Format,
    PlayedBoard,
    RuledBoard,
    Score,
    add_board,
    points_of_board,
)
from carrom.tournament.draws.bracket import MatchId
from carrom.tournament.model.events import BoardPoints, ResultGiven
from carrom.tournament.model.scores import as_pair, sum_pairs, with_games
from carrom.tournament.seating.now import TournamentNow
from carrom.tournament.tables.results import Pair, Side

_TOTAL = re.compile(r"(\d{1,6})[-–:](\d{1,6})(?:x(\d{1,6})[-–:](\d{1,6}))?", re.ASCII)
_BOARD = re.compile(r"([ab]):(=?)(\d{1,6})((?:[+-]\w+)*)", re.ASCII | re.IGNORECASE)
_GIVES = re.compile(r"([ab]):gives", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class GameTotal:
    points: Pair
    extra: Pair | None = None


@dataclass(frozen=True, slots=True)
class GameConceded:
    side: Party


@dataclass(frozen=True, slots=True)
class GameMark:
    """`/` after a game, or `time` when its time was up."""

    sign: str


ResultWord = PlayedBoard | GameTotal | GameConceded | GameMark


def read_word(text: str) -> ResultWord:
    text = plain_digits(text)
    if text in ("/", "time"):
        return GameMark(text)
    if (found := _GIVES.fullmatch(text)) is not None:
        return GameConceded(_party(found[1]))
    if (found := _TOTAL.fullmatch(text)) is not None:
        extra = (int(found[3]), int(found[4])) if found[3] is not None else None
        return GameTotal((int(found[1]), int(found[2])), extra)
    if (found := _BOARD.fullmatch(text)) is None:
        raise CarromError(
            "bad-score", f"a score is written like 25-18, or by boards like a:5+q b:3 a:=12, not {text[:40]!r}"
        )
    return _read_board(text, _party(found[1]), int(found[3]), found[2] == "=", re.findall(r"[+-]\w+", found[4].lower()))


def _read_board(text: str, winner: Party, figure: int, is_ruled: bool, marks: list[str]) -> PlayedBoard:
    extra = True if "+x" in marks else None
    counted = [mark for mark in marks if mark != "+x"]
    if len(set(marks)) != len(marks) or (is_ruled and counted):
        raise CarromError("bad-score", f"{text!r}: points by a law come alone, and every mark once")
    if is_ruled:
        return RuledBoard(winner, figure, extra)
    if figure > 9:
        raise CarromError(
            "too-many-coins",
            f"{text!r}: at most 9 pieces are left at the end of a board; points by a law are a:={figure}",
        )
    queen: Party | None = None
    demand = 0
    for mark in counted:
        if mark in ("+q", "-q") and queen is None:
            queen = winner if mark == "+q" else other(winner)
        elif re.fullmatch(rf"\+[1-{MOST_DEMAND}]", mark) and not demand:
            demand = int(mark)
        else:
            raise CarromError("bad-score", f"{text!r}: {mark} is not one of +q, -q, +1, +2, +x")
    return CountedBoard(winner, figure, queen, demand, extra)


@dataclass(frozen=True, slots=True, kw_only=True)
class ResultDetails:
    first_break: Side | None = None
    extra: Pair | None = None
    games: Pair | None = None
    walkover: Side | None = None
    law: str | None = None
    retired: Side | None = None
    provisional: bool = False


def typed_result(view: TournamentNow, match: MatchId, words: Sequence[str], details: ResultDetails) -> ResultGiven:
    """Return the result that the words mean for a match, or raise `CarromError`."""
    a, b = view.known_sides(match)
    given = ResultGiven(
        match=match,
        a=a,
        b=b,
        extra=details.extra,
        games=details.games,
        walkover=details.walkover,
        law=details.law,
        retired=details.retired,
        provisional=details.provisional,
    )
    read = [read_word(word) for word in words]
    record = view.state.matches[match]
    stage = view.state.stage(record.key)
    format = stage.format_in(record.fixture.round)
    totals = [word for word in read if isinstance(word, GameTotal)]
    boards = [word for word in read if isinstance(word, CountedBoard | RuledBoard)]
    if totals and boards:
        raise CarromError(
            "boards-or-totals", f"{match}: either the boards or the totals, not both: the totals follow from the boards"
        )
    if details.first_break is not None and not boards:
        raise CarromError("boards-missing", f"{match}: who broke first goes with the boards")
    if boards:
        return _by_boards(given, read, stage.book_in(record.fixture.round), format, details.first_break)
    if any(isinstance(word, GameConceded) or (isinstance(word, GameMark) and word.sign == "time") for word in read):
        raise CarromError(
            "boards-missing", f"{match}: type the boards before 'time' or 'a:gives', as in a:5+q b:3 time"
        )
    return _by_totals(given, totals, format)


def _by_boards(
    given: ResultGiven, words: Sequence[ResultWord], book: Rulebook, format: Format, first_break: Side | None
) -> ResultGiven:
    if given.extra is not None or given.games is not None or given.walkover is not None:
        raise CarromError(
            "boards-or-totals", f"{given.match}: the boards tell the games and the extra board; leave them out beside"
        )
    score = Score(format, first_break or "a")
    boards: list[BoardPoints] = []
    for word in words:
        is_between = bool(score.games) and score.number > len(score.games)
        if isinstance(word, GameMark) and word.sign == "/":
            if not (is_between or score.winner):
                raise _still_open(given.match, score)
        elif score.winner is not None:
            winner = given.a if score.winner == "a" else given.b
            raise CarromError(
                "match-over", f"{given.match}: the match is over after {len(boards)} boards, won by {winner}"
            )
        elif isinstance(word, GameMark):
            if not format.has_time:
                raise CarromError("no-time-limit", f"{given.match}: a game by {book.id} has no limit of time")
            score = score.with_time_up()
        elif isinstance(word, GameConceded):
            score = score.with_game_to(other(word.side))
        elif not isinstance(word, GameTotal):
            name = f"{given.match} board {len(boards) + 1}"
            boards.append(_board(score, book, word, name))
            score = add_board(score, book, word, name)
    if score.winner is None and given.retired is None and not (score.is_extra and score.game.leader is None):
        raise _still_open(given.match, score)
    summed = with_games(given, score.games, format)
    return replace(
        summed,
        games=summed.games if given.retired is None else None,
        by_game=tuple(as_pair(game.points) for game in score.games) if format.games > 1 else (),
        boards=tuple(boards),
        first_break=first_break,
    )


def _board(score: Score, book: Rulebook, word: PlayedBoard, name: str) -> BoardPoints:
    points = points_of_board(score, book, word, name)
    board = BoardPoints(winner=word.winner, points=points, extra=score.is_extra, game=score.number)
    if isinstance(word, RuledBoard):
        return board
    return replace(board, coins=word.coins, queen=word.queen, demand=word.demand)


def _still_open(match: MatchId, score: Score) -> CarromError:
    game = score.game
    at = f"{game.points.a}–{game.points.b}"
    which = f"{match}: game {score.number} is" if score.format.games > 1 else f"{match}: it is"
    if score.is_extra:
        return CarromError("extra-board-missing", f"{which} level at {at}: who won the extra board?")
    coming = score.next
    ways = f"board {coming.board if coming else 1} comes next"
    ways += ", or 'time' if it was up" if score.format.has_time else ""
    text = f"{which} not over at {at}: {ways}, or"
    typed = f"{text} 'a:gives' or 'b:gives' if a side gave it away"
    return CarromError("who-won-unknown", f"{text} press Walk-over if a side gave it away", typed=typed)


def _by_totals(given: ResultGiven, totals: Sequence[GameTotal], format: Format) -> ResultGiven:
    extras = [one.extra for one in totals if one.extra is not None]
    if extras and given.extra is not None:
        raise CarromError("extra-board-twice", f"{given.match}: the extra board is told twice")
    extra = sum_pairs(extras) if extras else given.extra
    if len(totals) < 2:
        is_one_of_many = format.games > 1 and given.games is None and given.retired is None and totals
        if is_one_of_many:
            raise CarromError(
                "every-game-needed",
                f"{given.match} is the best of {format.games}: tell every game, such as 25-10 10-25 25-20",
            )
        return replace(given, score=totals[0].points if totals else None, extra=extra)
    if format.games == 1:
        raise CarromError("one-game", f"{given.match} is one game: it has one total")
    if given.games is not None:
        raise CarromError(
            "games-told-twice", f"{given.match}: the games are told one by one; leave out how many each has won"
        )
    won = ByParty(0, 0)
    for number, one in enumerate(totals, 1):
        if max(won.a, won.b) == format.games_to_win:
            raise CarromError(
                "match-over", f"{given.match}: game {number} comes after the end, at {won.a}–{won.b} games"
            )
        is_last = number == len(totals)
        if is_last and given.retired is not None:
            break
        winner = _winner(one)
        if winner is None:
            at = f"{one.points[0]}–{one.points[1]}"
            raise CarromError(
                "extra-board-missing",
                f"{given.match}: game {number} is level at {at}: tell its extra board, such as {at}x5-0",
            )
        won = won.with_value(winner, won[winner] + 1)
    points = tuple(one.points for one in totals)
    games = None if given.retired is not None else (won.a, won.b)
    return replace(given, score=sum_pairs(points), by_game=points, games=games, extra=extra)


def _winner(game: GameTotal) -> Party | None:
    deciding = game.extra or game.points
    return next((party for party, own, its in zip(PARTIES, deciding, deciding[::-1], strict=True) if own > its), None)


def _party(text: str) -> Party:
    return "a" if text.lower() == "a" else "b"


_WHICH: Final = re.compile(r"[@#MT]?\d+", re.ASCII | re.IGNORECASE)
_BEFORE_IT: Final = frozenset(
    ("table", "tbl", "match", "board", "no", "number", "टेबल", "मेज", "मैच", "ٹیبل", "میز", "میچ")
)
"""Words written before a table or match number."""


def looks_like_result(text: str) -> bool:
    """Return whether a reason is really a result, or the beginning of one, typed into the wrong field.

    The `/` shortcut may stand first, and a word such as "table" before the number. A result inside a sentence is fine.
    """
    typed = plain_digits(text).split()
    if typed and typed[0].startswith("--"):
        return True
    words = takewhile(lambda word: not word.startswith("--"), typed)
    marks = [word.lstrip("/").rstrip(".,;:)") or word for word in words]
    marks = [word for word in marks if word.lower() not in _BEFORE_IT and word != "/"]
    return bool(marks) and all(_WHICH.fullmatch(word) or _is_word(word) for word in marks)


def _is_word(text: str) -> bool:
    try:
        read_word(text)
    except CarromError:
        return False
    return True
