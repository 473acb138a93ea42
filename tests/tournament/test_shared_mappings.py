"""`with_item`: mappings that share storage and still behave like copies."""

from __future__ import annotations

import copy
import pickle
import sys
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from hypothesis import given, strategies as st

from carrom.tournament.log.transitions import fold_events
from carrom.tournament.model.state import with_item
from tests.tournament.desk import Desk, groups_then_knockout


@given(st.lists(st.tuples(st.integers(0, 30), st.integers(0, 8), st.integers())))
def test_each_mapping_equals_a_copy(steps: list[tuple[int, int, int]]) -> None:
    """Items are added to the latest mapping and to earlier ones."""
    grown: list[Mapping[int, int]] = [{}]
    copied: list[dict[int, int]] = [{}]
    for of, key, value in steps:
        at = of % len(grown)
        grown.append(with_item(grown[at], key, value))
        copied.append({**copied[at], key: value})
    for one, other in zip(grown, copied, strict=True):
        assert one == other
        assert (list(one), len(one), list(one.values())) == (list(other), len(other), list(other.values()))
        assert [key in one for key in range(9)] == [key in other for key in range(9)]
        assert [one.get(key) for key in range(9)] == [other.get(key) for key in range(9)]
        assert pickle.loads(pickle.dumps(one)) == copy.deepcopy(one) == other


def test_item_added_to_a_new_mapping_is_not_in_the_old_one() -> None:
    one = with_item({}, "a", 1)
    with_item(one, "b", 2)
    with pytest.raises(KeyError):
        one["b"]


def test_threads_that_extend_one_mapping_do_not_interfere() -> None:
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        with ThreadPoolExecutor(8) as pool:
            for _ in range(50):
                start = with_item({}, "start", -1)
                found = list(pool.map(lambda n, start=start: (n, with_item(start, n, n)), range(8)))
                assert [dict(one) for _, one in found] == [{"start": -1, n: n} for n, _ in found]
    finally:
        sys.setswitchinterval(before)


def test_fold_extends_mappings_without_copying() -> None:
    """Otherwise the time to read a log would grow with its square."""
    desk = Desk(groups_then_knockout())
    desk.enter("A B C D")
    state = fold_events(desk.facts).state
    parts: list[Any] = [state.seen, state.people]
    for known in parts:
        more: Any = with_item(known, "new", None)
        assert more._shared is known._shared
