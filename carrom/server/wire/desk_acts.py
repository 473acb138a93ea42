"""The desk's acts as JSON, `{"do":"call","match":"M7","table":3}`, generated with limits."""

from collections.abc import Mapping
from dataclasses import MISSING, fields, is_dataclass
from functools import cache
from types import UnionType
from typing import Annotated, Any, Union, get_args, get_origin, get_type_hints

from msgspec import UNSET, Meta, Struct, defstruct, structs

from carrom.tournament.desk.acts import ACTS, DeskAct
from carrom.tournament.desk.acts.act import INTERNAL

_LONG = ("text", "file", "record")
"""Fields for whole lists or matches."""
_Text = Annotated[str, Meta(max_length=1000)]
_LongText = Annotated[str, Meta(max_length=1_200_000)]
_Count = Annotated[int, Meta(ge=0, le=999_999)]


def _limited(hint: Any, text: Any) -> Any:
    """Add limits to a field's type."""
    if hint is str:
        return text
    if hint is int:
        return _Count
    origin, inner = get_origin(hint), get_args(hint)
    if origin in (Union, UnionType):
        return Union[tuple(_limited(one, text) for one in inner)]  # noqa: UP007 - built while the program runs
    if origin is tuple and len(inner) == 2 and inner[1] is Ellipsis:
        return Annotated[tuple.__class_getitem__((_limited(inner[0], text), ...)), Meta(max_length=1000)]
    if origin is tuple:
        return tuple.__class_getitem__(tuple(_limited(one, text) for one in inner))
    if isinstance(hint, type) and is_dataclass(hint):
        return _part(hint)
    if origin is Mapping:
        return dict.__class_getitem__((str, _limited(inner[1], text)))
    return hint


@cache
def _part(part: Any) -> type[Struct]:
    """Make a type of a nested dataclass; unlike the dataclass, it rejects unknown fields."""
    hints = get_type_hints(part)
    described = [
        (one.name, _limited(hints[one.name], _Text), *(() if one.default is MISSING else (one.default,)))
        for one in fields(part)
    ]
    made = defstruct(
        part.__name__, described, forbid_unknown_fields=True, frozen=True, namespace={"__doc__": part.__doc__}
    )
    _PARTS[made] = part
    return made


_PARTS: dict[type[Struct], Any] = {}
"""Dataclasses by the types made of them."""


def _wire_of(act: type[DeskAct]) -> type[Struct]:
    hints = get_type_hints(act)
    described: list[Any] = []
    for one in fields(act):
        if one.metadata == INTERNAL:
            continue
        hint = _limited(hints[one.name], _LongText if one.name in _LONG else _Text)
        if one.default is MISSING and one.default_factory is MISSING:
            described.append((one.name, hint))
        elif one.default is MISSING or one.default == ():
            described.append((one.name, hint, _empty(hint)))
        else:
            described.append((one.name, hint, one.default))
    note = " ".join((act.__doc__ or "").partition("\n\n")[0].split())
    return defstruct(
        act.__name__,
        described,
        tag_field="do",
        tag=act.do,
        forbid_unknown_fields=True,
        frozen=True,
        kw_only=True,
        namespace={"__doc__": note},
    )


def _empty(hint: Any) -> Any:
    origin = get_origin(hint)
    return {} if origin is dict else () if origin is not None else UNSET


WIRES: dict[str, type[Struct]] = {name: _wire_of(act) for name, act in ACTS.items()}
AnyAct: Any = Union[tuple(WIRES.values())]  # noqa: UP007 - built while the program runs
"""Any act of the desk, told apart by `do`."""


def act_from_wire(sent: Struct) -> DeskAct:
    tag = sent.__struct_config__.tag
    assert isinstance(tag, str)
    return ACTS[tag](**{name: _plain_value(value) for name, value in structs.asdict(sent).items()})


def _plain_value(value: Any) -> Any:
    if isinstance(value, tuple):
        return tuple(map(_plain_value, value))
    return _PARTS[type(value)](**structs.asdict(value)) if isinstance(value, Struct) else value
