"""Acts of the server's umpire. Pure: no clock, no store."""

from collections.abc import Callable, Sequence

from carrom.equipment import has_striker_room
from carrom.match import Act, Match, Refused, apply
from carrom.match.log import acts
from carrom.match.rules.placing import has_placing_room
from carrom.match.views.view import is_possible
from carrom.physics import Trace
from carrom.play import Luck, Struck, is_rack_exact, rack_act, umpire_act
from carrom.server.table.agreement import Agreement
from carrom.server.table.state import (
    absent_parties,
    all_players,
    people_in_party,
    side_choosers,
    toss_choices,
    turned_rack,
)

UMPIRE_NAME = "the server's umpire"


def play_out(
    match: Match,
    moves: Sequence[Act | Struck],
    follow: Callable[[Match], Act | None],
    time: Callable[[Match, Trace | None], float | None],
) -> list[tuple[Match, Trace | None]] | Refused:
    """The match after each act, with traces of strokes. One refusal refuses all."""
    played: list[tuple[Match, Trace | None]] = []
    waiting = list(moves)
    while (move := waiting.pop(0) if waiting else follow(match)) is not None:
        act, trace = (move.act, move.trace) if isinstance(move, Struck) else (move, None)
        applied = apply(match, match.next_event(act, at=time(match, trace)))
        if isinstance(applied, Refused):
            return applied
        match = applied.match
        played.append((match, trace))
    return played


def arrival_report(match: Match, agreed: Agreement, came: frozenset[str]) -> Act | None:
    """Report a party once all its people came (143i)."""
    for party in absent_parties(match):
        if all(player.text() in came for player in people_in_party(match, agreed, party)):
            return acts.Reported(party)
    return None


def act_between_boards(match: Match, agreed: Agreement) -> Act | None:
    course = match.course
    for case in course.protests:
        if case.decision is None and not case.written:
            return acts.ProtestWritten(case.number)  # typed, so in writing
    is_far_apart = not agreed.is_solo and agreed.has_opponents
    if is_far_apart and course.phase in ("toss", "ready") and not course.has_begun and not course.is_called:
        return acts.Called()
    begins_at_once = agreed.casual and is_far_apart and not course.has_begun and not absent_parties(match)
    if course.phase == "toss":
        winner = agreed.coin(match)
        has_choice = len(toss_choices(match)) > 1 or match.setup.is_doubles  # a pair also chooses the breaker (42)
        if begins_at_once or not has_choice or not people_in_party(match, agreed, winner):
            return acts.Toss(winner)
    if course.phase == "over" and [who for who, _ in course.signatures] == ["loser"]:
        return acts.Sign("umpire", UMPIRE_NAME)
    if course.phase == "ready" and course.trial is None:
        if course.is_change_due:
            return acts.ChangeSides()
        if is_far_apart and course.rest is None and is_possible(match, acts.Interval):
            return acts.Interval()
        people = [player for player in all_players(match) if agreed.is_person(player)]
        # At one screen no one must come. Against computers neither side nor trial boards matter.
        has_side = agreed.has_opponents and course.toss_choice == "side" and side_choosers(match, agreed)
        has_trials = agreed.has_opponents and match.setup.rulebook.no_trial_boards is None
        if (
            not people
            or begins_at_once
            or (agreed.is_solo and not course.has_begun and not has_side and not has_trials)
        ):
            return acts.Play(turned_rack(match))
    return None


def act_at_board(match: Match, agreed: Agreement) -> Act | None:
    course, board = match.course, match.board
    if board is None or board.position is None:
        return None
    if is_rack_exact(match):
        return rack_act(match, Luck((agreed.seed,)))
    if course.phase == "placing":
        if board.umpire:
            return umpire_act(match)
        if board.placing and not has_placing_room(board, board.position, board.placing[0]):
            return acts.NoRoom()
    if course.phase == "stroke" and not has_striker_room(board.position, course.seat(board.turn)):
        return acts.ReplayBoard("142", "no room for the striker")
    return None
