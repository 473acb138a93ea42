"""The codec: values read back as written, and errors name the place of a fault at every depth."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date, datetime
from enum import Enum
from typing import Annotated, Any, Generic, Literal, NewType, TypeVar

import pytest
from hypothesis import given, strategies as st

from carrom.base.codec import (
    Name,
    dataclass_reader,
    decode,
    encode,
    not_blank,
    object_with,
    read_at,
    reader_for,
    register_form,
    within,
)
from carrom.base.errors import CarromError
from tests.refusals import refuses

T = TypeVar("T")
Id = NewType("Id", str)


class Colour(Enum):
    WHITE = "white"
    BLACK = "black"


@dataclass(frozen=True, slots=True)
class Both(Generic[T]):
    a: T
    b: T


@dataclass(frozen=True, slots=True)
class Celsius:
    """A type with a registered form."""

    degrees: int


@dataclass(frozen=True, slots=True)
class Kelvin:
    degrees: int


def _heat(value: Any) -> Celsius | Kelvin:
    match value:
        case [int(degrees), "C"]:
            return Celsius(degrees)
        case [int(degrees), "K"]:
            return Kelvin(degrees)
    raise CarromError("bad-heat", "heat is degrees and a scale")


register_form(Celsius | Kelvin, lambda heat: [heat.degrees, type(heat).__name__[0]], _heat)


@dataclass(frozen=True, slots=True, kw_only=True)
class Leaf:
    count: Annotated[int, within(0, 9)]
    id: Id = Id("x")
    on: bool = False
    size: float = 1.0
    colour: Colour = Colour.WHITE
    side: Literal["left", "right"] = "left"


@dataclass(frozen=True, slots=True, kw_only=True)
class Tree:
    name: Annotated[str, not_blank]
    leaf: Leaf
    leaves: tuple[Leaf, ...] = ()
    pair: tuple[int, str] = (1, "")
    by: Mapping[str, Leaf] = field(default_factory=dict)
    both: Both[Leaf] | None = None
    day: date | None = None
    at: datetime | None = None
    heat: Celsius | Kelvin | None = None


LEAVES = st.builds(
    Leaf,
    count=st.integers(0, 9),
    id=st.text().map(Id),
    on=st.booleans(),
    size=st.floats(allow_nan=False, allow_infinity=False),
    colour=st.sampled_from(Colour),
    side=st.sampled_from(["left", "right"]),
)
TREES = st.builds(
    Tree,
    name=st.text(min_size=1).filter(str.strip),
    leaf=LEAVES,
    leaves=st.lists(LEAVES, max_size=3).map(tuple),
    pair=st.tuples(st.integers(), st.text()),
    by=st.dictionaries(st.text("xyz", min_size=1, max_size=3), LEAVES, max_size=2),
    both=st.none() | st.builds(Both, LEAVES, LEAVES),
    day=st.none() | st.dates(),
    at=st.none() | st.datetimes().map(lambda at: at.replace(microsecond=0)),
    heat=st.none() | st.builds(Celsius, st.integers()) | st.builds(Kelvin, st.integers()),
)


def places(value: Any, at: str = "") -> Iterator[tuple[str, list[Any]]]:
    """Yield every value inside a value: the place that an error names, and the keys that lead there."""
    yield at, []
    inside = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, one in inside:
        name = f"{at}[{key}]" if isinstance(key, int) else f"{at}.{key}" if at else key
        for place, way in places(one, name):
            yield place, [key, *way]


def follow(value: Any, way: list[Any]) -> Any:
    for key in way:
        value = value[key]
    return value


def fault_of(value: Any) -> str:
    with pytest.raises(CarromError) as error:
        decode(Tree, value, "tree")
    assert error.value.code in ("misread", "bad-heat")
    return str(error.value)


@given(TREES)
def test_encoded_values_read_back(tree: Tree) -> None:
    value = json.loads(json.dumps(encode(tree)))
    assert decode(Tree, value) == tree
    assert encode(decode(Tree, value)) == value, "one form for one value"


@given(TREES, st.data())
def test_an_unknown_field_is_named_with_its_place_at_every_depth(tree: Tree, data: st.DataObject) -> None:
    value = encode(tree)
    objects = [(place, way) for place, way in places(value, "tree") if isinstance(follow(value, way), dict)]
    place, way = data.draw(st.sampled_from([one for one in objects if one[0] != "tree.by"]))
    follow(value, way)["surplus"] = 1
    fault = fault_of(value)
    assert fault.startswith(f"{place}: ")
    assert '"surplus"' in fault


@given(TREES, st.data())
def test_a_missing_field_is_named_with_its_place_at_every_depth(tree: Tree, data: st.DataObject) -> None:
    value = encode(tree)
    needed = [(place, way) for place, way in places(value, "tree") if way and way[-1] in ("count", "name", "leaf")]
    place, way = data.draw(st.sampled_from(needed))
    del follow(value, way[:-1])[way[-1]]
    assert fault_of(value) == f"{place} is missing"


@given(TREES, st.data())
def test_a_value_of_the_wrong_kind_is_named_with_its_place_at_every_depth(tree: Tree, data: st.DataObject) -> None:
    value = encode(tree)
    inner = [(place, way) for place, way in places(value, "tree") if way and "heat" not in way]
    place, way = data.draw(st.sampled_from(inner))
    follow(value, way[:-1])[way[-1]] = {"no": {"such": "thing"}}
    fault = fault_of(value)
    assert fault.startswith((f"{place}: ", f"{place}.no"))
    assert '"no"' in fault or f"{place}.no" in fault


def wrong_leaf(**change: Any) -> dict[str, Any]:
    return {"name": "t", "leaf": {"count": 1}} | change


@pytest.mark.parametrize(
    ("value", "sentence"),
    [
        (3, "tree: 3 is not an object with name, leaf, leaves, pair, by, both, day, at, heat"),
        (wrong_leaf(name=" "), 'tree.name: " " is not a name'),
        (wrong_leaf(name=None), "tree.name: null is not a text"),
        (wrong_leaf(leaf={"count": 10}), "tree.leaf.count: 10 is not from 0 to 9"),
        (wrong_leaf(leaf={"count": True}), "tree.leaf.count: true is not a whole number"),
        (wrong_leaf(leaf={"count": 1.0}), "tree.leaf.count: 1.0 is not a whole number"),
        (wrong_leaf(leaf={"count": 1, "on": 1}), "tree.leaf.on: 1 is not true or false"),
        (wrong_leaf(leaf={"count": 1, "size": float("nan")}), "tree.leaf.size: NaN is not a finite number"),
        (wrong_leaf(leaf={"count": 1, "size": 10**400}), f"tree.leaf.size: 1{'0' * 76}… is not a finite number"),
        (wrong_leaf(leaf={"count": 1, "colour": "red"}), 'tree.leaf.colour: "red" is not one of white, black'),
        (wrong_leaf(leaf={"count": 1, "side": ["left"]}), 'tree.leaf.side: ["left"] is not one of left, right'),
        (wrong_leaf(leaves={}), "tree.leaves: {} is not a list"),
        (wrong_leaf(leaves=[{"count": 1}, {"count": "1"}]), 'tree.leaves[1].count: "1" is not a whole number'),
        (wrong_leaf(pair=[1]), "tree.pair: [1] is not a list of 2"),
        (wrong_leaf(pair=[1, 2]), "tree.pair[1]: 2 is not a text"),
        (wrong_leaf(by={"x": {}}), "tree.by.x.count is missing"),
        (wrong_leaf(both={"a": {"count": 1}}), "tree.both.b is missing"),
        (wrong_leaf(day="soon"), 'tree.day: "soon" is not a date such as 2024-11-05'),
        (wrong_leaf(at=7), "tree.at: 7 is not a time such as 2024-11-05T09:30:00"),
        (wrong_leaf(heat=[1, "F"]), "tree.heat: heat is degrees and a scale"),
    ],
)
def test_the_sentence_for_every_kind_of_fault(value: Any, sentence: str) -> None:
    assert fault_of(value) == sentence


def test_the_codec_accepts_any_characters() -> None:
    """Which characters a name may have is checked elsewhere."""
    name = "\ud800‮"
    assert decode(Tree, wrong_leaf(name=name)).name == name


def test_quoted_values_are_short_and_printable() -> None:
    deep: Any = []
    for _ in range(100_000):
        deep = [deep]
    for bad in ("x" * 1000, "\ud800‮", deep, 10**5000):
        with pytest.raises(CarromError) as error:
            read_at("here", reader_for(Literal["a"]), bad)
        assert len(str(error.value)) < 120
        assert str(error.value).isprintable()


@dataclass(frozen=True, slots=True)
class Wish:
    entries: tuple[Name, ...]
    start: int = 0
    seeds: int = 0


def test_a_reader_can_rename_and_leave_out_fields() -> None:
    read = dataclass_reader(Wish, names={"from": "start"}, without=("seeds",), null_is_absent=True)
    assert read({"entries": ["a"], "from": 3}) == Wish(("a",), 3)
    assert read({"entries": ["a"], "from": None}) == Wish(("a",))
    for bad, *parts in (
        ({"entries": None}, "entries"),
        ({"entries": [], "start": 1}, '"start"', "entries, from"),
        ({"entries": [], "seeds": 1}, '"seeds"', "entries, from"),
        ({"entries": [], "from": "x"}, 'from: "x"'),
    ):
        with refuses("misread", *parts):
            read(copy.deepcopy(bad))
    with refuses("misread", "start"):
        dataclass_reader(Wish, all_needed=True)({"entries": []})


def test_objects_without_a_class() -> None:
    read = object_with({"a": reader_for(int), "b": reader_for(str)}, ("a",))
    assert read({"a": 1}) == {"a": 1}
    with refuses("misread", "a "):
        read({"b": "x"})
