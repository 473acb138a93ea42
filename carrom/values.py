"""`dataclass` for frozen values, made in a third of the time.

The standard decorator writes six methods for every frozen class and compiles each of them while the module loads. The
pure rooms declare so many small values that this was most of what they took to load. Here only `__init__` is compiled;
the other methods are the same functions for every value. To the type checker it is `dataclasses.dataclass` itself, and
`fields`, `replace`, `asdict`, pickling and `match` work as ever.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from dataclasses import dataclass
else:
    import dataclasses
    from dataclasses import MISSING, FrozenInstanceError, fields
    from operator import attrgetter

    def dataclass(*, frozen=False, slots=False, kw_only=False):
        if not frozen:  # what changes is no value: few of those, and left to the standard
            return dataclasses.dataclass(slots=slots, kw_only=kw_only)

        def made(cls):
            if any(map(dataclasses.is_dataclass, cls.__bases__)):  # which field is whose is left to the standard, too
                return dataclasses.dataclass(frozen=True, slots=slots, kw_only=kw_only)(cls)
            cls = dataclasses.dataclass(init=False, repr=False, eq=False, slots=slots, kw_only=kw_only)(cls)
            said = cls.__dataclass_params__  # the standard asks here whether a class may inherit from this one
            said.init = said.repr = said.eq = said.frozen = True
            # Without a field to compare, all values of the class are equal.
            cls.__compared__ = attrgetter(*[spec.name for spec in fields(cls) if spec.compare] or ["__class__"])
            cls.__init__ = _init(cls)
            own = vars(cls)
            for name, method in (_SHARED | _PICKLED if slots else _SHARED).items():
                if own.get(name) is None:  # Python sets `__hash__` to None beside a class's own `__eq__`
                    setattr(cls, name, method)
            return cls

        return made

    def _init(cls):
        """The one method that is worth compiling: values are made far more often than they are compared."""
        ordered, named, body = [], [], []
        known = {"_set": object.__setattr__, "_ABSENT": MISSING}
        for spec in fields(cls):
            name, default, given = spec.name, "", spec.name
            if spec.default_factory is not MISSING:
                known[f"_new_{name}"] = spec.default_factory
                default = "=_ABSENT"
                given = f"_new_{name}() if {name} is _ABSENT else {name}" if spec.init else f"_new_{name}()"
            elif spec.default is not MISSING:
                known[f"_default_{name}"] = spec.default
                default = f"=_default_{name}"
                given = name if spec.init else f"_default_{name}"
            if spec.init:
                (named if spec.kw_only else ordered).append(name + default)
            body.append(f"_set(self, {name!r}, {given})")
        if hasattr(cls, "__post_init__"):
            body.append("self.__post_init__()")
        parameters = ", ".join(["self", *ordered, *(["*", *named] if named else [])])
        exec(f"def __init__({parameters}):\n " + "\n ".join(body or ["pass"]), known)
        init = known["__init__"]
        init.__qualname__ = f"{cls.__qualname__}.__init__"
        init.__module__ = cls.__module__
        init.__annotations__ = {spec.name: spec.type for spec in fields(cls) if spec.init} | {"return": None}
        return init

    def _eq(self, other):
        if other.__class__ is not self.__class__:
            return NotImplemented
        compared = self.__compared__
        return compared(self) == compared(other)

    def _hash(self):
        return hash(self.__compared__(self))

    def _repr(self):
        shown = ", ".join(f"{spec.name}={getattr(self, spec.name)!r}" for spec in fields(self) if spec.repr)
        return f"{self.__class__.__qualname__}({shown})"

    def _refuse_set(self, name, value):
        raise FrozenInstanceError(f"cannot assign to field {name!r}")

    def _refuse_del(self, name):
        raise FrozenInstanceError(f"cannot delete field {name!r}")

    def _getstate(self):
        return [getattr(self, spec.name) for spec in fields(self)]

    def _setstate(self, state):
        for spec, value in zip(fields(self), state, strict=True):
            object.__setattr__(self, spec.name, value)

    _SHARED = {
        "__eq__": _eq,
        "__hash__": _hash,
        "__repr__": _repr,
        "__setattr__": _refuse_set,
        "__delattr__": _refuse_del,
    }
    _PICKLED = {"__getstate__": _getstate, "__setstate__": _setstate}


__all__ = ["dataclass"]
