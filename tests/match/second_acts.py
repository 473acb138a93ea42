"""The rest of what can happen in a match, act by act, for the second fold."""

from __future__ import annotations

from collections.abc import Callable

from tests.match.second_board import FOUL_LAWS, PLACING_SECONDS, foul, party_and_player, pass_over, stroke, talk
from tests.match.second_figures import ENDS_OUTSIDE_A_STROKE, REPLAYS, RIGHT_HAND, other
from tests.match.second_lines import Line
from tests.match.second_placing import forgo, no_room, place, removed, timeout
from tests.match.second_score import (
    begin_board,
    concede_game,
    end_match,
    end_next_board,
    game_number,
    is_level_at_the_limit,
    leave_board,
    repeat_board,
    score_board,
    time_is_up,
)
from tests.match.second_state import State, no
from tests.match.second_unseen import fell, noticed, unnoticed

IN_A_BOARD = ("stroke", "placing", "appeal")
OPPOSITE = {"south": "north", "north": "south", "east": "west", "west": "east"}
FORFEITS = ("143", *(f"143{letter}" for letter in "abcdefghi"))


def toss(m: State, line: Line) -> None:
    if m.phase != "toss":
        no("out of order")
    winner = line.first[0]
    choice = line.first[1] if len(line.first) > 1 else "break"
    if choice == "side" and (m.figures.break_is_the_prize or m.extra_toss):
        no("the break is tossed for")
    breaks = winner if choice == "break" else other(winner)
    player = f"{breaks}{line.count('breaker') + 1}"
    if player not in m.seats:
        no("no such player")
    m.next_breaker = player
    if not m.extra_toss:
        m.first_breaker = player
        m.chooses_side = winner if choice == "side" else other(winner)
    m.extra_toss = False
    m.phase = "ready"


def sit(m: State, line: Line) -> None:
    """All at once, or one side first; who has sat keeps his seat (I-44). The others get what is left until they sit."""
    if m.begun or m.phase not in ("toss", "ready"):
        no("out of order")
    texts = line.first[0].split("/")
    sides = {party: text.split(",") for party, text in zip("ab", texts, strict=False) if text}
    size = 2 if m.doubles else 1
    if len(texts) != 2 or not sides or any(len(side) != size for side in sides.values()):
        no("seats")
    seats = {f"{party}{number + 1}": seat for party, side in sides.items() for number, seat in enumerate(side)}
    for player, seat in m.seats.items():
        if player[0] in m.sat and (len(m.sat) == 2 or seats.setdefault(player, seat) != seat):
            no("who has sat keeps his seat")
    if len(set(seats.values())) < len(seats):
        no("two in one seat")
    for player, seat in seats.items():
        facing = f"{player[0]}{3 - int(player[1])}" if m.doubles else f"{other(player[0])}1"
        if facing in seats and seats[facing] != OPPOSITE[seat]:
            no("not opposite")
    free = [seat for seat in RIGHT_HAND if seat not in seats.values()]
    if not m.doubles:
        free = [OPPOSITE[seat] for seat in seats.values()]
    for player in m.players():
        if player not in seats:
            seats[player] = free.pop(0)
    m.seats = seats
    new = sorted(sides.keys() - m.sat, key=lambda party: (party == m.chooses_side, party))  # he sits last (39a, 39c)
    m.sat_in_order += new
    m.sat |= sides.keys()


def trial(m: State, line: Line) -> None:
    party = line.first[0]
    if m.phase != "ready" or m.begun:
        no("out of order")
    if not m.figures.trial_boards:
        no("no trial boards")
    if "over" in line.flags:
        if m.trial != party:
            no("it has not begun")
        m.trial = None
        return
    if party in m.trials:
        no("one each")
    m.trials.add(party)
    m.trial = party


def called(m: State, line: Line) -> None:
    if m.called or m.begun or m.phase not in ("toss", "ready"):
        no("out of order")
    m.called, m.called_at = True, line.at


def reported(m: State, line: Line) -> None:
    if m.begun or m.phase not in ("toss", "ready") or line.first[0] in m.reported:
        no("out of order")
    m.reported.add(line.first[0])


def is_ready(m: State, line: Line) -> None:
    if m.phase != "ready" or line.first[0] in m.ready:
        no("out of order")
    m.ready.add(line.first[0])


def striker_checked(m: State, line: Line) -> None:
    if m.phase == "over" or line.first[0] not in m.seats:
        no("out of order")


def powder(m: State, line: Line) -> None:
    if m.phase == "over" or (m.board is not None and m.board.offer is None):
        no("not after 'Play'")


def board_changed(m: State, line: Line) -> None:
    if m.phase == "over" or (m.board is not None and m.board.offer is None):
        no("only between boards")


def goes_on(m: State, line: Line) -> None:
    """A protest that made the clock stand is handed over, decided, or 'Play' is called."""
    if not m.stands:
        return
    m.stands = False
    if m.board is not None and m.phase in ("stroke", "placing"):
        left = m.stood_left
        if left is None:
            left = m.figures.stroke_seconds if m.phase == "stroke" else PLACING_SECONDS
        m.board.deadline = line.at + left if line.at is not None else None


def play(m: State, line: Line) -> None:
    if m.stands and m.phase in ("stroke", "placing"):
        goes_on(m, line)
        return
    if m.phase == "appeal":
        go_on_after_a_stop(m, line)
        return
    if m.phase != "ready":
        no("out of order")
    if m.change_due:
        no("the sides change first")
    board = begin_board(m, line.at)
    m.phase = "stroke"
    board.deadline = None if line.at is None else line.at + m.figures.stroke_seconds


def stop_clocks(m: State, line: Line) -> None:
    """A party or a player appeals, or the umpire stops the clocks himself."""
    if m.phase in ("appeal", "over"):
        no("out of order")
    if line.kind == "appeal":
        party_and_player(m, line.first[0])
    m.waits = m.phase
    m.stroke_left = None
    if m.board is not None:
        deadline = m.board.deadline
        m.stroke_left = deadline - line.at if deadline is not None and line.at is not None else None
        m.board.deadline = None
        if m.stands:
            m.stroke_left, m.stands = m.stood_left, False
    if m.game_ends is not None:
        m.game_left = m.game_ends - line.at if line.at is not None else None
        m.game_ends = None
        m.game_stood = True
    m.phase = "appeal"


def go_on_after_a_stop(m: State, line: Line) -> None:
    m.phase = m.waits
    left = m.stroke_left
    if m.board is not None and m.phase in ("stroke", "placing"):
        if left is None:  # nobody knows how much was left: all of it
            left = m.figures.stroke_seconds if m.phase == "stroke" else PLACING_SECONDS
        m.board.deadline = line.at + left if line.at is not None else None
    if m.game_stood:
        m.game_ends = line.at + m.game_left if line.at is not None and m.game_left is not None else None
        m.game_left = None
        m.game_stood = False
    m.stroke_left = None


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
    if m.phase not in IN_A_BOARD:
        no("out of order")
    if law not in ENDS_OUTSIDE_A_STROKE:
        no("no law that ends a board")
    board, winner = m.open_board, other(loser)
    points = board.lying[loser] + sum(entry.vain for entry in board.placing if entry.party == loser)
    if board.queen in ("board", "pending", winner) and m.credited(winner):
        points += m.figures.queen
    score_board(m, winner, points, line.at)


def lose_match(m: State, line: Line) -> None:
    loser, law = line.first
    if m.phase == "over":
        no("out of order")
    if law not in FORFEITS and not (m.rulebook == "kreeda-2024" and law == "kreeda-2024:14d"):
        no("no law by which a match is lost")
    if law == "143i" and (loser in m.reported or _time_left(m.called_at, 900.0, line.at)):
        no("he has come, or may come yet")
    if law == "143b" and _time_left(m.rest_at, 600.0, line.at):
        no("the rest lasts")
    end_next_board(m, line.at)
    leave_board(m, "match lost", line.at)
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
    time_is_up(m, line.at)


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
        if points > figures.most or line.fields.get("law") not in ENDING_LAWS or line.fields.keys() - {"points", "law"}:
            no("cannot be")
    else:
        if "coins" not in line.fields or "queen" not in line.fields or "law" in line.fields:
            no("says too little")
        coins, asked = line.count("coins"), line.count("demand")
        if coins > 9 or asked > 2:
            no("cannot be")
        points = coins + asked
        if line.fields["queen"] == winner and m.credited(winner):
            points += figures.queen
    if m.board is None:
        if m.change_due:
            no("the sides change first")
        begin_board(m, None)  # nobody said when
    score_board(m, winner, points, line.at)


ENDING_LAWS = (*ENDS_OUTSIDE_A_STROKE, *(f"{law}{clause}" for law in range(102, 113) for clause in "ab"))


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
    """Counted for each player and law; a warning to a pair is one to both."""
    who, law = line.first
    party_and_player(m, who)
    if law not in FOUL_LAWS | {"143h"}:
        no("no such law")
    if not m.doubles:
        who = who[0] + "1"
    warned = [player for player in m.players() if who in (player, player[0])]
    counts = [sum(law == old and name in (one, one[0]) for name, old, _ in m.warnings) for one in warned]
    m.warnings.append((who, law, min(counts) + 1))


def striker_up(m: State, line: Line) -> None:
    board = m.open_board
    if m.phase not in ("stroke", "placing") or not board.striker_lies:
        no("no striker lies there")
    board.striker_lies = False
    if m.stands:
        m.stood_left = None
    elif m.phase == "stroke":
        board.deadline = None if line.at is None else line.at + m.figures.stroke_seconds


def place_called(m: State, line: Line) -> None:
    if m.phase != "placing" or m.open_board.place_called:
        no("out of order")
    m.open_board.place_called = True
    if m.stands:
        m.stood_left = None
    else:
        m.open_board.deadline = None if line.at is None else line.at + PLACING_SECONDS


def umpire_places(m: State, line: Line) -> None:
    if m.phase not in ("stroke", "placing"):
        no("out of order")


def arrange(m: State, line: Line) -> None:
    """A position, as `white:10,20/30,40 queen:0,0`: it must have what lies there."""
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

__all__ = ["ACTS", "is_level_at_the_limit"]
