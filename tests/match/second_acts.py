"""Remaining acts of the second fold, one function for each."""

from __future__ import annotations

from collections.abc import Callable

from tests.match.second_board import stroke
from tests.match.second_clocks import place_called, play, stop_clocks, striker_up
from tests.match.second_figures import ENDS_OUTSIDE_A_STROKE, REPLAYS, other
from tests.match.second_fouls import FOUL_LAWS, foul, party_and_player, pass_over, talk
from tests.match.second_lines import Line
from tests.match.second_opening import (
    board_changed,
    called,
    is_ready,
    powder,
    reported,
    sit,
    striker_checked,
    toss,
    trial,
)
from tests.match.second_placing import forgo, no_room, place, removed, timeout
from tests.match.second_points import points_by_law
from tests.match.second_score import (
    begin_board,
    concede_game,
    end_match,
    end_next_board,
    game_number,
    leave_board,
    repeat_board,
    score_board,
    time_is_up,
)
from tests.match.second_state import State, no
from tests.match.second_unseen import fell, noticed, unnoticed

IN_A_BOARD = ("stroke", "placing", "appeal")
FORFEITS = ("143", *(f"143{letter}" for letter in "abcdefghi"))


def demand(m: State, line: Line) -> None:
    if m.phase != "demand":
        no("out of order")
    offer = m.open_board.offer
    assert offer is not None
    winner, points, most = offer
    taken = int(line.first[0])
    if not 0 <= taken <= most:
        no("not so many")
    score_board(m, winner, points + taken, line.at)


def lose_board(m: State, line: Line) -> None:
    loser, law = line.first
    if m.phase not in IN_A_BOARD or m.board is None or m.board.offer is not None:
        no("out of order")
    if law not in ENDS_OUTSIDE_A_STROKE:
        no("no law that ends a board")
    if law == "121b" and m.phase != "appeal":
        no("nobody has appealed")
    board, winner = m.open_board, other(loser)
    points = board.lying[loser] + sum(entry.vain for entry in board.placing if entry.party == loser)
    if board.queen in ("board", "pending", winner) and m.credited(winner):
        points += m.figures.queen
    score_board(m, winner, points, line.at)


def lose_match(m: State, line: Line) -> None:
    loser, law = line.first
    if m.phase == "over" and (len(m.signed) == 2 or law not in ("143", "143c", "143d")):
        no("out of order")
    if law == "143b" and (m.figures.games == 1 or m.board is not None or game_number(m) != 3 or m.current_game()):
        no("no rest")
    warned = [who for who, old, _ in m.warnings if who[0] == loser and old in ("129", "143h")]
    if law == "143h" and len(warned) + m.disturbances.count(loser) < 2:
        no("it has not been more than twice")
    kreeda = m.rulebook == "kreeda-2024"
    own_losses = ("kreeda-2024:14d", "kreeda-2024:14d-i") if kreeda else ()
    if law not in own_losses and (law not in FORFEITS or (kreeda and law == "143i")):
        no("no law by which a match is lost")
    late_after = 0.0 if kreeda else 900.0  # players in KREEDA arrive ten minutes early
    if law in ("143i", "kreeda-2024:14d-i"):
        if loser in m.reported | m.ready | m.has_struck:
            no("he has come")
        if _time_left(m.called_at, late_after, line.at):
            no("he may come yet")
    if law == "143b" and _time_left(m.rest_at, 600.0, line.at):
        no("the rest lasts")
    end_next_board(m, line.at)
    leave_board(m, "match lost", line.at)
    m.signed = set()
    end_match(m, other(loser), law)


def _time_left(since: float | None, seconds: float, at: float | None) -> bool:
    return since is not None and at is not None and at < since + seconds


def concede(m: State, line: Line) -> None:
    loser, what = line.first
    if m.phase == "over":
        no("out of order")
    if what == "game":
        concede_game(m, loser, line.at)
    else:
        end_next_board(m, line.at)
        leave_board(m, "match conceded", line.at)
        end_match(m, other(loser), "139")


def time_up(m: State, line: Line) -> None:
    if m.phase not in ("ready", "stroke", "placing", "appeal"):
        no("out of order")
    time_is_up(m, line.at, by_another_clock="reason" in line.fields)


def replay(m: State, line: Line) -> None:
    if m.phase not in IN_A_BOARD:
        no("out of order")
    if line.first[0] not in REPLAYS:
        no("no law by which a board is played again")
    repeat_board(m, "cancelled", line.at)


def board_over(m: State, line: Line) -> None:
    winner = line.first[0]
    figures = m.figures
    if m.phase not in ("ready", *IN_A_BOARD, "demand") or (m.phase == "appeal" and m.waits == "toss"):
        no("out of order")
    if "points" in line.fields:
        points = line.count("points")
        law = line.fields.get("law")
        if law not in ENDING_LAWS or line.fields.keys() - {"points", "law"}:
            no("cannot be")
        if points not in points_by_law(m.rulebook, law, m.credited(winner)):
            no("not by that law")
    else:
        if "coins" not in line.fields or "queen" not in line.fields or "law" in line.fields:
            no("says too little")
        coins, asked = line.count("coins"), line.count("demand")
        if not 1 <= coins <= 9 or asked > 2:
            no("cannot be")
        points = coins + asked
        if line.fields["queen"] == winner and m.credited(winner):
            points += figures.queen
    if m.board is None:
        if m.change_due:
            no("the sides change first")
        begin_board(m, None)  # at an unknown time
    m.has_struck = {"a", "b"}
    score_board(m, winner, points, line.at)


ENDING_LAWS = (*ENDS_OUTSIDE_A_STROKE, "I-10", *(f"{law}{clause}" for law in range(102, 113) for clause in "ab"))


def change_sides(m: State, line: Line) -> None:
    if m.phase not in ("ready", "toss") or not m.change_due:
        no("no change is due")
    m.change_due = False
    turned = {"a1": m.seats["b1"], "b1": m.seats["a1"]}
    if m.doubles:
        turned = {player: m.seats[m.neighbour(player, 1)] for player in m.seats}
    m.seats = turned


def interval(m: State, line: Line) -> None:
    if m.phase != "ready" or m.figures.games == 1 or len(m.games) != 2 or game_number(m) != 3:
        no("no interval")
    if "over" in line.flags:
        if not m.resting:
            no("no rest")
        m.resting = False
        m.rest_at = None
        return
    if m.rested:
        no("one rest")
    m.rested = m.resting = True
    m.rest_at = line.at


def remark(m: State, line: Line) -> None:
    if not line.first and not line.flags:
        no("it says nothing")
    if line.flags and (m.board is None or m.phase == "over"):
        no("no pieces lie there")


def sign(m: State, line: Line) -> None:
    if m.phase != "over" or line.first[0] in m.signed:
        no("out of order")
    if any(protest["decision"] is None for protest in m.protests):
        no("a protest is open")
    m.signed.add(line.first[0])


def warning(m: State, line: Line) -> None:
    """Count a warning for each player and law; a warning to a pair is one to both."""
    who, law = line.first
    party_and_player(m, who)
    if law not in FOUL_LAWS | {"143h"}:
        no("no such law")
    if not m.doubles:
        who = who[0] + "1"
    warned = [player for player in m.players() if who in (player, player[0])]
    counts = [sum(law == old and name in (one, one[0]) for name, old, _ in m.warnings) for one in warned]
    m.warnings.append((who, law, min(counts) + 1))


def umpire_places(m: State, line: Line) -> None:
    if m.phase not in ("stroke", "placing"):
        no("out of order")
    if any(word.startswith("queen") for word in line.first):
        m.open_board.came_back = None


def arrange(m: State, line: Line) -> None:
    """Set a position such as `white:10,20/30,40 queen:0,0`, with the pieces that are on the board."""
    if m.phase not in IN_A_BOARD or m.board is None:
        no("out of order")
    board = m.board
    found = {"white": 0, "black": 0, "queen": 0}
    for part in START.split() if line.first[0] == "start" else line.first[0].split():
        kind, _, places = part.partition(":")
        found[kind] += len(places.split("/"))
    lying = {board.colours[party]: board.lying[party] for party in "ab"}
    if found != {**lying, "queen": int(board.queen == "board")}:
        no("not what lies there")


START = f"white:{'/'.join('?' * 9)} black:{'/'.join('?' * 9)} queen:?"

ACTS: dict[str, Callable[[State, Line], None]] = {
    "toss": toss, "sit": sit, "trial": trial, "play": play, "stroke": stroke, "place": place, "forgo": forgo,
    "no-room": no_room, "umpire-places": umpire_places, "pass": pass_over, "foul": foul, "talk": talk,
    "timeout": timeout, "appeal": stop_clocks, "stop": stop_clocks, "unnoticed": unnoticed, "noticed": noticed,
    "replay": replay, "demand": demand, "lose-board": lose_board, "lose-match": lose_match, "concede": concede,
    "time-up": time_up, "change-sides": change_sides, "interval": interval, "remark": remark, "sign": sign,
    "fell": fell, "striker-up": striker_up, "place-called": place_called, "warning": warning,
    "board-over": board_over, "removed": removed,
    "called": called, "reported": reported, "ready": is_ready, "striker-checked": striker_checked, "powder": powder,
    "board-changed": board_changed, "arrange": arrange,
}  # fmt: skip

__all__ = ["ACTS"]
