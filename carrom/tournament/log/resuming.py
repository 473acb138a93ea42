"""Where a match goes on after an upheld protest: from what is on record, and no further (151a)."""

from dataclasses import dataclass
from typing import Literal

from carrom.match.parties import other
from carrom.tournament.draws.bracket import MatchId
from carrom.tournament.log.facts import BoardPoints, ResultGiven
from carrom.tournament.log.scores import game_of, pair
from carrom.tournament.log.state import ProtestState, State
from carrom.tournament.tables.results import Pair, Side


@dataclass(frozen=True, slots=True, kw_only=True)
class Resumption:
    """The match at the beginning of the contested board: earlier boards stand, it and all later ones are void."""

    game: int | None
    """None where a board of several games was counted through and the boards are not on record."""
    board: int
    score: Pair | None
    """None: what was scored before this board is not on record."""
    breaker: Side | Literal["toss"] | None
    """None: who breaks is not on record. A toss decides before every extra board."""
    kept: tuple[BoardPoints, ...] = ()
    void: tuple[BoardPoints, ...] = ()
    stands: tuple[Pair, ...] = ()
    """The points of the boards that stand, game by game."""


def resumption(
    boards: tuple[BoardPoints, ...],
    board: int,
    *,
    first_break: Side | None,
    target: int | None,
    game: int | None = None,
    is_single: bool = True,
) -> Resumption:
    """Go back to that board. `board` counts within `game`, or through all games of the match where none is named."""
    if not boards:
        number = game or (1 if is_single or board == 1 else None)
        score = (0, 0) if board == 1 and number is not None else None  # every game begins so
        return Resumption(game=number, board=board, score=score, breaker=None)
    mine = [at for at, one in enumerate(boards) if game in (None, one.game)]
    start = mine[board - 1] if board <= len(mine) else len(boards)
    kept, void = boards[:start], boards[start:]
    number = void[0].game if void else game or 1
    opener = None if first_break is None else first_break if number % 2 else other(first_break)
    played = game_of((one for one in kept if one.game == number), target=target, opener=opener or "a")
    breaker: Side | Literal["toss"] | None = played.breaker if opener is not None else None
    if void and void[0].extra:
        breaker = "toss"
    within = sum(one.game == number for one in kept) + 1
    games = [[one for one in kept if one.game == n] for n in dict.fromkeys(one.game for one in kept)]
    return Resumption(
        game=number,
        board=within if game is not None else board,
        score=pair(played.points),
        breaker=breaker,
        kept=kept,
        void=void,
        stands=tuple(pair(game_of(one, target=target).points) for one in games),
    )


def last_upheld(state: State, match: MatchId) -> ProtestState | None:
    """The protest that was upheld last against a match."""
    found = [one for one in state.protests.values() if one.lodged.match == match and one.status == "upheld"]
    return max(found, key=lambda one: one.decided or one.at, default=None)


def contested_result(state: State, protest: ProtestState) -> ResultGiven | None:
    """The result on record when a protest was decided; None if the match was still being played."""
    drafts = state.matches[protest.lodged.match].drafts
    return None if protest.contested is None else drafts.get(protest.contested)


def resumption_of(state: State, protest: ProtestState, contested: ResultGiven) -> Resumption:
    """Where the match of an upheld protest goes on, given the contested result."""
    record = state.matches[protest.lodged.match]
    stage = state.stage(record.key)
    return resumption(
        contested.boards,
        protest.lodged.board,
        first_break=contested.first_break,
        target=stage.book_in(record.fixture.round).target,
        game=protest.lodged.game,
        is_single=stage.format_in(record.fixture.round).games == 1,
    )


def resumption_text(given: ResultGiven, resumed: Resumption, *, is_single: bool) -> str:
    """How it goes on, in a sentence that invents nothing."""
    where = f"with board {resumed.board}"
    if not is_single and resumed.game is not None:
        where += f" of game {resumed.game}"
    names = {"a": given.a, "b": given.b}
    if resumed.breaker == "toss":
        breaker = "broken by whoever wins the toss"
    elif resumed.breaker is None:
        breaker = "who breaks it is not on record"
    else:
        breaker = f"broken by {names[resumed.breaker]}"
    if resumed.score is None:
        return f"{given.match} goes on {where}: the score before it is not on record, {breaker}. The card has to tell."
    a, b = resumed.score
    return f"{given.match} goes on at {a}–{b} {where}, {breaker}."
