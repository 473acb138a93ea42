"""A second fold of a match, written from the specification and the pages on the match and its record.

An independent second implementation, as `tests/laws/transcription.py` is of the judge and `tests/physics/reference.py`
of the physics; all modules `second_*` here belong to it. It shares nothing with `carrom.match`: lines in, a mutable
state changed by one plain function for each act, the figures of a match out. Strokes are judged by the second judge.
The product is compared with it line by line.
"""

from __future__ import annotations

import copy
from dataclasses import replace
from typing import Any

from tests.match.second_acts import ACTS
from tests.match.second_clocks import goes_on
from tests.match.second_lines import Line, read_line
from tests.match.second_score import points_shown, score_of
from tests.match.second_state import RefusedLineError, State, no

WRITTEN_WITHIN = 900.0
BEGIN_OR_END = ("play", "stroke", "board-over", "lose-match", "concede", "time-up")


class Fold:
    def __init__(self, rulebook: str, stage: str = "group", doubles: bool = False) -> None:
        self.setup = (rulebook, stage, doubles)
        self.state = State(rulebook, stage, doubles)
        self.starts: dict[int, State] = {}  # the match at the beginning of each board
        self.courses: list[tuple[Line, ...]] = [()]  # effective events after each event

    def say(self, text: str) -> str | None:
        """Apply a line; return None, or the code of its refusal."""
        line = read_line(text)
        if line is None:
            return "unreadable"
        try:
            if line.number is not None and line.number != len(self.courses):
                no("number")
            known = self.state.at
            if line.at is not None and known is not None and line.at < known:
                no("time")
            if line.kind == "correct":
                self._correct(line)
                return None
            self._act(line)
        except RefusedLineError as refused:
            return str(refused)
        self.courses.append((*self.courses[-1], replace(line, number=len(self.courses))))
        if line.at is not None:
            self.state.at = line.at
        return None

    def _act(self, line: Line, number: int | None = None) -> None:
        m = self.state
        if line.kind == "protest":
            self._protest(line, number)
            return
        if line.kind in ("protest-written", "protest-decided"):
            (self._write if line.kind == "protest-written" else self._decide)(line)
            return
        begun = m.boards_begun
        start = copy.deepcopy(m) if m.board is None and line.kind in BEGIN_OR_END else None
        ACTS[line.kind](m, line)
        if m.boards_begun > begun and start is not None:
            self.starts[m.boards_begun] = start

    def _correct(self, line: Line) -> None:
        to = int(line.first[0])
        if to >= len(self.courses) or not line.first[1].strip():
            no("number or reason")
        lodged = [protest["event"] for protest in self.state.protests if protest["decision"] is None]
        if lodged and to < max(lodged):
            no("a protest stays")
        course = self.courses[to]
        again = Fold(*self.setup)
        for event in course:
            again._act(event, event.number)
            if event.at is not None:
                again.state.at = event.at
        at = line.at if line.at is not None else self.state.at
        self.state, self.starts = again.state, again.starts
        self.state.at = at
        self.courses.append(course)

    # ---- protests ------------------------------------------------------------------------------------------------

    def _protest(self, line: Line, number: int | None) -> None:
        m = self.state
        if not m.figures.protests:
            no("the umpire has the last word")
        if "unpaid" in line.flags:
            no("no fee, no protest")
        if m.board is not None:
            about = {"game": m.board.game, "board": m.board.number, "index": m.boards_begun, "how": "played"}
        elif m.last_board is not None:
            about = dict(m.last_board)
        else:
            no("no board has been played")
        ended = None if m.board is not None and m.board.offer is None else m.ended.get(int(str(about["index"])))
        if number is None and ended is not None and line.at is not None and line.at > ended + WRITTEN_WITHIN:
            no("too late")
        number = len(self.courses) if number is None else number
        m.protests.append({"party": line.first[0], "written": False, "decision": None, "about": about, "event": number})
        if m.board is not None and m.phase in ("stroke", "placing") and not m.stands:
            deadline = m.board.deadline
            m.stands = True
            m.stood_left = deadline - line.at if deadline is not None and line.at is not None else None
            m.board.deadline = None

    def _open_protest(self, line: Line) -> dict[str, Any]:
        number = int(line.first[0])
        if not 1 <= number <= len(self.state.protests):
            no("no such protest")
        protest = self.state.protests[number - 1]
        if protest["decision"] is not None:
            no("decided")
        return protest

    def _write(self, line: Line) -> None:
        protest = self._open_protest(line)
        if protest["written"]:
            no("written already")
        ended = self.state.ended.get(protest["about"]["index"])
        if ended is not None and line.at is not None and line.at > ended + WRITTEN_WITHIN:
            no("too late")
        protest["written"] = True
        goes_on(self.state, line)

    def _decide(self, line: Line) -> None:
        protest = self._open_protest(line)
        if "upheld" not in line.flags:
            protest["decision"] = "overruled"
            goes_on(self.state, line)
            return
        if not protest["written"]:
            no("not in writing")
        index = protest["about"]["index"]
        protests = self.state.protests
        protest["decision"] = "upheld"
        for one in protests:
            if one["decision"] is None and one["about"]["index"] >= index:
                one["decision"] = "moot"
        at, warnings = self.state.at, self.state.warnings
        disturbances, has_struck = self.state.disturbances, self.state.has_struck
        self.state = copy.deepcopy(self.starts[index])
        self.state.protests, self.state.warnings = protests, warnings  # warnings stay
        self.state.disturbances, self.state.has_struck = disturbances, has_struck
        self.state.begun |= protest["about"]["how"] != "given away"  # play goes on without new seats
        self.state.at = at

    # ---- what it comes to ----------------------------------------------------------------------------------------

    def answer(self) -> dict[str, Any]:
        m = self.state
        board = m.board
        protested = any(protest["decision"] is None for protest in m.protests)
        return {
            "number": len(self.courses) - 1,
            "phase": m.phase,
            "score": without_the_winner(score_of(m)) if protested and m.winner else score_of(m),
            "points": points_shown(m),
            "winner": None if protested else m.winner,
            "announced": None if protested else m.winner,
            "award_law": m.award_law,
            "breaker": m.next_breaker if board is None else None,
            "change_sides": m.change_due,
            "seats": dict(sorted(m.seats.items())),
            "sat": m.sat_in_order,
            "called": m.called,
            "reported": sorted(m.reported),
            "ready": sorted(m.ready),
            "carried": m.owed_next,
            "warnings": m.warnings,
            "protests": [
                {
                    "number": number,
                    "party": protest["party"],
                    "game": protest["about"]["game"],
                    "board": protest["about"]["board"],
                    "written": protest["written"],
                    "decision": protest["decision"],
                }
                for number, protest in enumerate(m.protests, 1)
            ],
            "deadlines": self._deadlines(),
            "board": None if board is None else self._board(),
        }

    def _deadlines(self) -> dict[str, float]:
        m, found = self.state, {}
        if m.board is not None and m.board.deadline is not None and m.phase in ("stroke", "placing"):
            found[m.phase] = m.board.deadline
        if m.game_ends is not None and not m.out_of_time and m.phase != "demand":
            found["game"] = m.game_ends
        return {what: round(at, 3) for what, at in found.items()}

    def _board(self) -> dict[str, Any]:
        board = self.state.open_board
        return {
            "game": board.game,
            "number": board.number,
            "extra": board.extra,
            "breaker": board.breaker,
            "turn": board.turn,
            "strokes": board.strokes,
            "colours": board.colours,
            "attempt": board.attempt,
            "on": {party: board.on(party) for party in "ab"},
            "owed": board.owed,
            "opened": board.opened,
            "queen": board.queen,
            "lying": {
                "queen": int(board.queen == "board"),
                **{board.colours[party]: board.lying[party] for party in "ab"},
            },
            "placing": [(entry.party, entry.count, entry.by) for entry in board.placing],
            "demand": None if board.offer is None else board.offer[2],
        }


def without_the_winner(score: dict[str, Any] | None) -> dict[str, Any] | None:
    """Remove the winner while a protest is open (150)."""
    if score is not None and score["match"] is not None:
        score["match"] = None
        score["games"][-1]["winner"] = None
    return score


def shown_by_the_product(view: dict[str, Any]) -> dict[str, Any]:
    """Return the answer of `carrom match`, reduced to the fields of the second fold."""
    board = view["board"]
    shown: dict[str, Any] = {
        name: view[name]
        for name in (
            "number",
            "phase",
            "score",
            "points",
            "winner",
            "announced",
            "award_law",
            "breaker",
            "change_sides",
        )
    }
    shown |= {name: view[name] for name in ("sat", "called", "carried")}
    shown |= {name: sorted(view[name]) for name in ("reported", "ready")}
    shown["warnings"] = [(warning["who"], warning["law"], warning["count"]) for warning in view["warnings"]]
    shown["seats"] = {one["player"]: one["seat"] for party in "ab" for one in view["players"][party]}
    fields = ("number", "party", "game", "board", "written", "decision")
    shown["protests"] = [{name: protest[name] for name in fields} for protest in view["protests"]]
    shown["deadlines"] = {
        one["what"]: round(one["at"], 3) for one in view["deadlines"] if one["what"] in ("stroke", "placing", "game")
    }
    shown["board"] = board and {
        **{
            name: board[name]
            for name in ("game", "number", "extra", "breaker", "colours", "attempt", "on", "owed", "lying")
        },
        "turn": board["turn"]["player"],
        "strokes": board["turn"]["strokes"],
        "opened": board["opened"],
        "queen": board["queen"],
        "placing": [(entry["party"], entry["count"], entry["by"]) for entry in board["placing"]],
        "demand": board["demand"] and board["demand"]["demand"],
    }
    return shown
