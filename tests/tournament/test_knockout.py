"""Knockout draws, checked by walking the bracket rather than with the code that made it."""

from __future__ import annotations

from itertools import combinations, permutations

import pytest
from hypothesis import given, settings, strategies as st

from carrom.tournament.draws.bracket import Bye, Draw, Entrant, LoserOf, Slot, WinnerOf
from carrom.tournament.draws.knockout import build_bracket, knockout
from tests.depth import examples
from tests.refusals import refuses


def names(count: int) -> list[str]:
    return [f"p{number}" for number in range(1, count + 1)]


def lines(draw: Draw) -> list[str | None]:
    """Return the first round from top to bottom, with None for a bye."""
    return [
        slot.entry if isinstance(slot, Entrant) else None for match in draw.rounds[0].matches for slot in match.slots
    ]


def meeting_round(draw: Draw, one: str, other: str) -> int:
    """Return the round in which two entries can meet; the first is 1."""
    places = lines(draw)
    a, b = places.index(one), places.index(other)
    found = 0
    while a != b:
        a, b, found = a // 2, b // 2, found + 1
    return found


def first_match(draw: Draw, name: str) -> int:
    """Return the round of an entry's first match, which is 2 after a bye."""
    match = next(match for match in draw.rounds[0].matches if Entrant(name) in match.slots)
    return 2 if match.is_bye else 1


def first_clashes(draw: Draw, apart: dict[str, str]) -> int:
    """Count pairs of one club that can meet in the first match of one of them."""
    return sum(
        meeting_round(draw, a, b) <= max(first_match(draw, a), first_match(draw, b))
        for a, b in combinations(apart, 2)
        if apart[a] == apart[b]
    )


def test_draw_of_thirty_seven_ranked_players() -> None:
    """Scenario 4."""
    draw = knockout(names(37), seeds=8, third_place=True)
    assert [round.stage for round in draw.rounds] == [
        "round-of-64",
        "round-of-32",
        "pre-quarter-final",
        "quarter-final",
        "semi-final",
        "third-place",
        "final",
    ]
    assert lines(draw).count(None) == 27
    played = [[match for match in round.matches if not match.is_bye] for round in draw.rounds]
    assert [len(round) for round in played] == [5, 16, 8, 4, 2, 1, 1]
    pairs = [tuple(slot.entry for slot in match.slots if isinstance(slot, Entrant)) for match in played[0]]
    assert pairs == [("p32", "p33"), ("p29", "p36"), ("p28", "p37"), ("p31", "p34"), ("p30", "p35")]
    assert [lines(draw).index(f"p{seed}") + 1 for seed in range(1, 9)] == [1, 33, 49, 17, 25, 57, 41, 9]
    assert [64 // 4 - lines(draw)[quarter * 16 : quarter * 16 + 16].count(None) for quarter in range(4)] == [
        9,
        10,
        9,
        9,
    ]
    assert all(first_match(draw, f"p{rank}") == (2 if rank <= 27 else 1) for rank in range(1, 38))


@settings(deadline=None, max_examples=examples(60))
@given(st.data())
def test_every_draw_is_sound(data: st.DataObject) -> None:
    count = data.draw(st.integers(2, 140))
    seeds = data.draw(st.integers(0, count))
    third = count > 2 and data.draw(st.booleans())
    entries = names(count)
    clubs = data.draw(st.lists(st.sampled_from(["", "a", "b", "c", "d"]), min_size=count, max_size=count))
    apart = {name: club for name, club in zip(entries, clubs, strict=True) if club}
    draw = knockout(entries, seeds=seeds, random=data.draw(st.integers()), apart=apart, third_place=third)

    size = len(lines(draw))
    assert size >= count > size // 2
    assert sorted(name for name in lines(draw) if name) == sorted(entries)
    assert not any(match.slots == (Bye(), Bye()) for match in draw.matches())
    assert sum(not match.is_bye for match in draw.matches()) == count - 1 + (third and count > 3)
    tree = [round for round in draw.rounds if round.stage != "third-place"]
    assert [len(round.matches) for round in tree] == [size >> n for n in range(1, size.bit_length())]
    assert len(draw.rounds) - len(tree) == third
    ids = [match.id for match in draw.matches()]
    assert ids == [f"M{number}" for number in range(1, len(ids) + 1)]
    fed = [slot.match for match in draw.matches() for slot in match.slots if isinstance(slot, WinnerOf)]
    assert sorted(fed) == sorted(match.id for round in tree[:-1] for match in round.matches)

    # The first 2, 4, 8 … seeds are in different parts of the bracket, so they meet as late as possible.
    for a, b in combinations(range(1, seeds + 1), 2):
        sections = 1 << (b - 1).bit_length()
        assert 2 ** (size.bit_length() - 1 - meeting_round(draw, f"p{a}", f"p{b}")) <= sections // 2
    byes = size - count
    assert all(first_match(draw, f"p{seed}") == 2 for seed in range(1, min(seeds, byes) + 1))


def test_seeds_meet_as_late_as_possible_exactly() -> None:
    """With s seeds: no two of the first 2, 4, 8 … can meet before the final, the semi-final, the quarter-final."""
    draw = knockout(names(64), seeds=16, random=1)
    for best, latest in ((2, 6), (4, 5), (8, 4), (16, 3)):
        assert min(meeting_round(draw, a, b) for a, b in combinations(names(best), 2)) == latest


@settings(deadline=None, max_examples=examples(40))
@given(st.data())
def test_club_mates_meet_first_only_where_unavoidable(data: st.DataObject) -> None:
    """Compared with every placing of the unseeded entries."""
    count = data.draw(st.integers(2, 7))
    seeds = data.draw(st.integers(0, count))
    entries = names(count)
    clubs = data.draw(st.lists(st.sampled_from(["", "a", "b"]), min_size=count, max_size=count))
    apart = {name: club for name, club in zip(entries, clubs, strict=True) if club}
    draw = knockout(entries, seeds=seeds, random=data.draw(st.integers(0, 99)), apart=apart)

    placed = lines(draw)
    free = [line for line, name in enumerate(placed) if name and int(name[1:]) > seeds]
    best = None
    for order in permutations(entries[seeds:]):
        trial = list(placed)
        for line, name in zip(free, order, strict=True):
            trial[line] = name
        slots: list[Slot] = [Entrant(name) if name else Bye() for name in trial]
        clashes = first_clashes(build_bracket(slots), apart)
        best = clashes if best is None else min(best, clashes)
        if best == 0:
            break
    assert best is not None
    assert (first_clashes(draw, apart) == 0) == (best == 0)


@pytest.mark.parametrize("clubs", [2, 3, 5, 8, 16])
def test_club_without_seeds_is_split_evenly_at_every_node(clubs: int) -> None:
    entries = names(32)
    apart = {name: f"club {number % clubs}" for number, name in enumerate(entries)}
    draw = knockout(entries, random=5, apart=apart)
    for section in (2, 4, 8, 16):
        for start in range(0, 32, section):
            inside = [apart[name] for name in lines(draw)[start : start + section] if name]
            for club in set(inside):
                assert inside.count(club) <= -(-list(apart.values()).count(club) * section // 32)


@pytest.mark.parametrize("seed", range(5))
def test_club_of_nearly_half_the_field_never_meets_in_first_matches(seed: int) -> None:
    """16 of 37 are of one club; with byes and seeds, a draw without such a match exists."""
    entries = names(37)
    apart = dict.fromkeys(entries[4:20], "big")
    assert first_clashes(knockout(entries, seeds=4, random=seed, apart=apart), apart) == 0


def test_unavoidable_club_matches_are_not_in_the_first_round() -> None:
    """Twelve of seventeen entries are of one club; the one match of the first round can still be between two clubs."""
    entries = names(17)
    apart = {name: "small" if number in (1, 3, 5, 7, 16) else "big" for number, name in enumerate(entries, 1)}
    for seed in range(30):
        draw = knockout(entries, seeds=2, random=seed, apart=apart)
        (played,) = (match for match in draw.rounds[0].matches if not match.is_bye)
        one, other = (slot.entry for slot in played.slots if isinstance(slot, Entrant))
        assert apart[one] != apart[other]


def test_draw_number_decides_the_draw() -> None:
    entries = names(24)
    assert knockout(entries, seeds=4, random=7) == knockout(entries, seeds=4, random=7)
    assert len({tuple(lines(knockout(entries, seeds=4, random=seed))) for seed in range(20)}) == 20


def test_third_place_of_three_entries_goes_to_the_only_loser() -> None:
    (third,), (final,) = (round.matches for round in knockout(names(3), third_place=True).rounds[-2:])
    assert all(isinstance(slot, WinnerOf) for slot in final.slots)
    assert third.slots == (LoserOf(knockout(names(3)).rounds[0].matches[1].id), Bye())


@pytest.mark.parametrize(
    ("entries", "options", "code", "quote"),
    [
        (["a"], {}, "too-few-entries", "2"),
        ([], {}, "too-few-entries", "2"),
        (["a", "b", "a"], {}, "entry-twice", "'a'"),
        (["a", "b"], {"seeds": 3}, "too-many-seeds", "3 seeds"),
        (["a", "b"], {"seeds": -1}, "too-many-seeds", "-1 seeds"),
        (["a", "b"], {"apart": {"c": "club"}}, "unknown-entry", "'c'"),
        (["a", "b"], {"third_place": True}, "no-third-place", ""),
    ],
)
def test_impossible_draws_are_refused(entries: list[str], options: dict[str, object], code: str, quote: str) -> None:
    with refuses(code, quote):
        knockout(entries, **options)  # type: ignore[arg-type]
