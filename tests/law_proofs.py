"""Proofs of laws by tests. While a test marked `law("95b")` runs, the product is watched.

Two things count, and nothing else does:

- the product *cites* the law: a ruling, a decision, a happening, a refusal, a fault, a deadline or a finding names it,
  and code of `carrom` made that. A law that an umpire enters (in a `Foul`, a `Remark`, a `LoseMatch` …) is returned
  unread, so it is no citation.
- the product *does* what the law says, and cites nothing: a rack is laid, a turn passes to the right. The register then
  names the function that does it (`done_by`), and the test must have called that very function; for a law that the
  umpire named, with that law.

A local rule is proved only under its own rulebook: the function, or its caller, was given that one. Geometry and draws
need none: the measures of `carrom.equipment` are the same under all. A local rule that only restates a Law is proved by
the proof of the Law, under that rulebook.

A whole number includes all of its clauses. A test with a false mark fails, and so does a marked test that asserts
nothing; so `carrom laws --coverage`, which reads the marks, counts only proved laws.
"""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import fields
from importlib import import_module
from types import CodeType, FrameType
from typing import Any, NamedTuple, get_args

import pytest

from carrom.base.errors import Refused
from carrom.equipment.free_space import Fault
from carrom.equipment.inspection import Finding
from carrom.laws import RULEBOOKS, Incident, IncidentRuling, Rulebook, Ruling
from carrom.laws.decisions import Decision
from carrom.laws.register import Law, register
from carrom.match.deadlines import Deadline
from carrom.match.log.acts import ACTS
from carrom.match.rules.context import Happening
from carrom.tournament.tables.policy import POLICIES, Policy
from tests.assertions import asserts

# Values that cite laws, and how to read the laws.
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


# Acts in which an umpire names a law.
ACTS_WITH_LAW = tuple(act for act in ACTS.values() if "law" in {field.name for field in fields(act)})  # type: ignore[arg-type]
INCIDENTS_WITH_LAW = tuple(
    incident for incident in get_args(Incident) if "law" in {field.name for field in fields(incident)}
)

WITHOUT_RULEBOOK = ("carrom.equipment.", "carrom.tournament.draws.")
"""Packages that no rulebook reaches."""


POLICY_OF = {POLICIES[name]: id for name, id in (("vkk", "vkk"), ("kreeda", "kreeda-2024"))}
"""Standings policy of a tournament by rulebook."""


class Call(NamedTuple):
    """A function that the register names was called."""

    name: str
    book: str | None
    law: str | None
    """The law that it was given."""


class Watch:
    """Calls and citations of the product during a test."""

    def __init__(self) -> None:
        self.cited: set[str] = set()
        self.cited_under: set[tuple[str, str | None]] = set()
        self.named_by_umpire: set[str] = set()
        self.called: set[Call] = set()

    def made(self, value: Any, maker: FrameType) -> None:
        """Something that cites laws was made."""
        if _is_product(maker):
            laws = {law for law in CITING[type(value)](value) if law}
            self.cited |= laws
            if laws:
                book = _book(maker)
                self.cited_under |= {(law, book) for law in laws}

    def named(self, value: Any, maker: FrameType) -> None:
        """An umpire named a law. An incident that the match made has its law from such an act, or is its own."""
        if not (isinstance(value, INCIDENTS_WITH_LAW) and _is_product(maker)):
            self.named_by_umpire.add(value.law)

    def proves(self, id: str) -> bool:
        laws = [register()[id]] if id in register() else [law for law in register().values() if law.id[:-1] == id]
        if not laws:
            return False
        return id in self.cited - self.named_by_umpire or any(self._proves(law) for law in laws)

    def _proves(self, law: Law) -> bool:
        book = law.source if law.source in RULEBOOKS and law.source != "icf" else None
        return any(self._reaches(register()[id], book) for id in (law.id, law.restates) if id is not None)

    def _reaches(self, law: Law, book: str | None) -> bool:
        is_named = law.id in self.named_by_umpire
        if not is_named and law.id in self.cited and (book is None or (law.id, book) in self.cited_under):
            return True
        # A function that was given a law did what that law says, and no other; an umpire names no interpretation.
        given = {law.id} if is_named else {law.id, None}
        calls = {call for call in self.called if call.law in given or law.source == "interpretation"}
        return any(
            call.name == name and (call.book == (under or book) or not (under or (book and _asks_for_book(name))))
            for name, under in map(read_done_by, law.done_by)
            for call in calls
        )


def _asks_for_book(name: str) -> bool:
    return not name.startswith(WITHOUT_RULEBOOK)


def read_done_by(text: str) -> tuple[str, str | None]:
    """Read `module:function`, or `module:function under vkk` with the rulebook that it must have been given."""
    name, _, book = text.partition(" under ")
    return name, book or None


def _is_product(frame: FrameType) -> bool:
    return str(frame.f_globals.get("__name__", "")).startswith("carrom.")


def _book(frame: FrameType | None) -> str | None:
    """Return the rulebook or standings policy that the nearest product function was given."""
    while frame is not None and _is_product(frame):
        for given in _given(frame):
            for one in (getattr(given, "setup", given), *getattr(given, "stages", ())):
                book = getattr(one, "rulebook", one)
                if isinstance(book, Rulebook):
                    return book.id
                if isinstance(book, Policy):
                    return POLICY_OF.get(book)
                if isinstance(book, str) and book in RULEBOOKS:
                    return book
        frame = frame.f_back
    return None


def _given(frame: FrameType) -> list[Any]:
    """Return the arguments of a function."""
    code = frame.f_code
    names = code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]
    return [frame.f_locals[name] for name in names if name in frame.f_locals]


def _law(frame: FrameType) -> str | None:
    """Return the law that a function was given, directly or in an act or incident."""
    for given in _given(frame):
        if isinstance(law := getattr(given, "law", None), str):
            return law
    law = frame.f_locals.get("law")
    return law if isinstance(law, str) else None


@contextmanager
def watching(ids: set[str]) -> Iterator[Watch]:
    """Watch the product for these laws."""
    watch = Watch()
    with ExitStack() as undo:
        for kind in CITING:
            _intercept(kind, watch.made, undo)
        for kind in (*ACTS_WITH_LAW, *INCIDENTS_WITH_LAW):
            _intercept(kind, watch.named, undo)
        codes = {code_of(name): name for name in _done_by(ids)}
        if codes:
            undo.callback(sys.setprofile, sys.getprofile())

            def profile(frame: FrameType, event: str, _: object) -> None:
                if event == "call" and frame.f_code in codes:
                    watch.called.add(Call(codes[frame.f_code], _book(frame), _law(frame)))

            sys.setprofile(profile)
            threading.setprofile(profile)
            undo.callback(threading.setprofile, None)
        yield watch


def _done_by(ids: set[str]) -> set[str]:
    meant = {law.id for law in register().values() if law.id in ids or law.id[:-1] in ids}
    meant |= {restated for id in meant if (restated := register()[id].restates)}
    return {read_done_by(text)[0] for id in meant for text in register()[id].done_by}


def code_of(name: str) -> CodeType:
    """Return the code of `package.module:function` or `package.module:Class.method`."""
    module, _, path = name.partition(":")
    found: Any = import_module(module)
    for part in path.split("."):
        found = found.__dict__[part] if isinstance(found, type) else getattr(found, part)
    found = getattr(found, "fget", found)
    found = getattr(found, "__func__", found)
    code: CodeType = getattr(found, "__wrapped__", found).__code__
    return code


def _intercept(kind: type, note: Callable[[Any, FrameType], None], undo: ExitStack) -> None:
    """Note every value of this kind when it is made, and the code that made it."""
    is_tuple = issubclass(kind, tuple)
    name = "__new__" if is_tuple else "__init__"
    make: Any = kind.__dict__[name]
    plain = getattr(make, "__func__", make)

    def noting(*args: Any, **kwargs: Any) -> Any:
        made = plain(*args, **kwargs)
        note(made if is_tuple else args[0], sys._getframe(1))
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
    if outcome.excinfo is None and not asserts(item.function):  # type: ignore[attr-defined]
        message = f"marked with {', '.join(sorted(ids))}, but it asserts nothing, so it proves nothing"
        outcome.force_exception(pytest.fail.Exception(message))
        return
    unproved = sorted(id for id in ids if not watch.proves(id))
    if unproved and outcome.excinfo is None:
        cited = ", ".join(sorted(watch.cited)) or "nothing"
        message = f"marked with {', '.join(unproved)}, but the product never got there; it cited {cited}"
        outcome.force_exception(pytest.fail.Exception(message))
