"""Invariants of a match after every act, stated without the match's own rules."""

from __future__ import annotations

import json
from collections import Counter

from carrom.laws import PIECES
from carrom.match import Board, Deadline, Event, Match, Record, Setup, deadlines, fold, tell, view
from carrom.match.course import Course
from carrom.match.log import acts as a
from carrom.match.log.notation import event_from_text, event_text
from carrom.match.parties import PARTIES
from carrom.match.views.score_card import score_card
from carrom.match.views.view import match_json
from tests.refusals import mentions

WAITED_FOR: dict[str, set[str]] = {
    "toss": {"toss", "change-sides"},
    "ready": {"play", "change-sides"},
    "stroke": {"stroke"},
    "placing": {"place", "umpire-places"},
    "appeal": {"play"},
    "demand": {"demand"},
    "over": set(),
}
"""By phase: the expected acts."""

FIRES: dict[str, a.Act] = {"stroke": a.Timeout(), "placing": a.Timeout(), "game": a.TimeUp()}
"""Automatic consequences of deadlines."""
FOR_PEOPLE = ("report", "change", "interval", "protest-written", "protest-decided")
"""Deadlines after which a person decides."""


NOTES = ("remark", "warning", "striker-checked", "powder", "board-changed", "called", "reported", "ready")
"""Acts that are recorded and change nothing on the board."""
NO_TURN = (
    *("place", "place-called", "forgo", "no-room", "umpire-places", "removed", "arrange", "striker-up"),
    *("appeal", "stop", "protest", "protest-written"),
)
"""Acts that never change the turn."""


def check(match: Match) -> None:
    """Check everything below except the properties of the whole record."""
    if match.board is not None and match.board.award is None:
        check_pieces(match.board)
    check_waiting(match)
    check_silence(match)
    if match.event is not None:
        check_forms(match.event)


def check_pieces(board: Board) -> None:
    """Nineteen pieces are on the board, in a hand, or pocketed; no side owes less than zero."""
    lying = board.lying()
    in_hand = Counter(board.umpire)
    for entry in board.placing:
        assert entry.count > 0
        in_hand[board.colour(entry.party)] += entry.count
    for party in PARTIES:
        colour = board.colour(party)
        assert 1 <= board.on[party] <= PIECES
        assert lying[colour] >= 0
        assert lying[colour] + in_hand[colour] == board.on[party]
        assert board.owed[party] >= 0
    assert lying["queen"] + in_hand["queen"] == (board.queen == "board")
    if board.position is not None:
        assert {kind: board.position.on_board(kind) for kind in lying} == lying


def check_waiting(match: Match) -> None:
    """Either the match waits for an act or it is over, and it is over when it has a winner."""
    seen = view(match)
    waited_for = WAITED_FOR[match.phase] & set(seen.possible)
    assert bool(waited_for) != (match.phase == "over")
    assert (match.winner is not None) == (match.phase == "over")
    assert match.board is not None or match.phase in ("toss", "ready", "appeal", "over")
    assert match.board is None or match.phase in ("stroke", "placing", "appeal", "demand")
    assert match.phase in ("stroke", "placing", "ready") or not firing(deadlines(match))
    json.dumps(seen.json())


def check_step(before: Match, after: Match) -> None:
    """An act changes its own subject and nothing else."""
    kind = after.event.act.kind if after.event is not None else ""
    was, now = before.course, after.course
    if kind in NOTES:
        assert (now.phase, now.score, now.boards) == (was.phase, was.score, was.boards)
        # After an overlap or a piece on its rim (67, 68) the board is known by its counts alone.
        assert now.board == was.board or (kind == "remark" and _counts(now.board) == _counts(was.board))
        assert firing(deadlines(after)) == firing(deadlines(before))
    if kind in NO_TURN and was.board is not None and now.board is not None:
        assert (now.board.turn, now.board.owed) == (was.board.turn, was.board.owed) or kind in ("forgo", "no-room")
        assert now.score == was.score


def _counts(board: Board | None) -> object:
    return board and (board.turn, board.on, board.owed, board.queen, board.placing)


def check_silence(match: Match) -> None:
    """Law 150: while a protest is open nothing names a winner."""
    seen, card, sentences = view(match), score_card(match), tell(match)
    assert all(sentences)
    if not match.course.has_open_protest:
        assert (seen.announced, seen.winner) == (match.winner, match.winner)
        assert bool(card.winner) == (match.winner is not None)
        return
    assert (seen.announced, seen.winner) == (None, None)
    assert seen.score is None or seen.score["match"] is None
    assert card.winner == ""
    assert not any(one.code == "match-won" for one in match.happened)
    if match.course.is_withheld:
        assert mentions(card.remarks[-1], "150")


def check_forms(event: Event) -> None:
    """An event is the same in every form."""
    assert Event.from_json(json.loads(json.dumps(event.json()))) == event
    assert event_from_text(event_text(event), number=1) == event


def check_record(match: Match) -> None:
    """Events, text and lines of a record lead to the same match."""
    setup = match.setup
    assert fold(setup, match.events()) == match
    standing = [Event(number, event.act, event.at) for number, event in enumerate(match.effective(), start=1)]
    assert fold(setup, standing).course == match.course
    assert Setup.from_json(json.loads(json.dumps(setup.json()))) == setup
    again = Record.from_text(Record.of(match).text())
    assert (again.setup, again.events, again.match().course) == (setup, match.events(), match.course)
    asked = {
        "rulebook": setup.rulebook.id,
        "stage": setup.stage,
        "doubles": setup.is_doubles,
        "names": {party: list(setup.names[party]) for party in PARTIES},
        "events": [event_text(event) for event in match.events()],
    }
    answer = match_json(asked)
    assert not [line for line in answer.pop("lines") if "refused" in line]
    assert answer == view(match).json()


def firing(running: tuple[Deadline, ...]) -> list[Deadline]:
    """Return the deadlines that have automatic consequences."""
    return [deadline for deadline in running if deadline.what in FIRES]


class Beginnings:
    """Copies of the match at the beginning of each board, to which an upheld protest must lead back (151a)."""

    def __init__(self, match: Match) -> None:
        self._after: dict[int, tuple[Course, ...]] = {match.number: ()}
        self._cases: dict[int, tuple[Course, ...]] = {}

    def note(self, before: Match, after: Match) -> None:
        """Note a step of the match."""
        boards = self._after[before.number]
        act = after.event.act if after.event is not None else None
        was, now = before.course, after.course
        if isinstance(act, a.Correct):
            boards = self._after[act.to]
        elif isinstance(act, a.ProtestDecided) and act.upheld:
            boards = self._cases[act.protest]
            self._check_upheld(now, boards[-1])
            boards = boards[:-1]
        elif isinstance(act, a.Protest):
            self._cases[len(now.protests)] = boards
        elif was.board is None and (now.board is not None or isinstance(act, a.LoseMatch) or _has_ended_one(was, now)):
            boards = (*boards, was)
        self._after[after.number] = boards

    @staticmethod
    def _check_upheld(now: Course, then: Course) -> None:
        assert (now.score, now.boards, now.board, now.seats) == (then.score, then.boards, None, then.seats)
        assert (now.awarded, now.opener, now.is_change_due) == (then.awarded, then.opener, then.is_change_due)
        assert now.phase in ("ready", "toss", "appeal") or now.phase == then.phase == "over"


def _has_ended_one(was: Course, now: Course) -> bool:
    """Return whether the next board ended before it began, by a result or by conceding the game or match."""
    return now.awarded != was.awarded or (was.score is not None and now.score != was.score)
