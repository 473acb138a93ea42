"""A law is proved by a test that reaches it. While a test marked `law("95b")` runs, the product is watched.

Two things count, and nothing else does:

- the product *cites* the law: a ruling, a decision, a happening, a refusal, a fault, a deadline or a finding names it,
  and code of `carrom` made that. What an umpire names himself (the law of a `Foul`, of a `Remark`, of a `Violation`)
  comes back unread, so it is no citation.
- the product *does* what the law says, and cites nothing: a rack is laid, a turn passes to the right. The register then
  names the function that does it (`done_by`), and the test must have called that very function.

A whole number stands for any of its clauses. A test whose mark is not true fails, so `carrom laws --coverage`, which
reads the marks, counts only what was reached.
"""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from importlib import import_module
from types import CodeType
from typing import Any

import pytest

from carrom.base.refusal import Refused
from carrom.equipment.faults import Fault
from carrom.equipment.inspection import Finding
from carrom.laws import IncidentRuling, Ruling
from carrom.laws.decisions import Decision
from carrom.laws.incidents import Violation
from carrom.laws.register import Law, register
from carrom.match.deadlines import Deadline
from carrom.match.log.acts import Foul, Remark
from carrom.match.rules.step import Happening

# What cites, and how to read the laws off it.
CITING: dict[type, Callable[[Any], tuple[str | None, ...]]] = {
    Ruling: lambda ruling: ruling.laws,
    IncidentRuling: lambda ruling: ruling.laws,
    Decision: lambda decision: decision.laws,
    Happening: lambda happening: happening.laws,
    Refused: lambda refused: (refused.law,),
    Fault: lambda fault: (fault.law,),
    Deadline: lambda deadline: (deadline.law,),
    Finding: lambda finding: (finding.requirement.law,) if finding.measured else (),
}


class Watch:
    """What the product did while it was watched."""

    def __init__(self) -> None:
        self.cited: set[str] = set()
        self.named_by_umpire: set[str] = set()
        self.called: set[str] = set()

    def made(self, value: Any, by_product: bool) -> None:
        """Something that cites laws was made."""
        if by_product:
            self.cited.update(law for law in CITING[type(value)](value) if law)

    def named(self, value: Any, by_product: bool) -> None:
        """An umpire named a law. A violation that the match made has its law from such an act, or is its own."""
        if not (isinstance(value, Violation) and by_product):
            self.named_by_umpire.add(value.law)

    def proves(self, id: str) -> bool:
        laws = [register()[id]] if id in register() else [law for law in register().values() if law.id[:-1] == id]
        cited = self.cited - self.named_by_umpire
        return any(law.id in cited or id in cited or not self.called.isdisjoint(law.done_by) for law in laws)


@contextmanager
def watching(ids: set[str]) -> Iterator[Watch]:
    """Watch the product for these laws."""
    watch = Watch()
    with ExitStack() as undo:
        for kind in CITING:
            _intercept(kind, watch.made, undo)
        for kind in (Foul, Remark, Violation):
            _intercept(kind, watch.named, undo)
        codes = {code_of(name): name for name in _done_by(ids)}
        if codes:
            undo.callback(sys.setprofile, sys.getprofile())

            def profile(frame: Any, event: str, _: object) -> None:
                if event == "call" and frame.f_code in codes:
                    watch.called.add(codes[frame.f_code])

            sys.setprofile(profile)
            threading.setprofile(profile)
            undo.callback(threading.setprofile, None)
        yield watch


def _done_by(ids: set[str]) -> set[str]:
    def meant(law: Law) -> bool:
        return law.id in ids or law.id[:-1] in ids

    return {name for law in register().values() if meant(law) for name in law.done_by}


def code_of(name: str) -> CodeType:
    """The code of `package.module:function` or `package.module:Class.method`."""
    module, _, path = name.partition(":")
    found: Any = import_module(module)
    for part in path.split("."):
        found = found.__dict__[part] if isinstance(found, type) else getattr(found, part)
    found = getattr(found, "fget", found)
    found = getattr(found, "__func__", found)
    code: CodeType = getattr(found, "__wrapped__", found).__code__
    return code


def _intercept(kind: type, note: Callable[[Any, bool], None], undo: ExitStack) -> None:
    """Have every value of this kind noted when it is made, and whether the product made it."""
    is_tuple = issubclass(kind, tuple)
    name = "__new__" if is_tuple else "__init__"
    make: Any = kind.__dict__[name]
    plain = getattr(make, "__func__", make)

    def noting(*args: Any, **kwargs: Any) -> Any:
        made = plain(*args, **kwargs)
        note(made if is_tuple else args[0], sys._getframe(1).f_globals.get("__name__", "").startswith("carrom."))
        return made

    setattr(kind, name, staticmethod(noting) if is_tuple else noting)
    undo.callback(setattr, kind, name, make)


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Iterator[None]:
    ids = {id for mark in item.iter_markers("law") for id in mark.args}
    if not ids:
        yield
        return
    with watching(ids) as watch:
        outcome: Any = yield
    unproved = sorted(id for id in ids if not watch.proves(id))
    if unproved and outcome.excinfo is None:
        cited = ", ".join(sorted(watch.cited)) or "nothing"
        message = f"marked with {', '.join(unproved)}, but the product never got there; it cited {cited}"
        outcome.force_exception(pytest.fail.Exception(message))
