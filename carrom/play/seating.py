"""Play a match at a table: ask the right player, execute the stroke, let the umpire act."""

from dataclasses import dataclass, replace
from math import sqrt
from typing import Any

import numpy as np

from carrom.equipment import (
    Fault,
    Kind,
    Position,
    due_fault,
    due_places,
    has_striker_room,
)
from carrom.laws.decisions import check_forgo
from carrom.match import Act, Board, ByParty, Match
from carrom.match.log import acts
from carrom.match.parties import PlayerId
from carrom.match.rules.placing import has_placing_room, umpire_pieces
from carrom.physics import CLUB, Profile, Stroke, Trace, simulate, stroke_fault
from carrom.play.facts import stroke_act
from carrom.play.player import MisplayError, Perception, Player, Point
from carrom.play.racking import RACK_ANGLE_ERROR, RACK_GAP, rack_by_hand
from carrom.play.skill import DRIFT_MEMORY, DRIFT_PERSISTENCE, LEVELS, Skill, execute


@dataclass(frozen=True, slots=True)
class Contestant:
    """A player, with the skill that executes its decisions."""

    player: Player
    skill: Skill = LEVELS["exact"]
    name: str = ""


@dataclass(frozen=True, slots=True)
class Struck:
    """A simulated stroke: the act for the match, and the trace to show."""

    act: acts.StrokeMade
    trace: Trace


@dataclass(frozen=True, slots=True)
class Luck:
    """All randomness of a match, from one seed: equal seeds repeat it in every process.

    Execution errors are keyed by the number of the stroke alone: boards of one seed have the same luck for any
    players.
    """

    seed: tuple[int, ...]

    def hand(self, stroke: int) -> np.random.Generator:
        """Random numbers for the error with which this stroke is executed."""
        return np.random.default_rng((*self.seed, 0, stroke))

    def form(self, person: PlayerId, stroke: int) -> float:
        """Drift of a person's hand in standard deviations: an AR(1) process over the strokes.

        Recomputed from the last shocks, so no state is kept.
        """
        key = (*self.seed, 3, "ab".index(person.party), person.index)
        shocks = (np.random.default_rng((*key, stroke + ago)).standard_normal() for ago in range(DRIFT_MEMORY))
        return sqrt(1 - DRIFT_PERSISTENCE**2) * sum(
            float(shock) * DRIFT_PERSISTENCE ** (DRIFT_MEMORY - 1 - n) for n, shock in enumerate(shocks)
        )

    def rack(self, board: int) -> np.random.Generator:
        """Random numbers for laying the rack of this board by hand."""
        return np.random.default_rng((*self.seed, 2, board))

    def mind(self, person: PlayerId, number: int) -> np.random.Generator:
        """Random numbers for a player's decisions.

        Derived, so that a player cannot compute the match's seed from them and predict its execution errors.
        """
        own = np.random.default_rng((*self.seed, 1, "ab".index(person.party), person.index, number))
        state: Any = own.bit_generator.state
        derived = np.random.PCG64(int.from_bytes(own.bytes(16), "little"))
        derived.state = state
        return np.random.Generator(derived)


@dataclass(frozen=True, slots=True)
class Seating:
    """Players at a table, one for each party in singles and two in doubles, and the surface."""

    contestants: ByParty[tuple[Contestant, ...]]
    profile: Profile = CLUB
    rack: float | None = None
    """Angle of all racks; None: each breaker chooses (41a)."""
    rack_gap: float = RACK_GAP
    """Mean gap between pieces, mm (`carrom.play.racking`); 0 for the exact rack."""
    rack_turn: float = RACK_ANGLE_ERROR

    def contestant(self, person: PlayerId) -> Contestant:
        return self.contestants[person.party][person.index]

    def rack_for(self, breaker: PlayerId) -> float:
        if self.rack is not None:
            return self.rack
        contestant = self.contestant(breaker)
        return contestant.player.turns_rack(contestant.skill, self.profile)


def player_view(match: Match, seating: Seating, person: PlayerId) -> Perception:
    board, position = _open_board(match)
    course = match.course
    seen = replace(board, turn=person)
    if board.queen == "pending" and person.party != board.turn.party:
        seen = replace(seen, queen="board")
    rival = course.next_player(person, match.setup.rulebook)
    return Perception(
        position=position,
        seat=course.seat(person),
        colour=board.colour(person.party),
        situation=seen.situation(course.points),
        rulebook=match.setup.rulebook,
        skill=seating.contestant(person).skill,
        rival=seating.contestant(rival).skill,
        profile=seating.profile,
        next_seat=course.seat(rival),
        to_strike=course.seat(board.turn),
        board=board.number,
    )


def next_act(match: Match, seating: Seating, luck: Luck, stroke: int) -> Act:
    """Next act of the match. `stroke` counts the strokes so far and keys the luck of the next one."""
    move = next_move(match, seating, luck, stroke)
    return move.act if isinstance(move, Struck) else move


def next_move(match: Match, seating: Seating, luck: Luck, stroke: int) -> Act | Struck:
    """A stroke comes with its trace."""
    course = match.course
    if course.phase == "toss":
        return acts.Toss("a" if luck.mind(PlayerId("a"), match.number).random() < 0.5 else "b")
    if course.phase == "ready":
        breaker = course.next_breaker(match.setup)
        if course.is_change_due or breaker is None:
            return acts.ChangeSides()
        return acts.Play(seating.rack_for(breaker))
    board, position = _open_board(match)
    if course.phase == "stroke":
        if is_rack_exact(match, seating.rack_gap):
            return rack_act(match, luck, seating.rack_gap, turn=seating.rack_turn)
        person = board.turn
        if not has_striker_room(position, course.seat(person)):
            return acts.ReplayBoard("142", "no room for the striker")
        view = player_view(match, seating, person)
        contestant = seating.contestant(person)
        if contestant.player.concedes(view):
            return acts.Concede(person.party, "game")
        intended = contestant.player.stroke(view, luck.mind(person, match.number))
        fault = stroke_fault(position, intended, seat=view.seat, profile=view.profile)
        if fault is not None:  # people are warned before a fault; a program has to avoid it
            raise MisplayError(person.party, f"an unlawful stroke: {_fault_text(fault)}")
        skill = contestant.skill
        made = execute(
            intended,
            skill,
            luck.hand(stroke),
            position=position,
            seat=view.seat,
            max_speed=seating.profile.max_speed,
            form=luck.form(person, stroke) if skill.drift else 0.0,
        )
        return strike(match, made, profile=seating.profile, meant=intended)
    if course.phase == "placing":
        if board.umpire:
            return umpire_act(match)
        person = board.placing[0].by
        return placing_act(match, seating, luck.mind(person, match.number))
    if course.phase == "demand" and board.award is not None:
        winner = PlayerId(board.award.winner)
        wanted = seating.contestant(winner).player.demands(player_view(match, seating, winner), board.award.demand)
        return acts.Demand(wanted)
    raise LookupError(f"nobody at the table can go on in phase {course.phase!r}")


def is_rack_exact(match: Match, gap: float = RACK_GAP) -> bool:
    """'Play' was just called over an exact rack, still to be laid with such gaps."""
    return gap > 0 and _called_rack(match) is not None


def rack_act(match: Match, luck: Luck, gap: float = RACK_GAP, *, turn: float = RACK_ANGLE_ERROR) -> acts.Arrange:
    course, rotation = match.course, _called_rack(match)
    if rotation is None or match.board is None:
        raise LookupError("no board has just begun with a known rack")
    rng = luck.rack(len(course.boards) + 100 * course.cancelled)
    seat = course.seat(match.board.breaker)
    return acts.Arrange(rack_by_hand(rng, rotation, breaker=seat, gap=gap, turn=turn), "racked by hand")


def _called_rack(match: Match) -> float | None:
    act = match.event.act if match.event is not None else None
    return act.rack if isinstance(act, acts.Play) else None


def strike(match: Match, stroke: Stroke, *, profile: Profile = CLUB, meant: Stroke | None = None) -> Struck:
    """Play this stroke for the player in turn. `meant`: the intended stroke, for the record."""
    board, position = _open_board(match)
    trace = simulate(position, stroke, seat=match.course.seat(board.turn), profile=profile)
    return Struck(stroke_act(trace, stroke, board.colour(board.turn.party), board.turn, meant=meant), trace)


def umpire_act(match: Match) -> acts.UmpirePlaces:
    """Place the queen and pieces that jumped off, at the centre circle."""
    board, position = _open_board(match)
    pieces = umpire_pieces(board, position, match.course.seat(board.turn), match.setup.rulebook)
    return acts.UmpirePlaces(tuple(pieces))


def placing_act(match: Match, seating: Seating, rng: np.random.Generator) -> Act:
    """First due placing: as many pieces as fit, or forgone, or without room."""
    board, position = _open_board(match)
    entry = board.placing[0]
    player = seating.contestant(entry.by).player
    view = player_view(match, seating, entry.by)
    may_forgo = check_forgo(board.on[entry.party], entry.count, placed=entry.placed) is None
    if may_forgo and player.forgoes(view, entry.count):
        return acts.Forgo(entry.by)
    at: list[Point] = []
    kind: Kind = board.colour(entry.party)
    for _ in range(entry.count):
        if not due_places(position):
            break
        x, y = player.place(replace(view, position=position), rng)
        fault = due_fault(position, x, y)
        if fault is not None:
            raise MisplayError(entry.by.party, f"a due piece placed unlawfully: {_fault_text(fault)}")
        position = position.with_piece(kind, x, y)
        at.append((x, y))
    if at:
        return acts.Place(tuple(at), entry.by)  # pieces without room wait (79a)
    # Room but no lawful place: the claim is given up (80).
    return acts.Forgo(entry.by) if has_placing_room(board, position, entry) else acts.NoRoom()


def _fault_text(fault: Fault) -> str:
    return f"{fault.text} (Law {fault.law})" if fault.law else fault.text


def _open_board(match: Match) -> tuple[Board, Position]:
    board = match.board
    if board is None or board.position is None:
        raise LookupError("no board with a known position is in play")
    return board, board.position
