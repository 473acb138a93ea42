"""The built-in planner: a greedy order first, then a tabu search for each slot fewer. Steps are counted, never timed,
so the same request has the same answer on every machine."""

from collections.abc import Mapping
from random import Random

from carrom.tournament.plan.numbered import Numbered
from carrom.tournament.plan.rounds import all_play_alls

_GREEDY_TRIES = 12
_MOST_EFFORT = 20_000_000  # places and matches looked at for one slot fewer
_LARGEST = 1_000_000  # matches times slots that the tabu search keeps in memory
Slots = list[int]


def first_order(tasks: Numbered, least: int) -> Slots:
    """The best of a few greedy orders; `least` slots are enough."""
    lots = Random(0)
    best = greedy(tasks, None)
    if length(best) > least and (rounds := _rounds_to_come(tasks)):
        best = min(best, greedy(tasks, None, rounds), key=length)
    for _ in range(_GREEDY_TRIES):
        if length(best) <= least:
            break
        best = min(best, greedy(tasks, lots), key=length)
    return best


def shorter(tasks: Numbered, slots: Slots, least: int, *, rounds: int) -> Slots:
    """The order with as few slots as the tabu search finds. `rounds` says how often it may look at every place."""
    lots = Random(1)
    best = slots
    while length(best) > least and tasks.count * length(best) <= _LARGEST:
        found = _Tabu(tasks, best, length(best) - 1, lots).run(
            min(_MOST_EFFORT, 2 * rounds * tasks.count * length(best))
        )
        if found is None:
            break
        best = pull_forward(tasks, found)
    return best


def length(slots: Slots) -> int:
    """How many slots an order uses."""
    return max(slots, default=-1) + 1


def _rounds_to_come(tasks: Numbered) -> dict[int, int]:
    """Of matches among sides that all meet: how many rounds are left when they are played, their own included."""
    return {
        match: left
        for league in all_play_alls(tasks.fixtures)
        for left, round in enumerate(reversed(league.rounds()), start=1)
        for match in round
    }


def greedy(tasks: Numbered, lots: Random | None, rounds: Mapping[int, int] | None = None) -> Slots:
    """Slot by slot, the most urgent matches that can be played now; with `lots`, urgency is blurred a little.

    A match is urgent by what its people have left to play, or where `rounds` knows it, by the rounds to come.
    """
    slots = [-1] * tasks.count
    earliest = list(tasks.release)
    missing = [len(earlier) for earlier in tasks.before]
    left = {name: len(matches) for name, matches in tasks.matches_of.items()}
    known: dict[int, tuple[int, int]] = {}

    def urgency(match: int) -> tuple[int, int]:
        """The most that anybody in a match has left to play, and what all have: asked in every slot, it changes only
        when one of them has played."""
        if match not in known:
            if rounds and match in rounds:
                load = rounds[match] * tasks.gap
            else:
                load = max((left[name] * tasks.gap_of(name) for name in tasks.busy[match]), default=0)
            known[match] = load, sum(left[name] for name in tasks.busy[match])
        return known[match]

    waiting = list(range(tasks.count))
    slot = 0
    while waiting:
        room = tasks.capacity(slot)
        if room:
            ready = []
            for match in waiting:
                if missing[match] or earliest[match] > slot:
                    continue
                load, total = urgency(match)
                blur = lots.random() * 2 * tasks.gap if lots else 0.0
                ready.append((-max(load, tasks.tail[match] + 1) - blur, -total, match))
            ready.sort()
            for _, _, match in ready:
                if earliest[match] > slot:  # somebody was taken by a more urgent match of this very slot
                    continue
                slots[match] = slot
                for rival, gap in tasks.rivals[match]:
                    earliest[rival] = max(earliest[rival], slot + gap)
                for later in tasks.behind[match]:
                    missing[later] -= 1
                    earliest[later] = max(earliest[later], slot + 1)
                for name in tasks.busy[match]:
                    left[name] -= 1
                    for other in tasks.matches_of[name]:
                        known.pop(other, None)
                room -= 1
                if not room:
                    break
            waiting = [match for match in waiting if slots[match] < 0]
        slot = max(slot + 1, min((earliest[match] for match in waiting if not missing[match]), default=0))
    return slots


def pull_forward(tasks: Numbered, slots: Slots) -> Slots:
    """Every match as early as the others allow."""
    moved = list(slots)
    load = [0] * length(slots)
    for slot in slots:
        load[slot] += 1
    for match in sorted(range(tasks.count), key=lambda one: (slots[one], one)):
        own = moved[match]
        first = max(
            [tasks.release[match]]
            + [moved[one] + wait for one, wait in zip(tasks.before[match], tasks.wait[match], strict=True)]
        )
        taken = [(moved[rival], gap) for rival, gap in tasks.rivals[match]]
        for slot in range(first, own):
            if load[slot] < tasks.capacity(slot) and all(abs(slot - other) >= gap for other, gap in taken):
                load[own] -= 1
                load[slot] += 1
                moved[match] = slot
                break
    return moved


class _Tabu:
    """Matches may clash for a while; the search moves the one whose move heals most, and not back at once."""

    def __init__(self, tasks: Numbered, slots: Slots, wanted: int, lots: Random) -> None:
        self.tasks, self.wanted, self.lots = tasks, wanted, lots
        self.window = [(tasks.head[match], wanted - tasks.tail[match]) for match in range(tasks.count)]
        self.slot = [min(max(slot, low), high - 1) for slot, (low, high) in zip(slots, self.window, strict=True)]
        self.room = [tasks.capacity(slot) for slot in range(wanted)]
        self.load = [0] * wanted
        # clash[m][s]: how many others would be in the way of match m in slot s
        self.clash = [[0] * wanted for _ in range(tasks.count)]
        for match, slot in enumerate(self.slot):
            self.load[slot] += 1
            self._mark(match, slot, 1)

    def _mark(self, match: int, slot: int, by: int) -> None:
        """Tell everybody concerned that `match` stands (by = 1) or no longer stands (by = -1) in `slot`."""
        for rival, gap in self.tasks.rivals[match]:
            row = self.clash[rival]
            for near in range(max(0, slot - gap + 1), min(self.wanted, slot + gap)):
                row[near] += by
        for later in self.tasks.behind[match]:
            row = self.clash[later]
            for near in range(slot + 1):
                row[near] += by
        for earlier in self.tasks.before[match]:
            row = self.clash[earlier]
            for near in range(slot, self.wanted):
                row[near] += by

    def run(self, most: int) -> Slots | None:
        """An order without clash, or None after weighing `most` places."""
        tasks, slot, load, room, clash, lots = self.tasks, self.slot, self.load, self.room, self.clash, self.lots
        if any(low >= high for low, high in self.window):
            return None
        tabu: list[dict[int, int]] = [{} for _ in range(tasks.count)]
        effort = 0
        step = 0
        while effort < most:
            step += 1
            effort += tasks.count
            crowded = [count > most for count, most in zip(load, room, strict=True)]
            bad = [match for match in range(tasks.count) if crowded[slot[match]] or clash[match][slot[match]]]
            if not bad:
                return slot
            best = 1 << 30
            choices: list[tuple[int, int]] = []
            for match in bad:
                own = slot[match]
                row, forbidden = clash[match], tabu[match]
                leaving = row[own] + crowded[own]
                low, high = self.window[match]
                effort += high - low
                for to in range(low, high):
                    if to == own:
                        continue
                    cost = row[to] + (load[to] >= room[to]) - leaving
                    if cost <= best and forbidden.get(to, 0) <= step:
                        if cost < best:
                            best, choices = cost, []
                        choices.append((match, to))
            if not choices:
                continue
            match, to = choices[int(lots.random() * len(choices))]
            own = slot[match]
            effort += 4 * len(tasks.rivals[match])
            tabu[match][own] = step + 1 + int(0.4 * len(bad) + 8 * lots.random())
            self._mark(match, own, -1)
            load[own] -= 1
            slot[match] = to
            load[to] += 1
            self._mark(match, to, 1)
        return None
