"""Before the first 'Play' and between boards, for the second fold: toss, seats, trial boards, equipment."""

from __future__ import annotations

from tests.match.second_figures import RIGHT_HAND, other
from tests.match.second_lines import Line
from tests.match.second_state import State, no

OPPOSITE = {"south": "north", "north": "south", "east": "west", "west": "east"}


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
    """Seat all players, or one side first; a seated player keeps the seat (I-44), and the rest get the other seats for
    now."""
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
    if m.chooses_side is not None and not m.sat and set(sides) == {m.chooses_side}:
        no("he sits last")
    free = [seat for seat in RIGHT_HAND if seat not in seats.values()]
    if not m.doubles:
        free = [OPPOSITE[seat] for seat in seats.values()]
    for player in m.players():
        if player not in seats:
            seats[player] = free.pop(0)
    m.seats = seats
    new = sorted(sides.keys() - m.sat, key=lambda party: (party == m.chooses_side, party))  # sits last (39a, 39c)
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
