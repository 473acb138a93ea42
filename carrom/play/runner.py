"""Play boards, games and matches between players, as lawful event logs."""

from collections import Counter
from dataclasses import dataclass, field, replace
from time import process_time

from carrom.equipment.sizes import SIDE_PIECES
from carrom.laws import RULEBOOKS, Rulebook
from carrom.match import BoardResult, ByParty, Match, Party, Setup
from carrom.match.log import acts
from carrom.match.parties import PARTIES
from carrom.play.player import MisplayError
from carrom.play.seating import Luck, Seating, next_act

MOST_STROKES = 600
"""Then a board is broken off without a winner: two players may never pocket anything."""


@dataclass(frozen=True, slots=True)
class BoardPlayed:
    """A board from 'Play' to its end, with the arena's numbers."""

    match: Match = field(repr=False)
    result: BoardResult | None
    """The board's result; None if forfeited, or broken off after `most_strokes`."""
    strokes: Counter[Party]
    seconds: ByParty[float]
    """Processor time of each party, plus the `waited` time of players in other processes."""
    forfeit: MisplayError | None = None
    """Misplay or concession; it loses the most points that a board can bring."""

    def points(self, party: Party) -> int:
        """Negative if the other party won."""
        if self.forfeit is not None:
            worth = SIDE_PIECES + self.match.setup.rulebook.queen_value
            return -worth if self.forfeit.party == party else worth
        if self.result is None:
            return 0
        return self.result.points if self.result.winner == party else -self.result.points


@dataclass(frozen=True, slots=True)
class GamePlayed:
    boards: tuple[BoardPlayed, ...]
    """The last log covers the whole game."""
    winner: Party | None
    """Winner of the game; None if level at its end, or broken off."""


def play_board(
    seating: Seating,
    luck: Luck,
    *,
    breaker: Party = "a",
    book: Rulebook = RULEBOOKS["icf"],
    most_strokes: int = MOST_STROKES,
) -> BoardPlayed:
    """Play one board, broken by the first player of `breaker`. A program that misplays loses it at once."""
    return _play_next_board(_start_with_toss(seating, breaker, book), seating, luck, 0, most_strokes)


def play_game(seating: Seating, luck: Luck, *, breaker: Party = "a", book: Rulebook = RULEBOOKS["icf"]) -> GamePlayed:
    """Play one game, its first board broken by `breaker`. Players see the score."""
    match, boards, strokes = _start_with_toss(seating, breaker, replace(book, games=1)), list[BoardPlayed](), 0
    while match.winner is None:
        board = _play_next_board(match, seating, luck, strokes, MOST_STROKES)
        boards.append(board)
        match, strokes = board.match, strokes + board.strokes.total()
        if board.forfeit is not None:
            return GamePlayed(tuple(boards), "b" if board.forfeit.party == "a" else "a")
        if board.result is None:
            break
    return GamePlayed(tuple(boards), match.winner)


def _start_with_toss(seating: Seating, breaker: Party, book: Rulebook) -> Match:
    sides = seating.contestants
    names = ByParty(*(tuple(one.name for one in sides[party] if one.name) for party in PARTIES))
    is_named = all(len(names[party]) == len(sides[party]) for party in PARTIES)
    setup = Setup(book, is_doubles=len(sides.a) == 2, names=names if is_named else ByParty((), ()))
    return Match.start(setup).play(acts.Toss(breaker))


def _play_next_board(match: Match, seating: Seating, luck: Luck, before: int, most_strokes: int) -> BoardPlayed:
    strokes: Counter[Party] = Counter()
    seconds: dict[Party, float] = {"a": 0.0, "b": 0.0}
    number = len(match.course.boards)
    while len(match.course.boards) == number and strokes.total() < most_strokes and match.winner is None:
        party = match.board.turn.party if match.board is not None and match.phase == "stroke" else None
        since = _spent(seating)
        try:
            act = next_act(match, seating, luck, before + strokes.total())
        except MisplayError as misplay:
            return BoardPlayed(match, None, strokes, ByParty(**seconds), misplay)
        if isinstance(act, acts.StrokeMade) and party is not None:
            strokes[party] += 1
            seconds[party] += _spent(seating) - since
        match = match.play(act)
        if isinstance(act, acts.Concede):  # conceding the game ends this board too
            return BoardPlayed(match, None, strokes, ByParty(**seconds), MisplayError(act.party, "the game conceded"))
    ended = match.course.boards[number:]
    return BoardPlayed(match, ended[0] if ended else None, strokes, ByParty(**seconds))


def _spent(seating: Seating) -> float:
    both = seating.contestants
    return process_time() + sum(getattr(one.player, "waited", 0.0) for one in (*both.a, *both.b))


def play_match(seating: Seating, luck: Luck, setup: Setup, *, most_strokes: int = 20_000) -> Match:
    match = Match.start(setup)
    strokes = 0
    while match.winner is None and strokes < most_strokes:
        act = next_act(match, seating, luck, strokes)
        strokes += isinstance(act, acts.StrokeMade)
        match = match.play(act)
    return match
