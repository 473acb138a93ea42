"""A table at which anything is tried, one thing after the other, and looked at after each."""

from __future__ import annotations

from random import Random

from carrom.equipment import due_places
from carrom.match import ACTS, Applied, Match, Record, Refused, Setup, apply, deadlines, possible_acts, tell_refusal
from carrom.match.log import acts as a
from carrom.match.log.notation import event_text
from carrom.match.parties import PARTIES, other
from tests.match.always import FIRES, Beginnings, check, check_record, check_step, firing
from tests.match.any_act import Pick, any_act
from tests.match.driver import finish, next_plain_act

RARE = ("remark", "warning", "sign", "striker-checked", "board-changed", "powder", "correct", "lose-match", "concede")
"""What changes little, or ends everything."""


class TriedTable:
    """A match, and a clock that is looked at or not. Each way to go on is a method that chooses by `pick`."""

    def __init__(self, setup: Setup, *, timed: bool) -> None:
        self.match = Match.start(setup)
        self.is_timed, self.now = timed, 0.0
        self.said: list[str] = []
        self._beginnings = Beginnings(self.match)

    @property
    def at(self) -> float | None:
        return self.now if self.is_timed else None

    def do(self, act: a.Act) -> Applied | Refused:
        before, possible = self.match, possible_acts(self.match)
        event = before.next_event(act, at=self.at)
        answer = apply(before, event)
        self.said.append(event_text(event) + (f"  ; {tell_refusal(answer)}" if isinstance(answer, Refused) else ""))
        if isinstance(answer, Refused):
            assert answer.code
            assert answer.text
        else:
            assert act.kind in possible, f"{act.kind} was accepted though it was not possible"
            self.match = answer.match
            self._beginnings.note(before, self.match)
            check_step(before, self.match)
            check(self.match)
        return answer

    def something_fair(self, pick: Pick) -> None:
        possible = possible_acts(self.match)
        telling = [kind for kind in possible if kind not in RARE]
        kind = pick.one(possible if not telling or pick.is_rare(8) else telling)
        self.do(any_act(kind, self.match, pick, fair=True))

    def anything(self, pick: Pick) -> None:
        self.do(any_act(pick.one(sorted(ACTS)), self.match, pick, fair=False))

    def play_on(self, pick: Pick) -> None:
        for _ in range(pick.one([1, 2, 4, 8])):
            if self.match.phase == "stroke":
                self.do(any_act("stroke", self.match, pick, fair=True))
            elif self.match.phase != "over":
                assert isinstance(self.do(next_plain_act(self.match)), Applied)

    def come_to_a_later_game(self, pick: Pick) -> None:
        """A game to each side at the most, so that the deciding one is reached."""
        party = pick.one(PARTIES)
        for _ in range(pick.one([1, 2])):
            score = self.match.course.score
            if score is not None and not any(game.winner == other(party) for game in score.games):
                self.do(a.Concede(party, "game"))
            party = other(party)

    def nobody_notices(self, pick: Pick) -> None:
        """A queen is not covered, or somebody plays on after an opponent's piece (96, 125b)."""
        board, strokes = self.match.board, pick.one([0, 1, 2])
        if board is None or self.match.phase != "stroke" or board.attempt is not None:
            return
        player = board.turn
        if board.queen == "board" and board.opened[player.party]:
            law, acts = "96", [a.StrokeMade(queen=True), a.StrokeMade(), *[a.StrokeMade()] * strokes]
        else:
            law, acts = "125b", [a.StrokeMade(opponent=1)]
        for act in (*acts, a.Unnoticed(law, player), *[a.StrokeMade(own=1)] * strokes):
            self.do(act)
        if pick.one([True, False]):
            self.do(a.Noticed())

    def placing_takes_too_long(self, pick: Pick) -> None:
        """Two come out, one is placed in time (88b)."""
        if self.match.phase == "stroke":
            self.do(a.StrokeMade(own=1, striker=True))
        self.do(any_act("place", self.match, Pick(lambda of: of[-1]), fair=True))
        self.now += 60.0
        self.do(a.Timeout())
        self.do(a.Removed(pick.one([0, 1, 2])))

    def a_protest_is_upheld(self, pick: Pick) -> None:
        self.do(a.Protest(pick.one(PARTIES), "the striker left the base line"))
        number = len(self.match.course.protests)
        if pick.one([True, False]):
            self.do(any_act(pick.one(possible_acts(self.match)), self.match, pick, fair=True))
        self.do(a.ProtestWritten(number))
        self.do(a.ProtestDecided(number, upheld=True))

    def wait(self, pick: Pick) -> None:
        self.now += pick.one([0.5, 7.25, 20.0, 130.0, 1000.0])

    def time_runs_out(self, pick: Pick) -> None:
        running = firing(deadlines(self.match)) if self.is_timed else []
        if not running:
            return
        first, before = running[0], self.match.course
        self.now = max(self.now, first.at)
        answer = self.do(FIRES[first.what])
        assert isinstance(answer, Applied), f"{first} has run out, and nothing follows: {answer.text}"
        assert answer.match.course != before
        again = [one for one in firing(deadlines(answer.match)) if one.what == first.what and one.at <= self.now]
        assert not again, "it would run out again and again"

    def correct_twice(self, pick: Pick) -> None:
        before = self.match
        if isinstance(self.do(a.Correct(max(0, before.number - pick.one(range(16))), "a wrong tap")), Applied):
            assert _open_protests(before) <= {case.number for case in self.match.course.protests}, (
                "149: none is withdrawn"
            )
            opened = _open_protests(self.match)
            back = self.do(a.Correct(before.number, "it was right"))
            if isinstance(back, Refused):  # the correction has brought back an open protest
                assert back.law == "149"
                assert opened - {case.number for case in before.course.protests}
            else:
                assert self.match.course == before.course

    def what_is_possible_can_be(self, pick: Pick) -> None:
        kind, board = pick.one(possible_acts(self.match)), self.match.board
        if kind == "place" and board is not None and board.position is not None and not due_places(board.position):
            return  # there is room, but only for a foul (80)
        lots = Pick(Random(pick.one(range(100))).choice)
        tries = (any_act(kind, self.match, lots, fair=True) for _ in range(300))
        events = (self.match.next_event(act, at=at) for act in tries for at in (self.at, None))
        accepted = (event for event in events if isinstance(apply(self.match, event), Applied))
        assert next(accepted, None) is not None, f"{kind} is said to be possible, and always refused"

    def what_is_not_possible_cannot_be(self, pick: Pick) -> None:
        lots = Pick(Random(pick.one(range(100))).choice)
        for kind in sorted(ACTS.keys() - set(possible_acts(self.match))):
            for fair in (True, False):
                act = any_act(kind, self.match, lots, fair=fair)
                answer = apply(self.match, self.match.next_event(act, at=self.at))
                assert isinstance(answer, Refused), f"{act} is accepted"

    def end(self, pick: Pick | None = None) -> None:
        """From here, as from anywhere, the match can be played to its end (and is not)."""
        assert finish(self.match, at=self.at).phase == "over"

    def record(self) -> str:
        check_record(self.match)
        return Record.of(self.match).text()


def _open_protests(match: Match) -> set[int]:
    return {case.number for case in match.course.protests if case.decision is None}


WAYS = (
    *[TriedTable.play_on, TriedTable.something_fair] * 5,
    *[TriedTable.something_fair] * 3,
    *[TriedTable.anything, TriedTable.nobody_notices, TriedTable.wait, TriedTable.time_runs_out] * 2,
    *(TriedTable.placing_takes_too_long, TriedTable.a_protest_is_upheld, TriedTable.come_to_a_later_game),
    *(TriedTable.correct_twice, TriedTable.end),
    *(TriedTable.what_is_possible_can_be, TriedTable.what_is_not_possible_cannot_be),
)
"""How it may go on, the frequent ways more than once."""
