"""The strokes of a recorded match that a coach can say something about: those whose layout and aim are known."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from carrom.equipment import has_striker_room
from carrom.laws import LostBy, judge, lost_by
from carrom.match import ByParty, Match
from carrom.match.log import acts
from carrom.match.parties import PlayerId, other
from carrom.physics import CLUB, Profile, Stroke
from carrom.play import Contestant, Seating, Skill, View, skill_named
from carrom.play.seating import player_view
from carrom.players.coach.computers import computers_in
from carrom.players.mind.game_worth import match_chances
from carrom.players.rungs.simple import Aimer

_UNKNOWN_HAND = skill_named("club")


@dataclass(frozen=True, slots=True)
class StrokePlayed:
    """One stroke of somebody, with what he saw before it."""

    number: int
    """Of its event in the record."""
    game: int
    board: int
    """Counted through the match, from 1."""
    person: PlayerId
    view: View
    games: tuple[int, int, int]
    """Games that win the match, those that his side has won before this one, and those of the other side."""
    hands: Mapping[PlayerId, Skill]
    """Hands that are known and need not be guessed from strokes: those of computer players that the record names."""
    made: Stroke
    meant: Stroke | None
    """What he intended, if the record says so."""
    act: acts.StrokeMade

    def stakes(self, each: float = 0.5) -> tuple[float, float]:
        """His chance to win the match if this game is lost, and if it is won; `each` is that in a game to come."""
        return match_chances(*self.games, each)

    @property
    def lost(self) -> LostBy | None:
        """Why it lost the board, where it did."""
        return lost_by(judge(self.view.situation, self.act.facts, self.view.rulebook))

    def in_hands(self, own: Skill, rival: Skill) -> View:
        """What he saw, his hand and the other side's as they are believed to be."""
        return replace(self.view, skill=own, rival=rival)


def strokes_played(match: Match, profile: Profile = CLUB) -> tuple[StrokePlayed, ...]:
    """All strokes that still count and of which layout and aim are known, in their order."""
    somebody = Contestant(Aimer(), _UNKNOWN_HAND)
    seating = Seating(ByParty((somebody, somebody), (somebody, somebody)), profile)
    # By what was agreed for this round: some limits of boards hold in the early ones only.
    book = replace(match.setup.rulebook, boards=match.setup.format.boards)
    counted = {event.number for event in match.effective()}
    found = []
    for step in match.steps():
        act, before = step.event.act if step.event is not None else None, step.before
        if step.number not in counted or before is None or not isinstance(act, acts.StrokeMade):
            continue
        board = before.board
        if act.aim is None or not act.proper or act.early or before.phase != "stroke":
            continue
        if board is None or board.position is None:
            continue
        if not has_striker_room(board.position, before.course.seat(board.turn)):
            continue
        view = replace(player_view(before, seating, board.turn), rulebook=book)
        score = before.course.score
        game = score.number if score is not None else 1
        won = [one.winner for one in score.games] if score is not None else []
        side = board.turn.party
        games = match.setup.format.games_to_win, won.count(side), won.count(other(side))
        here = len(before.course.boards) + 1
        found.append(StrokePlayed(step.number, game, here, board.turn, view, games, {}, act.aim, act.meant, act))
    hands = _known_hands(match, found)
    return tuple(replace(one, hands=hands) for one in found)


def thinkers(played: Iterable[StrokePlayed]) -> set[PlayerId]:
    """Those whose strokes say what was meant: computers."""
    return {one.person for one in played if one.meant is not None}


def _known_hands(match: Match, played: Iterable[StrokePlayed]) -> dict[PlayerId, Skill]:
    computers = computers_in(match.setup, thinkers(played))
    return {player: one.hand for player, one in computers.items() if one.hand is not None}
