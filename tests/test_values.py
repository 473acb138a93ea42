"""The house's `dataclass` makes what the standard one makes, only sooner."""

import copy
import dataclasses
import pickle
from collections.abc import Callable
from typing import Any, ClassVar

import pytest
from hypothesis import given
from hypothesis import strategies as st

from carrom import values

Decorator = Callable[..., Any]


def point(decorate: Decorator, **options: Any) -> Any:
    @decorate(frozen=True, **options)
    class Point:
        """A place with a name."""

        x: int
        y: int = 2
        kind: ClassVar[str] = "point"
        marks: list[str] = dataclasses.field(default_factory=list, repr=False)
        note: str = dataclasses.field(default="", compare=False)
        seen: dict[str, int] = dataclasses.field(init=False, compare=False, repr=False, default_factory=dict)
        size: int = dataclasses.field(init=False, default=3)

        def __post_init__(self) -> None:
            if self.x < 0:
                raise ValueError("x")

    return Point


OURS, THEIRS = point(values.dataclass, slots=True), point(dataclasses.dataclass, slots=True)

arguments = st.fixed_dictionaries(
    {"x": st.integers(0, 2)},
    optional={
        "y": st.integers(1, 3),
        "marks": st.lists(st.sampled_from(["a", "b"]), max_size=1),
        "note": st.sampled_from(["", "n"]),
    },
)


@given(one=arguments, other=arguments)
def test_values_compare_and_show_as_the_standard_says(one: dict[str, Any], other: dict[str, Any]) -> None:
    ours, theirs = OURS(**one), THEIRS(**one)
    assert dataclasses.asdict(ours) == dataclasses.asdict(theirs)
    assert repr(ours) == repr(theirs)
    assert (ours == OURS(**other)) == (theirs == THEIRS(**other))
    assert ours != theirs
    assert dataclasses.asdict(dataclasses.replace(ours, x=9)) == dataclasses.asdict(dataclasses.replace(theirs, x=9))


@values.dataclass(frozen=True, slots=True)
class Empty:
    """Nothing to compare."""


@values.dataclass(frozen=True, slots=True)
class Other:
    """Nothing to compare, and another class."""


@values.dataclass(frozen=True, slots=True, kw_only=True)
class Named:
    """Fields by name only."""

    one: str
    two: tuple[int, ...] = ()


@values.dataclass(frozen=True)
class Hashed:
    """A hash of its own."""

    one: str

    def __hash__(self) -> int:
        return 7


def test_equal_values_have_one_hash() -> None:
    assert hash(Named(one="a")) == hash(Named(one="a", two=()))
    assert len({Named(one="a"), Named(one="a"), Named(one="b"), Named(one="a", two=(1,))}) == 3
    assert len({Empty(), Empty()}) == 1
    assert Empty() != Other()
    assert hash(Hashed("x")) == 7
    assert Hashed("x") == Hashed("x") != Hashed("y")
    with pytest.raises(TypeError):
        hash(OURS(1))  # it holds a list


def test_values_do_not_change() -> None:
    for value, name in ((Named(one="a"), "one"), (Hashed("a"), "one"), (Empty(), "new")):
        with pytest.raises(dataclasses.FrozenInstanceError):
            setattr(value, name, "b")
        with pytest.raises(dataclasses.FrozenInstanceError):
            delattr(value, name)
    assert not hasattr(Named(one="a"), "__dict__")


def test_what_is_missing_or_too_much_is_a_type_error() -> None:
    for wrong in ({}, {"x": 1, "z": 2}, {"x": 1, "seen": {}}, {"x": 1, "size": 4}):
        with pytest.raises(TypeError):
            OURS(**wrong)
    with pytest.raises(TypeError):
        Named("a")  # type: ignore[call-arg,misc]
    with pytest.raises(ValueError, match="x"):
        OURS(-1)
    assert OURS(1).marks is not OURS(1).marks


def test_values_can_be_copied_stored_and_matched() -> None:
    value = Named(one="a", two=(1, 2))
    assert pickle.loads(pickle.dumps(value)) == value
    assert copy.deepcopy(value) == value
    assert pickle.loads(pickle.dumps(Hashed("a"))) == Hashed("a")
    match OURS(4, 5):
        case OURS(x, y):
            assert (x, y) == (4, 5)
        case _:
            raise AssertionError("no match")
    assert OURS.__match_args__ == THEIRS.__match_args__


def test_what_is_not_frozen_is_left_to_the_standard() -> None:
    @values.dataclass(slots=True)
    class Open:
        one: int

    value = Open(1)
    value.one = 2
    assert value == Open(2)


@pytest.mark.parametrize("decorate", [values.dataclass, dataclasses.dataclass])
def test_values_can_be_inherited_from(decorate: Decorator) -> None:
    @decorate(frozen=True, slots=True, kw_only=True)
    class More(Named):
        three: int = 3

    value = More(one="a")
    assert dataclasses.asdict(value) == {"one": "a", "two": (), "three": 3}
    assert value == More(one="a")
    assert hash(value) == hash(More(one="a"))
    assert value != More(one="a", three=4)
    assert value != Named(one="a")
    assert Named(one="a") != value
    with pytest.raises(dataclasses.FrozenInstanceError):
        setattr(value, "one", "b")  # noqa: B010  mypy knows better


def test_nothing_that_changes_inherits_from_a_value() -> None:
    for decorate in (values.dataclass, dataclasses.dataclass):
        with pytest.raises(TypeError, match="non-frozen"):
            decorate(slots=True)(type("Open", (Named,), {"__annotations__": {"three": int}}))
