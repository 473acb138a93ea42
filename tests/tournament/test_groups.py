"""The draw of groups, and of the knockout that they feed."""

from __future__ import annotations

from collections import Counter
from itertools import combinations, product

import pytest
from hypothesis import given, settings, strategies as st

from carrom.tournament.draws.bracket import Bye, Draw, PlaceOf, group_name, group_number
from carrom.tournament.draws.groups import draw_groups, knockout_after_groups
from tests.depth import examples
from tests.refusals import refuses


def names(count: int) -> list[str]:
    return [f"p{number}" for number in range(1, count + 1)]


def test_groups_without_clubs_are_dealt_in_a_snake() -> None:
    assert draw_groups(names(10), groups=4) == (("p1", "p8", "p9"), ("p2", "p7", "p10"), ("p3", "p6"), ("p4", "p5"))


@settings(deadline=None)
@given(st.data())
def test_every_group_draw_is_sound(data: st.DataObject) -> None:
    count = data.draw(st.integers(2, 60))
    groups = data.draw(st.integers(1, count))
    seeds = data.draw(st.integers(0, count))
    entries = names(count)
    clubs = data.draw(st.lists(st.sampled_from(["", "a", "b", "c"]), min_size=count, max_size=count))
    apart = {name: club for name, club in zip(entries, clubs, strict=True) if club}
    random = data.draw(st.none() | st.integers(0, 1000))
    dealt = draw_groups(entries, groups=groups, seeds=seeds, random=random, apart=apart)
    assert sorted(name for group in dealt for name in group) == sorted(entries)
    sizes = [len(group) for group in dealt]
    assert max(sizes) - min(sizes) <= 1
    seeded = [sum(name in entries[:seeds] for name in group) for group in dealt]
    assert max(seeded) - min(seeded) <= 1
    if seeds == 0:
        # Without seeds every club can be spread evenly.
        for club in set(apart.values()):
            inside = [sum(apart.get(name) == club for name in group) for group in dealt]
            assert max(inside) - min(inside) <= 1


def pairs_in_groups(group_of: dict[str, int], apart: dict[str, str]) -> int:
    together = ((a, b) for a, b in combinations(apart, 2) if group_of[a] == group_of[b])
    return sum(apart[a] == apart[b] for a, b in together)


def fewest_pairs(entries: list[str], groups: int, seeds: int, apart: dict[str, str]) -> int:
    """Try all draws: return the fewest pairs of club-mates in one group, with the seeds in snake order."""
    there_and_back = [*range(groups), *reversed(range(groups))]
    seeded = {name: there_and_back[at % len(there_and_back)] for at, name in enumerate(entries[:seeds])}
    found = []
    for choice in product(range(groups), repeat=len(entries) - seeds):
        group_of = seeded | dict(zip(entries[seeds:], choice, strict=True))
        sizes = Counter(group_of.values())
        if max(sizes.values()) - min(sizes[group] for group in range(groups)) <= 1:
            found.append(pairs_in_groups(group_of, apart))
    return min(found)


@settings(deadline=None, max_examples=examples(60))
@given(st.data())
def test_fewest_possible_club_mates_share_a_group(data: st.DataObject) -> None:
    count = data.draw(st.integers(3, 8))
    groups = data.draw(st.integers(2, 3))
    seeds = data.draw(st.integers(0, count))
    entries = names(count)
    clubs = data.draw(st.lists(st.sampled_from(["", "", "a", "b", "c"]), min_size=count, max_size=count))
    apart = {name: club for name, club in zip(entries, clubs, strict=True) if club}
    dealt = draw_groups(entries, groups=groups, seeds=seeds, random=data.draw(st.integers(0, 9)), apart=apart)
    group_of = {name: number for number, group in enumerate(dealt) for name in group}
    assert pairs_in_groups(group_of, apart) == fewest_pairs(entries, groups, seeds, apart)


def test_larger_group_is_chosen_to_separate_club_mates() -> None:
    """By the snake alone group A would have three, with p4 and p1 of the same club."""
    assert draw_groups(names(5), groups=2, seeds=3) == (("p1", "p4", "p5"), ("p2", "p3"))
    dealt = draw_groups(names(5), groups=2, seeds=3, apart={"p1": "Kochi", "p4": "Kochi"})
    assert [set(group) for group in dealt] == [{"p1", "p5"}, {"p2", "p3", "p4"}]


def first_round(draw: Draw) -> list[tuple[str, ...]]:
    return [tuple(slot.name for slot in match.slots if isinstance(slot, PlaceOf)) for match in draw.rounds[0].matches]


def test_four_groups_feed_crossed_quarter_finals() -> None:
    """Scenario 1: entries of a group can meet again only in the final; seven matches, eight with a third place."""
    draw = knockout_after_groups(4, 2, third_place=True)
    assert first_round(draw) == [("A1", "B2"), ("C1", "D2"), ("B1", "A2"), ("D1", "C2")]
    assert [round.stage for round in draw.rounds] == ["quarter-final", "semi-final", "third-place", "final"]
    assert len(list(draw.matches())) == 8
    assert len(list(knockout_after_groups(4, 2).matches())) == 7


@pytest.mark.parametrize("groups", range(1, 17))
@pytest.mark.parametrize("advance", range(1, 5))
def test_entries_of_a_group_meet_late_and_winners_have_the_byes(groups: int, advance: int) -> None:
    if groups * advance < 2:
        with refuses("cannot-advance"):
            knockout_after_groups(groups, advance)
        return
    draw = knockout_after_groups(groups, advance)
    lines = [slot for match in draw.rounds[0].matches for slot in match.slots]
    places = [slot for slot in lines if isinstance(slot, PlaceOf)]
    assert sorted((slot.group, slot.place) for slot in places) == sorted(
        (group, place) for group in range(groups) for place in range(1, advance + 1)
    )
    assert not any(match.slots == (Bye(), Bye()) for match in draw.matches())
    free = [slot for match in draw.rounds[0].matches if match.is_bye for slot in match.slots]
    with_bye = [slot.place for slot in free if isinstance(slot, PlaceOf)]
    without = [slot.place for slot in places]
    for place in with_bye:
        without.remove(place)
    assert not with_bye or not without or max(with_bye) <= min(without)
    # The best that a bracket allows: 2 of a group in different halves, 4 in different quarters.
    if groups > 1 and groups & (groups - 1) == 0 and advance in (2, 4):
        sections = {2: 2, 4: 4}[advance]
        size = len(lines) // sections
        for start in range(0, len(lines), size):
            inside = [slot.group for slot in lines[start : start + size] if isinstance(slot, PlaceOf)]
            assert max(Counter(inside).values()) == 1


def test_group_names_count_like_spreadsheet_columns() -> None:
    assert [group_name(number) for number in (0, 1, 25, 26, 27, 701, 702)] == ["A", "B", "Z", "AA", "AB", "ZZ", "AAA"]
    assert all(group_number(group_name(number)) == number for number in range(1000))


@pytest.mark.parametrize(("groups", "code"), [(0, "no-groups"), (4, "too-few-entries")])
def test_impossible_number_of_groups_is_refused(groups: int, code: str) -> None:
    with refuses(code, str(groups)):
        draw_groups(names(3), groups=groups)


def test_byes_of_group_winners_are_drawn_by_lot() -> None:
    """Two of three winners have byes; with a public draw number they are not always A and B."""

    def with_byes(random: str | None) -> set[str]:
        first = knockout_after_groups(3, 2, random=random).rounds[0]
        byes = (match for match in first.matches if match.is_bye)
        return {slot.name for match in byes for slot in match.slots if isinstance(slot, PlaceOf)}

    assert with_byes(None) == {"A1", "B1"}
    drawn = {frozenset(with_byes(str(n))) for n in range(20)}
    assert drawn == {frozenset(pair) for pair in (("A1", "B1"), ("A1", "C1"), ("B1", "C1"))}
    assert with_byes("7") == with_byes("7")
    plain = [match.slots for match in knockout_after_groups(4, 2).matches()]
    assert [match.slots for match in knockout_after_groups(4, 2, random="7").matches()] == plain, "there are no byes"


@pytest.mark.parametrize("groups", [3, 5, 6])
@pytest.mark.parametrize("seed", ["1", "2"])
def test_entries_of_a_group_meet_as_late_for_every_draw_number(groups: int, seed: str) -> None:
    def shape(random: str | None) -> list[tuple[str, ...]]:
        found = []
        for match in knockout_after_groups(groups, 2, random=random).matches():
            places = [slot for slot in match.slots if isinstance(slot, PlaceOf)]
            found.append((str(len({one.group for one in places})), *(str(one.place) for one in places)))
        return found

    assert shape(seed) == shape(None)
