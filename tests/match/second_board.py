"""Strokes, turns and fouls of the second fold, with the second judge's rulings."""

from __future__ import annotations

from typing import Any

from tests.laws.transcription import rule
from tests.match.second_figures import other
from tests.match.second_lines import Line
from tests.match.second_score import begin_board, rest_game_clock, score_board
from tests.match.second_state import Board, Entry, State, no

PLACING_SECONDS = 15.0


# ---- turns -------------------------------------------------------------------------------------------------------


def pass_turn(m: State, at: float | None) -> None:
    """Pass the turn; an uncovered queen comes back, and a player who talked misses the turn (14a)."""
    board = m.open_board
    if board.queen == "pending":
        queen_comes_back(board, board.turn[0])
    give_turn(m, m.follows(board.turn), at)


def give_turn(m: State, player: str, at: float | None) -> None:
    board = m.open_board
    while board.skips.get(player, 0):
        board.skips[player] -= 1
        player = m.follows(player)
    board.turn = player
    board.strokes = 0
    board.played_on = None
    board.striker_lies = False
    if board.attempt is not None:
        board.attempt = 1
    start_stroke_clock(m, at)


def queen_comes_back(board: Board, party: str) -> None:
    board.queen = "board"
    board.came_back = party
    board.stroke_since = False


def start_stroke_clock(m: State, at: float | None) -> None:
    m.stands = False
    if m.board is not None:
        m.board.deadline = None if at is None else at + m.figures.stroke_seconds


# ---- placing comes after a stroke or an offence ------------------------------------------------------------------


def due(m: State, party: str, count: int, by: str, vain: int, at: float | None) -> None:
    """Take out so many pieces of a party."""
    if count == 0:
        return
    board = m.open_board
    for entry in board.placing:
        if entry.party == party and entry.by == by:
            entry.count += count
            entry.vain += vain
            break
    else:
        entry = Entry(party, count, by, vain)
        board.placing.append(entry)
    if sum(one.count for one in board.placing) == count:  # otherwise the time for the others is already running
        m.stands = False
        board.deadline = None if at is None else at + PLACING_SECONDS


def take_out_owed(m: State, party: str, by: str, at: float | None) -> None:
    """Take out the pieces that a party owes, as far as it has pocketed pieces (72c) and they have room (79)."""
    board = m.open_board
    waiting = board.waiting[party]
    count = max(0, min(board.owed[party], 9 - board.on(party)) - waiting)
    board.owed[party] -= count
    due(m, party, count, by, 0, at)


def settle_phase(m: State) -> None:
    board = m.board
    if board is not None and m.phase in ("stroke", "placing"):
        m.phase = "placing" if board.placing else "stroke"


# ---- the stroke --------------------------------------------------------------------------------------------------


def stroke(m: State, line: Line) -> None:
    early = "early" in line.flags
    if m.phase == "ready" and not early:
        no("'Play' has not been called")
    if early and m.phase != "ready":
        no("'Play' has been called")
    if m.phase not in ("stroke", "ready"):
        no("out of order")
    if early and m.change_due:
        no("the sides change first")
    if "law" in line.fields and (line.fields["law"] not in IMPROPER_BY or "improper" not in line.flags):
        no("that made no stroke improper")
    by = line.fields.get("by")
    player = m.next_breaker if early else m.open_board.turn
    if by is not None and by != player:
        no("out of turn")
    assert player is not None
    facts: dict[str, Any] = {
        "proper": "improper" not in line.flags and not early,
        "touched": "untouched" not in line.flags,
        "own": line.count("own"),
        "opponent": line.count("opponent"),
        "queen": "queen" in line.flags,
        "striker": "striker" in line.flags,
    }
    party = player[0]
    on = {"a": 9, "b": 9} if early else {who: m.open_board.on(who) for who in "ab"}
    queen = "board" if early else m.open_board.queen
    jumped = line.fields["jumped"].split(",") if "jumped" in line.fields else []
    colours = {party: "white", other(party): "black"} if early else m.open_board.colours
    _must_be_possible(facts, on, party, queen, jumped, colours)
    if early and facts["opponent"] == 9:
        no("no break pockets all nine pieces of the other side")
    if early:
        begin_board(m, line.at)
        m.phase = "stroke"
    m.has_struck.add(party)
    judge_stroke(m, player, facts, line.at, early)


# Possible faults of a stroke under the Laws.
IMPROPER_BY = frozenset(
    ("29", "30a", "30b", "32", "33", "34", "37a", "38a", "115", "124c", "130a", "130b", "133", "134")
)


def _must_be_possible(
    facts: dict[str, Any], on: dict[str, int], party: str, queen: str, jumped: list[str], colours: dict[str, str]
) -> None:
    gone = {party: facts["own"], other(party): facts["opponent"]}
    for who in "ab":
        if gone[who] + jumped.count(colours[who]) > on[who]:
            no("more pieces than lie there")
    if facts["queen"] + jumped.count("queen") > (queen == "board"):
        no("the queen does not lie there")
    if not facts["touched"] and (facts["own"] or facts["opponent"] or facts["queen"] or jumped):
        no("nothing was touched")


def _all_nine_too_early(ruling: dict[str, Any], owed: dict[str, int], facts: dict[str, Any]) -> dict[str, Any]:
    """Return whether an early break pocketed all nine: it ends no board, and everything comes out again (47)."""
    theirs = min(owed["opponent"], facts["opponent"])
    return {
        **ruling,
        "turn": "passes",
        "placed": {"player": 9, "opponent": theirs},
        "owed": {"player": owed["player"] + ruling["due"] + ruling["penalty"], "opponent": owed["opponent"] - theirs},
        "own": 9,
        "opponent": 9 - facts["opponent"] + theirs,
        "queen": "board",
        "result": None,
    }


def judge_stroke(m: State, player: str, facts: dict[str, Any], at: float | None, early: bool = False) -> None:
    board = m.open_board
    party, rival = player[0], other(player[0])
    before = situation(m, party)
    ruling = rule({"rulebook": m.rulebook, "before": before, "stroke": facts})
    if early and facts["own"] == 9 and facts["opponent"] < 9:
        ruling = _all_nine_too_early(ruling, before["owed"], facts)
    board.struck = player
    board.before = {"situation": before, "facts": dict(facts)}
    board.last_turn = (player, board.strokes)
    board.may_play_on = board.late = None
    board.stroke_since = True
    m.stands = False
    board.place_called = False
    if facts["queen"]:
        board.came_back = None
    board.passes = {"a": 0, "b": 0}
    if ruling["result"] is not None:
        result = ruling["result"]
        winner = party if result["winner"] == "player" else rival
        board.lying = {party: ruling["own"], rival: ruling["opponent"]}
        board.opened[party] = board.opened[party] or facts["own"] > ruling["returned"]["own"]
        board.opened[rival] = board.opened[rival] or facts["opponent"] > 0
        board.owed = {"a": 0, "b": 0}
        _set_queen(board, ruling["queen"], party)
        end_board(m, winner, result["points"], result["demand"], at)
        return
    returned = ruling["returned"]["own"]
    board.lying[party] -= facts["own"]
    board.lying[rival] -= facts["opponent"]
    board.opened[party] = board.opened[party] or facts["own"] > returned
    board.opened[rival] = board.opened[rival] or facts["opponent"] > 0
    board.owed = {party: ruling["owed"]["player"], rival: ruling["owed"]["opponent"]}
    was_pending = before["queen"] == "pending"
    _set_queen(board, ruling["queen"], party)
    due(m, party, ruling["placed"]["player"], m.neighbour(player, 1), min(returned, ruling["placed"]["player"]), at)
    due(m, rival, ruling["placed"]["opponent"], player, 0, at)
    placing_until = board.deadline
    if facts["touched"]:
        board.attempt = None
    if ruling["turn"] == "retry":
        assert board.attempt is not None
        board.attempt += 1
        board.strokes += 1
        start_stroke_clock(m, at)
    elif ruling["turn"] == "continues":
        board.strokes += 1
        start_stroke_clock(m, at)
    else:
        clean_stroke = facts["proper"] and not facts["striker"]
        pass_turn(m, at)
        if clean_stroke and facts["opponent"]:
            board.may_play_on = player
    if was_pending and board.queen == "board":
        queen_comes_back(board, party)
    if board.placing:
        board.deadline = placing_until
    board.striker_lies = ruling["turn"] == "passes"
    board.waiting = {"a": 0, "b": 0}
    settle_phase(m)


def situation(m: State, party: str) -> dict[str, Any]:
    board, rival = m.open_board, other(party)
    queen = {"board": "board", "pending": "pending", party: "player", rival: "opponent"}[board.queen]
    return {
        "own": board.on(party),
        "opponent": board.on(rival),
        "queen": queen,
        "opened": board.opened[party],
        "owed": {"player": board.owed[party], "opponent": board.owed[rival]},
        "score": {"player": m.points_of(party), "opponent": m.points_of(rival)},
        "break": board.attempt,
    }


def _set_queen(board: Board, queen: str, party: str) -> None:
    board.queen = {"player": party, "opponent": other(party)}.get(queen, queen)


def end_board(m: State, winner: str, points: int, demand: int, at: float | None) -> None:
    board = m.open_board
    board.placing = []
    board.deadline = None
    board.attempt = None
    board.strokes += 1
    if demand:
        rest_game_clock(m, at)
        board.offer = (winner, points, demand)
        m.phase = "demand"
    else:
        score_board(m, winner, points, at)
