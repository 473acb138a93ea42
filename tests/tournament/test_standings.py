"""Standings: the organisers' examples, the explanations, and properties of all standings."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations
from typing import Any

import pytest
from hypothesis import given, strategies as st

from carrom.tournament.tables.explain import EXPLANATIONS, explain_decision, explain_standings, shootouts_needed
from carrom.tournament.tables.policy import CRITERIA, POLICIES, Policy, read_policy
from carrom.tournament.tables.results import EntryId, Result
from carrom.tournament.tables.standings import Standings, TieDecision, standings
from carrom.tournament.tables.withdrawals import WithdrawalRule, settle_withdrawals
from tests.refusals import refuses


def match(a: str, b: str, *score: int, extra: tuple[int, int] | None = None, walkover: Any = None) -> Result:
    return Result(
        a=EntryId(a), b=EntryId(b), score=(score[0], score[1]) if score else None, extra=extra, walkover=walkover
    )


def names(text: str) -> list[EntryId]:
    return [EntryId(name) for name in text.split()]


def figures(found: Standings, field: str) -> dict[str, int]:
    return {row.entry: getattr(row, field) for row in found.table}


THREE_WAY = [
    match("P", "Q", 18, 18, extra=(10, 0)),
    match("Q", "R", 25, 18),
    match("R", "P", 25, 20),
    match("P", "S", 25, 9),
    match("Q", "S", 25, 20),
    match("R", "S", 25, 17),
]


@pytest.mark.law("vkk:points", "vkk:ties")
def test_extra_board_decides_its_match_and_stays_out_of_the_net() -> None:
    found = standings(names("P Q R S"), THREE_WAY, POLICIES["vkk"])
    assert figures(found, "wins") == {"P": 2, "Q": 2, "R": 2, "S": 0}
    assert figures(found, "net") == {"Q": 12, "P": 11, "R": 6, "S": -29}
    assert found.advancing(2) == ("Q", "P")
    assert [(one.above, one.below, one.by, one.values) for one in found.why] == [
        ("Q", "P", "net", (12, 11)),
        ("P", "R", "net", (11, 6)),
        ("R", "S", "points", (4, 0)),
    ]
    reason = EXPLANATIONS["net"].format(average="", among="")
    expected = EXPLANATIONS["above"].format(above="Q", below="P", reason=reason, high="+12", low="+11")
    assert explain_standings(found, POLICIES["vkk"])[0] == expected


def test_the_same_results_under_two_other_policies_put_other_pairs_through() -> None:
    counted = Policy(win=2, order=("points", "wins", "net"), extra_counts=True)
    found = standings(names("P Q R S"), THREE_WAY, counted)
    assert figures(found, "net") == {"P": 21, "R": 6, "Q": 2, "S": -29}
    assert found.advancing(2) == ("P", "R")
    assert EXPLANATIONS["net_extra"].format(average="", among="") in explain_standings(found, counted)[0]
    mini = Policy(win=2, order=("points", "wins", "net"), scope="among_tied")
    found = standings(names("P Q R S"), THREE_WAY, mini)
    assert found.advancing(2) == ("Q", "R")
    assert [one.values for one in found.why[:2]] == [(7, -2), (-2, -5)]
    assert figures(found, "net")["P"] == 11, "the standings still show every match"


RING = [match("A", "B", 20, 12), match("B", "C", 20, 12), match("C", "A", 20, 12)]


def test_tied_entries_do_not_advance() -> None:
    found = standings(names("A B C"), RING, POLICIES["vkk"])
    assert figures(found, "rank") == {"A": 1, "B": 1, "C": 1}
    assert found.tied == (("A", "B", "C"),)
    assert found.advancing(1) is None
    assert found.advancing(2) is None
    assert found.advancing(3) == ("A", "B", "C")
    assert shootouts_needed(found.tie_at(2)) == [("A", "B"), ("A", "C"), ("B", "C")]
    assert explain_standings(found, POLICIES["vkk"], advance=2) == [
        EXPLANATIONS["level"].format(names=EXPLANATIONS["and"].format(some="A, B", last="C")),
        EXPLANATIONS["waiting"].format(place=2, names="A, B, C"),
        EXPLANATIONS["shootouts"].format(pairs="A – B, A – C, B – C"),
        EXPLANATIONS["then-lots"],
    ]


@pytest.mark.law("vkk:shootout")
def test_shootouts_decide_and_change_no_figure() -> None:
    played = [match("A", "B", 5, 0), match("B", "C", 2, 0), match("A", "C", 1, 0)]
    found = standings(names("A B C"), RING, POLICIES["vkk"], shootouts=played)
    assert figures(found, "rank") == {"A": 1, "B": 2, "C": 3}
    assert figures(found, "net") == {"A": 0, "B": 0, "C": 0}
    assert figures(found, "scored") == {"A": 32, "B": 32, "C": 32}
    assert figures(found, "played") == {"A": 2, "B": 2, "C": 2}
    assert {one.by for one in found.why} == {"shootout"}


def test_shootout_between_entries_that_are_not_level_decides_nothing() -> None:
    played = [match("A", "B", 25, 0)]
    with_it = standings(names("A B"), played, POLICIES["vkk"], shootouts=[match("A", "B", 0, 9)])
    assert with_it == standings(names("A B"), played, POLICIES["vkk"])


def test_shootouts_in_a_ring_leave_the_tie() -> None:
    ring = [match("A", "B", 9, 0), match("B", "C", 1, 0), match("C", "A", 1, 0)]
    assert standings(names("A B C"), RING, POLICIES["vkk"], shootouts=ring).tied == (("A", "B", "C"),)


def test_shootout_that_leaves_two_level_lets_the_third_fall() -> None:
    played = [match("A", "C", 5, 0), match("B", "C", 2, 0)]
    found = standings(names("A B C"), RING, POLICIES["vkk"], shootouts=played)
    assert figures(found, "rank") == {"A": 1, "B": 1, "C": 3}
    assert found.advancing(2) == ("A", "B")
    assert found.advancing(1) is None


def test_icf_uses_head_to_head_only_after_net_and_scored() -> None:
    # Z's figures are what make A and B level on points, net (+1) and scored (40); A won their match.
    played = [match("A", "B", 20, 19), match("Z", "A", 20, 20, extra=(1, 0)), match("B", "Z", 21, 19)]
    found = standings(names("A B Z"), played, POLICIES["icf"])
    assert figures(found, "points") == {"A": 2, "B": 2, "Z": 2}
    assert figures(found, "net") == {"A": 1, "B": 1, "Z": -2}
    assert figures(found, "scored") == {"A": 40, "B": 40, "Z": 39}
    assert (found.why[0].above, found.why[0].by, found.why[0].values) == ("A", "head_to_head", (2, 0))


@pytest.mark.law("kreeda-2024:format-4", "kreeda-2024:format-5", "kreeda-2024:legend", "I-15")
def test_kreeda_counts_won_games_then_coins() -> None:
    games = [match("T1", "T2", 9, 4), match("T2", "T1", 14, 3), match("T1", "T3", 8, 8, extra=(5, 0))]
    games += [match("T3", "T2", 6, 2)]
    found = standings(names("T1 T2 T3"), games, POLICIES["kreeda"])
    assert figures(found, "points") == {"T1": 2, "T2": 1, "T3": 1}
    assert figures(found, "scored") == {"T1": 20, "T2": 20, "T3": 14}
    assert [(one.below, one.by, one.values) for one in found.why] == [
        ("T2", "points", (2, 1)),
        ("T3", "coins", (20, 14)),
    ]


def test_kreeda_has_no_shootout() -> None:
    games = [match("T1", "T2", 9, 4), match("T2", "T1", 9, 4)]
    found = standings(names("T1 T2"), games, POLICIES["kreeda"], shootouts=[match("T1", "T2", 5, 0)])
    assert found.tied == (("T1", "T2"),)


def test_walkover_is_a_win_without_points() -> None:
    found = standings(names("A B"), [match("A", "B", 3, 25, walkover="a")], POLICIES["vkk"])
    assert figures(found, "points") == {"A": 2, "B": 0}
    assert figures(found, "played") == {"A": 1, "B": 1}
    assert figures(found, "net") == figures(found, "scored") == {"A": 0, "B": 0}


def test_draws_where_the_policy_knows_them() -> None:
    policy = read_policy({"win": 2, "draw": 1, "loss": 0, "order": ["points", "net"]})
    found = standings(names("A B C"), [match("A", "B", 9, 9), match("A", "C", 5, 4)], policy)
    assert figures(found, "points") == {"A": 3, "B": 1, "C": 0}
    assert figures(found, "wins") == {"A": 1, "B": 0, "C": 0}
    with refuses("no-winner", "A – B"):
        standings(names("A B"), [match("A", "B", 9, 9)], POLICIES["vkk"])


def test_decimal_points_are_counted_by_their_digits() -> None:
    policy = read_policy({"win": 0.3, "draw": 0.1, "order": ["points"]})
    played = [match("A", "C", 1, 0)] + [match("B", "D", 1, 1) for _ in range(3)]
    found = standings(names("A B C D"), played, policy)
    assert figures(found, "rank") == {"A": 1, "B": 1, "D": 1, "C": 4}


def test_unequal_groups_compare_averages() -> None:
    policy = Policy(win=2, order=("points", "net"), per_match=True)
    played = [match("A", "x", 25, 5), match("A", "y", 5, 25), match("B", "p", 25, 0), match("B", "q", 0, 25)]
    played += [match("B", "r", 25, 20)]
    found = standings(names("A B x y p q r"), played, policy)
    # B: 4 points of 3 matches; A: 2 of 2.
    decision = next(one for one in found.why if one.below == "A")
    assert decision.values == (Fraction(4, 3), 1)


LEAVING = [
    match("A", "B", 25, 15),
    match("A", "C", 25, 20),
    match("D", "A", 25, 22),
    match("E", "A", 25, 10),
    match("B", "E", 25, 8),
    match("B", "C", 25, 18),
    match("B", "D", 25, 20),
    match("C", "D", 25, 12),
]
FIVE = names("A B C D E")
EVERYONE = list(combinations(FIVE, 2))


def leave(results: list[Result], withdrawal: WithdrawalRule, walkover_score: int = 0) -> Standings:
    settled = settle_withdrawals(EVERYONE, results, [EntryId("E")], withdrawal)
    policy = Policy(win=2, order=("points", "wins", "net", "shootout"), walkover_score=walkover_score)
    return standings(settled.staying(FIVE), settled.results, policy)


def test_withdrawal_after_half_keeps_the_results() -> None:
    found = leave(LEAVING, WithdrawalRule())
    assert figures(found, "wins") == {"B": 3, "C": 2, "A": 2, "D": 2, "E": 1}
    net = figures(found, "net")
    assert (net["C"], net["A"], net["D"]) == (1, -3, -15)
    assert found.advancing(2) == ("B", "C")


def test_withdrawal_with_counting_walkovers() -> None:
    net = figures(leave(LEAVING, WithdrawalRule(), 25), "net")
    assert (net["C"], net["D"], net["A"]) == (26, 10, -3)


def test_withdrawal_annulled() -> None:
    found = leave(LEAVING, WithdrawalRule(keep_from=None))
    assert "E" not in figures(found, "net")
    assert (figures(found, "net")["A"], figures(found, "net")["B"]) == (12, 2)
    assert found.advancing(2) == ("A", "B")


def test_one_match_fewer_flips_the_policy() -> None:
    fewer = [result for result in LEAVING if {result.a, result.b} != {"B", "E"}]
    assert leave(fewer, WithdrawalRule()).advancing(2) == ("A", "B")


def test_two_leavers_get_nothing_from_each_other() -> None:
    settled = settle_withdrawals(EVERYONE, LEAVING, names("E D"), WithdrawalRule())
    given_away = {(result.a, result.b) for result in settled.results if result.walkover}
    assert given_away == {("C", "E")}


@pytest.mark.parametrize(
    ("bad", "code", "named"),
    [
        (lambda: match("A", "A", 1, 0), "plays-itself", "'A'"),
        (lambda: match("A", "B"), "no-score", "A – B"),
        (lambda: match("A", "B", 20, 10, extra=(1, 0)), "no-extra-board", "20–10"),
        (lambda: match("A", "B", 20, 20, extra=(0, 0)), "no-winner", "0 each"),
        (lambda: standings(names("A A"), [], POLICIES["vkk"]), "entry-twice", "'A'"),
        (lambda: standings(names("A"), [match("A", "B", 1, 0)], POLICIES["vkk"]), "unknown-entry", "'B'"),
        (lambda: standings(names("A B"), [], POLICIES["vkk"], shootouts=[match("A", "B", 1, 1)]), "no-winner", "A – B"),
        (lambda: standings(names("A B"), [], POLICIES["vkk"]).advancing(3), "cannot-advance", "3"),
        (lambda: read_policy("fide"), "misread", '"fide"'),
        (lambda: read_policy({"win": 2, "order": ["luck"]}), "misread", 'order[0]: "luck"'),
        (lambda: read_policy({"win": 2, "order": []}), "misread", "order: []"),
        (lambda: read_policy({"order": ["points"]}), "misread", "win "),
        (lambda: read_policy({"win": True, "order": ["points"]}), "misread", "win: true"),
        (lambda: read_policy({"wins": 2, "order": ["points"]}), "misread", '"wins"'),
    ],
)
def test_invalid_results_and_policies_are_refused(bad: Any, code: str, named: str) -> None:
    with refuses(code, named):
        bad()


# -- properties of all standings -------------------------------------------------------------------------------

PEOPLE = [EntryId(name) for name in "ABCDEF"]


@st.composite
def results(draw: st.DrawFn) -> Result:
    a, b = draw(st.permutations(PEOPLE))[:2]
    if draw(st.integers(0, 9)) == 0:
        return match(a, b, walkover=draw(st.sampled_from("ab")))
    score = draw(st.tuples(st.integers(0, 4), st.integers(0, 4)))
    extra = draw(st.sampled_from([(1, 0), (0, 3)])) if score[0] == score[1] else None
    return match(a, b, *score, extra=extra)


policies = st.one_of(
    st.sampled_from(list(POLICIES.values())),
    st.builds(
        Policy,
        win=st.integers(1, 3),
        draw=st.none() | st.just(1),
        order=st.lists(st.sampled_from(CRITERIA), min_size=1, max_size=5).map(tuple),
        scope=st.sampled_from(["all", "among_tied"]),
        extra_counts=st.booleans(),
        per_match=st.booleans(),
    ),
)


def test_buchholz_counts_the_points_of_every_opponent() -> None:
    """Two Swiss rounds of four: C and D have two points each."""
    played = [match("A", "B", 25, 3), match("D", "C", 25, 9), match("A", "D", 25, 1), match("B", "C", 3, 25)]
    policy = Policy(win=2, order=("points", "buchholz"))
    found = standings(names("A B C D"), played, policy)
    assert [(row.entry, row.rank, row.points) for row in found.table] == [
        ("A", 1, 4),
        ("D", 2, 2),
        ("C", 3, 2),
        ("B", 4, 0),
    ]
    # D met C (2) and A (4), C met D (2) and B (0).
    assert found.why[1] == TieDecision(above=EntryId("D"), below=EntryId("C"), by="buchholz", values=(6, 2))
    assert explain_decision(found.why[1], policy) == EXPLANATIONS["above"].format(
        above="D", below="C", reason=EXPLANATIONS["buchholz"], high="6", low="2"
    )


@given(st.lists(results(), max_size=15), policies, st.randoms(use_true_random=False))
def test_order_of_entries_and_results_never_matters(played: list[Result], policy: Policy, random: Any) -> None:
    shootouts = [result for result in played[:3] if result.winner]
    first = standings(PEOPLE, played, policy, shootouts=shootouts)
    people, again = PEOPLE[:], played[:]
    random.shuffle(people)
    random.shuffle(again)
    assert standings(people, again, policy, shootouts=shootouts) == first


@given(st.lists(results(), max_size=15), policies)
def test_nets_sum_to_zero_and_every_boundary_is_explained(played: list[Result], policy: Policy) -> None:
    found = standings(PEOPLE, played, policy)
    assert sum(row.net for row in found.table) == 0
    assert sum(row.wins for row in found.table) == sum(result.winner is not None for result in played)
    assert len(found.why) == len({row.rank for row in found.table}) - 1
    for decision in found.why:
        assert decision.values[0] > decision.values[1]
        assert found.rank(decision.above) < found.rank(decision.below)
        assert decision.by in policy.order
    for place, row in enumerate(found.table, 1):
        assert row.rank == 1 + sum(other.rank < row.rank for other in found.table) <= place
    assert {name for group in found.tied for name in group} == {
        row.entry for row in found.table if sum(other.rank == row.rank for other in found.table) > 1
    }


def by_hand(
    played: list[Result], shootouts: list[Result], policy: Policy, level: list[EntryId], at: int = 0
) -> list[list[EntryId]]:
    """Rank entries simply and slowly: split by one criterion, then each part by the next."""
    if len(level) == 1 or at == len(policy.order):
        return [level]

    def net(entry: EntryId, results: list[Result], sign: int) -> int:
        total = 0
        for one in results:
            if one.walkover is None and one.score is not None and entry in (one.a, one.b):
                own, other = one.score if entry == one.a else one.score[::-1]
                total += own + sign * other
        return total

    def points(entry: EntryId, results: list[Result]) -> int:
        own = [one for one in results if entry in (one.a, one.b)]
        drawn = sum(one.winner is None for one in own)
        won = sum(one.winner == entry for one in own)
        return int(policy.win * won + (policy.draw or 0) * drawn + policy.loss * (len(own) - won - drawn))

    def figure(entry: EntryId) -> int:
        among = [one for one in played if one.a in level and one.b in level]
        return {
            "points": points(entry, played),
            "wins": sum(one.winner == entry for one in played),
            "net": net(entry, played, -1),
            "scored": net(entry, played, 0),
            "coins": net(entry, played, 0),
            "buchholz": sum(
                points(one.b if one.a == entry else one.a, played) for one in played if entry in (one.a, one.b)
            ),
            "head_to_head": points(entry, among),
            "shootout": sum(one.winner == entry for one in shootouts if one.a in level and one.b in level),
        }[policy.order[at]]

    found = []
    for value in sorted({figure(entry) for entry in level}, reverse=True):
        part = [entry for entry in level if figure(entry) == value]
        found += by_hand(played, shootouts, policy, part, at + 1)
    return found


plain_policies = st.one_of(
    st.sampled_from(list(POLICIES.values())),
    st.builds(
        Policy,
        win=st.integers(1, 3),
        draw=st.none() | st.just(1),
        loss=st.integers(0, 1),
        order=st.lists(st.sampled_from(CRITERIA), min_size=1, max_size=5).map(tuple),
    ),
)


@given(st.lists(results(), max_size=12), st.lists(results(), max_size=4), plain_policies)
def test_standings_agree_with_a_slow_implementation(played: list[Result], extra: list[Result], policy: Policy) -> None:
    shootouts = [one for one in extra if one.winner is not None]
    found = standings(PEOPLE, played, policy, shootouts=shootouts)
    expected: dict[EntryId, int] = {}
    rank = 1
    for level in by_hand(played, shootouts, policy, PEOPLE):
        expected |= dict.fromkeys(level, rank)
        rank += len(level)
    assert {row.entry: row.rank for row in found.table} == expected


@given(policies)
def test_policy_round_trip(policy: Policy) -> None:
    assert read_policy(policy.json()) == policy
