"""A match to which anything may happen, checked after each step."""

from __future__ import annotations

from random import Random

from carrom.equipment import due_places
from carrom.match import ACTS, Applied, Match, Record, Refused, Setup, apply, deadlines, possible_acts, tell_refusal
from carrom.match.log import acts as a
from carrom.match.log.notation import event_text
from carrom.match.parties import PARTIES, other
from tests.match.driver import finish, next_plain_act
from tests.match.invariants import FIRES, Beginnings, check, check_record, check_step, firing
from tests.match.random_act import Pick, random_act

RARE = ("remark", "warning", "sign", "striker-checked", "board-changed", "powder", "correct", "lose-match", "concede")
"""Acts that change little, or end the match."""


class RandomTable:
    """A match and a clock that is read or not. Each method is a way to go on, chosen by `pick`."""

    def __init__(self, setup: Setup, *, timed: bool) -> None:
        self.match = Match.start(setup)
        self.is_timed, self.now = timed, 0.0
        self.lines: list[str] = []
        self._beginnings = Beginnings(self.match)

    @property
    def at(self) -> float | None:
        return self.now if self.is_timed else None

    def do(self, act: a.Act) -> Applied | Refused:
        before, possible = self.match, possible_acts(self.match)
        event = before.next_event(act, at=self.at)
        answer = apply(before, event)
        self.lines.append(event_text(event) + (f"  ; {tell_refusal(answer)}" if isinstance(answer, Refused) else ""))
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
        self.do(random_act(kind, self.match, pick, fair=True))

    def anything(self, pick: Pick) -> None:
        self.do(random_act(pick.one(sorted(ACTS)), self.match, pick, fair=False))

    def play_on(self, pick: Pick) -> None:
        for _ in range(pick.one([1, 2, 4, 8])):
            if self.match.phase == "stroke":
                self.do(random_act("stroke", self.match, pick, fair=True))
            elif self.match.phase != "over":
                assert isinstance(self.do(next_plain_act(self.match)), Applied)

    def come_to_a_later_game(self, pick: Pick) -> None:
        """Play at most one game for each side, so that the deciding one is reached."""
        party = pick.one(PARTIES)
        for _ in range(pick.one([1, 2])):
            score = self.match.course.score
            if score is not None and not any(game.winner == other(party) for game in score.games):
                self.do(a.Concede(party, "game"))
            party = other(party)

    def nobody_notices(self, pick: Pick) -> None:
        """Leave a queen uncovered, or play on after an opponent's piece, unnoticed (96, 125b)."""
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
        """Take out two and place one in time (88b)."""
        if self.match.phase == "stroke":
            self.do(a.StrokeMade(own=1, striker=True))
        self.do(random_act("place", self.match, Pick(lambda of: of[-1]), fair=True))
        self.now += 60.0
        self.do(a.Timeout())
        self.do(a.Removed(pick.one([0, 1, 2])))

    def a_protest_is_upheld(self, pick: Pick) -> None:
        self.do(a.Protest(pick.one(PARTIES), "the striker left the base line"))
        number = len(self.match.course.protests)
        if pick.one([True, False]):
            self.do(random_act(pick.one(possible_acts(self.match)), self.match, pick, fair=True))
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
        tries = (random_act(kind, self.match, lots, fair=True) for _ in range(300))
        events = (self.match.next_event(act, at=at) for act in tries for at in (self.at, None))
        accepted = (event for event in events if isinstance(apply(self.match, event), Applied))
        assert next(accepted, None) is not None, f"{kind} is listed as possible and always refused"

    def what_is_not_possible_cannot_be(self, pick: Pick) -> None:
        lots = Pick(Random(pick.one(range(100))).choice)
        for kind in sorted(ACTS.keys() - set(possible_acts(self.match))):
            for fair in (True, False):
                act = random_act(kind, self.match, lots, fair=fair)
                answer = apply(self.match, self.match.next_event(act, at=self.at))
                assert isinstance(answer, Refused), f"{act} is accepted"

    def end(self, pick: Pick | None = None) -> None:
        """Check that the match can be played to its end from here."""
        assert finish(self.match, at=self.at).phase == "over"

    def record(self) -> str:
        check_record(self.match)
        return Record.of(self.match).text()


def _open_protests(match: Match) -> set[int]:
    return {case.number for case in match.course.protests if case.decision is None}


WAYS = (
    *[RandomTable.play_on, RandomTable.something_fair] * 5,
    *[RandomTable.something_fair] * 3,
    *[RandomTable.anything, RandomTable.nobody_notices, RandomTable.wait, RandomTable.time_runs_out] * 2,
    *(RandomTable.placing_takes_too_long, RandomTable.a_protest_is_upheld, RandomTable.come_to_a_later_game),
    *(RandomTable.correct_twice, RandomTable.end),
    *(RandomTable.what_is_possible_can_be, RandomTable.what_is_not_possible_cannot_be),
)
"""Ways to go on; frequent ones are listed more than once."""
