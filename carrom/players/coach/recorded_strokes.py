"""Strokes of a recorded match whose layout and aim are known, and what happened in each."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from typing import Literal

from carrom.equipment import has_striker_room
from carrom.laws import LostBy, judge, lost_by
from carrom.laws.sentences import LANGUAGES
from carrom.match import ByParty, Match, Setup
from carrom.match.log import acts
from carrom.match.parties import PlayerId, other
from carrom.physics import CLUB, Profile, Stroke
from carrom.play import Contestant, Perception, Seating, Skill, skill_named
from carrom.play.seating import player_view
from carrom.play.skill import LEVELS
from carrom.players.evaluation.strengths import PLAYER_ELO
from carrom.players.evaluation.winning_chances import match_chances
from carrom.players.levels.basic import Aimer
from carrom.players.people.roster import PEOPLE

# `planner:600@club#2` as in the arena, or the page's name for a computer that the user set up.
_ENTRANT = re.compile(r"(?P<player>[a-z]+)(:[^@#]*)?(@(?P<level>[a-z]+))?(#\d+)?")
_NUMERAL = re.compile(r" (II|III|IV)$")
_CHOSEN = re.compile(r".+ \((?P<player>[a-z]+)\)")

_UNKNOWN_HAND = skill_named("club")
HighlightKind = Literal[
    "won",
    "lost",
    "striker",
    "foul",
    "covered",
    "queen",
    "back",
    "coin",
    "coins",
    "rivals",
    "returned",
    "owes",
    "nothing",
]


@dataclass(frozen=True, slots=True)
class Computer:
    """A computer player, with its skill if the record names it."""

    player: str
    hand: Skill | None

    @property
    def mind(self) -> float:
        """Playing strength in Elo."""
        return PLAYER_ELO[self.player]


def computer_named(name: str) -> Computer | None:
    person = _opponent_ids().get(_NUMERAL.sub("", name).partition("،")[0].partition(",")[0].strip())
    found = _ENTRANT.fullmatch(name) or _CHOSEN.fullmatch(name)
    player = person or (found["player"] if found else "")
    if player not in PLAYER_ELO:
        return None
    level = found.groupdict().get("level") if found else None
    if level is not None:
        return Computer(player, LEVELS.get(level))
    return Computer(player, PEOPLE[player].hand if player in PEOPLE else None)


def computers_in(setup: Setup, thinkers: Collection[PlayerId]) -> dict[PlayerId, Computer]:
    """Computers by name. Only players in `thinkers` count, whose intentions are recorded."""
    called = {player: computer_named(setup.name(player)) for player in thinkers}
    return {player: one for player, one in called.items() if one is not None}


@cache
def _opponent_ids() -> dict[str, str]:
    names = ((one.name(language), one.id) for one in PEOPLE.values() for language in LANGUAGES)
    return {name.partition("،")[0].partition(",")[0].strip(): id for name, id in names}


@dataclass(frozen=True, slots=True)
class RecordedStroke:
    """One stroke with what the player saw before it."""

    number: int
    game: int
    board: int
    """Counted through the match, from 1."""
    person: PlayerId
    view: Perception
    games: tuple[int, int, int]
    """Games needed to win the match, and won before this one by this side and the other."""
    hands: Mapping[PlayerId, Skill]
    """Skills of computers that the record names."""
    made: Stroke
    meant: Stroke | None
    """The intended stroke, if recorded."""
    act: acts.StrokeMade

    def stakes(self, each: float = 0.5) -> tuple[float, float]:
        """Chances to win the match after losing and after winning this game; `each` is the chance in a later game."""
        return match_chances(*self.games, each)

    @property
    def lost(self) -> LostBy | None:
        return lost_by(judge(self.view.situation, self.act.facts, self.view.rulebook))

    def with_skills(self, own: Skill, rival: Skill) -> Perception:
        return replace(self.view, skill=own, rival=rival)


def recorded_strokes(match: Match, profile: Profile = CLUB) -> tuple[RecordedStroke, ...]:
    """All strokes that still count and whose layout and aim are known, in order."""
    somebody = Contestant(Aimer(), _UNKNOWN_HAND)
    seating = Seating(ByParty((somebody, somebody), (somebody, somebody)), profile)
    # the format of this round: some board limits apply to early rounds only
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
        found.append(RecordedStroke(step.number, game, here, board.turn, view, games, {}, act.aim, act.meant, act))
    hands = _known_hands(match, found)
    return tuple(replace(one, hands=hands) for one in found)


def players_with_intent(played: Iterable[RecordedStroke]) -> set[PlayerId]:
    return {one.person for one in played if one.meant is not None}


def _known_hands(match: Match, played: Iterable[RecordedStroke]) -> dict[PlayerId, Skill]:
    computers = computers_in(match.setup, players_with_intent(played))
    return {player: one.hand for player, one in computers.items() if one.hand is not None}


@dataclass(frozen=True, slots=True)
class Highlight:
    """One thing that happened, perhaps with a number of points or coins."""

    what: HighlightKind
    count: int = 0


def highlights(played: RecordedStroke) -> tuple[Highlight, ...]:
    """What people would mention about a stroke, most important first."""
    return tuple(_highlights(played))


def _highlights(played: RecordedStroke) -> Iterator[Highlight]:
    before, facts = played.view.situation, played.act.facts
    ruling = judge(before, facts, played.view.rulebook)
    end = ruling.result
    if end is not None:
        yield Highlight("won" if end.winner == "player" else "lost", end.points + end.demand)
    if facts.striker:
        yield Highlight("striker")
    elif ruling.penalty or not facts.proper or not facts.touched:
        yield Highlight("foul")
    if before.queen != ruling.queen or facts.queen:
        if ruling.queen == "player" and before.queen != "player":
            yield Highlight("covered")
        elif ruling.queen == "pending":
            yield Highlight("queen")
        elif ruling.queen == "board":
            yield Highlight("back")
    if facts.own:
        yield Highlight("coin" if facts.own == 1 else "coins", facts.own)
    if facts.opponent:
        yield Highlight("rivals", facts.opponent)
    if ruling.placed.player:
        yield Highlight("returned", ruling.placed.player)
    if ruling.owed.player > before.owed.player:
        yield Highlight("owes", ruling.owed.player)
    if not (facts.own or facts.opponent or facts.queen or facts.striker) and end is None:
        yield Highlight("nothing")
