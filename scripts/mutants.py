"""Mutation tests: change the laws one small step at a time and see whether a test notices (`make mutants`).

Every mutant is one change in one file: a comparison inverted, `and` for `or`, plus for minus, n + 1, a word changed. A
seeded sample runs against the tests of laws and match, up to the first failure, each in a fork of one warm process:
the working tree never changes. Sentences for people are left alone.
"""

from __future__ import annotations

import argparse
import ast
import contextlib
import importlib.abc
import importlib.util
import os
import random
import signal
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from importlib.machinery import ModuleSpec
from pathlib import Path
from types import ModuleType
from typing import NoReturn

ROOT = Path(__file__).parents[1]
SPOILT = (
    "carrom/laws/judge.py",
    "carrom/laws/incidents.py",
    "carrom/laws/decisions.py",
    "carrom/laws/next_turn.py",
    "carrom/laws/facts.py",
    "carrom/laws/rulebook.py",
    "carrom/laws/clauses/*.py",
    "carrom/laws/rulebooks/*.py",
    "carrom/match/rules/*.py",
    "carrom/match/scoring.py",
)
LAWS_FIRST = (
    "tests/laws/test_law_cases.py",
    "tests/laws/test_incidents.py",
    "tests/laws/test_transition.py",
    "tests/laws/test_seats.py",
    "tests/laws/test_rulebooks.py",
    "tests/laws/test_against_transcription.py",
)
MATCH_FIRST = (
    "tests/match/test_happenings.py",
    "tests/match/test_possible_acts.py",
    "tests/match/test_endings.py",
    "tests/match/test_placing.py",
    "tests/match/test_fouls_and_clocks.py",
    "tests/match/test_opening.py",
    "tests/match/test_protests.py",
    "tests/match/test_score.py",
)
PATIENCE = 240
"""Seconds for the tests of one mutant; more counts as noticed."""

_FOUR = "for fault, laws in zip(FAULTS, (clean, striker, improper, both), strict=True):"
EQUIVALENT: dict[tuple[str, str, str], str] = {
    (
        "carrom/laws/rulebooks/community_2024.py",
        "COMMUNITY_2024 = Rulebook(",
        "boards=… left out",
    ): "eight is the default",
    (
        "carrom/match/rules/dispatch.py",
        '"146",',
        "'146' → '146XX'",
    ): "it may come in any phase, so is never out of order",
    (
        "carrom/match/rules/endings.py",
        "points = ruling.result.points if ruling.result is not None else 0",
        "0 → 1",
    ): "a board that is lost has a result",
    ("carrom/laws/clauses/endings.py", _FOUR, "True → False"): "both have four members",
    ("carrom/laws/clauses/endings.py", _FOUR, "strict=… left out"): "both have four members",
}
"""(file, source line, change) → why no test can notice."""

_TURNED: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
}


Way = Callable[[ast.AST], None]


@dataclass(frozen=True)
class Mutant:
    """One change in one file."""

    path: str
    node: int
    way: int
    line: int
    what: str
    text: str

    @property
    def module(self) -> str:
        return self.path.removesuffix(".py").replace("/", ".").removesuffix(".__init__")

    @property
    def name(self) -> str:
        return f"{self.path}:{self.line}: {self.what}   in   {self.text}"

    def source(self) -> str:
        tree = _tree(self.path)
        node = next(node for number, node in enumerate(ast.walk(tree)) if number == self.node)
        way, _ = list(_ways(node))[self.way]
        way(node)
        return ast.unparse(ast.fix_missing_locations(tree))


def mutants_of(path: str) -> Iterator[Mutant]:
    lines = (ROOT / path).read_text(encoding="utf-8").splitlines()
    for number, node in enumerate(ast.walk(_tree(path))):
        for way, (_, what) in enumerate(_ways(node)):
            line = getattr(node, "lineno", 1)
            yield Mutant(path, number, way, line, what, lines[line - 1].strip())


def _tree(path: str) -> ast.Module:
    tree = ast.parse((ROOT / path).read_text(encoding="utf-8"))
    for node in ast.walk(tree):
        for alone in _left_alone(node):
            for inner in ast.walk(alone):
                inner.is_left_alone = True  # type: ignore[attr-defined]
    return tree


def _left_alone(node: ast.AST) -> Iterator[ast.AST]:
    match node:
        case ast.Expr(value=ast.Constant()) | ast.JoinedStr() | ast.Raise() | ast.Import() | ast.ImportFrom():
            yield node
        case ast.Subscript(value=ast.Name(id="Literal" | "tuple" | "dict" | "Callable" | "Mapping")):
            yield node
        case ast.arg(annotation=ast.expr() as annotation) | ast.AnnAssign(annotation=annotation):
            yield annotation
        case ast.FunctionDef(returns=returns, decorator_list=decorators):
            yield from decorators
            if returns is not None:
                yield returns
        case ast.ClassDef(decorator_list=decorators):
            yield from decorators


def _set(name: str, value: object) -> Way:
    return lambda node: setattr(node, name, value)


def _drop(name: str, index: int) -> Way:
    return lambda node: getattr(node, name).pop(index)


def _ways(node: ast.AST) -> Iterator[tuple[Way, str]]:
    if getattr(node, "is_left_alone", False):
        return
    match node:
        case ast.Compare(ops=[op]):
            turned = _TURNED[type(op)]
            yield _set("ops", [turned()]), f"{type(op).__name__} → {turned.__name__}"
        case ast.BoolOp(op=op):
            other = ast.Or if isinstance(op, ast.And) else ast.And
            yield _set("op", other()), f"{type(op).__name__} → {other.__name__}"
        case ast.BinOp(op=ast.Add() | ast.Sub() as op):
            other_sign = ast.Sub if isinstance(op, ast.Add) else ast.Add
            yield _set("op", other_sign()), f"{type(op).__name__} → {other_sign.__name__}"
        case ast.AugAssign(op=ast.Add() | ast.Sub() as op):
            other_sign = ast.Sub if isinstance(op, ast.Add) else ast.Add
            yield _set("op", other_sign()), f"{type(op).__name__}= → {other_sign.__name__}="
        case ast.If(test=test) | ast.IfExp(test=test):
            if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
                yield _set("test", test.operand), "not left out"
            elif not isinstance(test, ast.Compare | ast.Constant):
                yield _set("test", ast.UnaryOp(ast.Not(), test)), "if negated"
        case ast.Constant(value=bool() as value):
            yield _set("value", not value), f"{value} → {not value}"
        case ast.Constant(value=int() as value):
            yield _set("value", value + 1), f"{value} → {value + 1}"
        case ast.Constant(value=str() as value) if value and " " not in value:
            yield _set("value", value + "XX"), f"{value!r} → {value + 'XX'!r}"
        case ast.Tuple(elts=elements, ctx=ast.Load()) if elements:
            for index, element in enumerate(elements):
                yield _drop("elts", index), f"{ast.unparse(element)} left out"
        case ast.Call(keywords=keywords):
            for index, keyword in enumerate(keywords):
                if keyword.arg is not None:
                    yield _drop("keywords", index), f"{keyword.arg}=… left out"


class _Spoilt(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Imports one module from its changed source."""

    def __init__(self, mutant: Mutant) -> None:
        self.mutant = mutant

    def find_spec(self, name: str, path: Sequence[str] | None, target: ModuleType | None = None) -> ModuleSpec | None:
        if name != self.mutant.module:
            return None
        place = ROOT / self.mutant.path
        folders = [str(place.parent)] if place.name == "__init__.py" else None
        return importlib.util.spec_from_file_location(name, place, loader=self, submodule_search_locations=folders)

    def exec_module(self, module: ModuleType) -> None:
        exec(compile(self.mutant.source(), str(ROOT / self.mutant.path), "exec"), module.__dict__)


def is_killed(mutant: Mutant | None) -> bool:
    """A test fails with this change; None changes nothing."""
    child = os.fork()
    if child == 0:
        _test(mutant)
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        done, status = os.waitpid(child, os.WNOHANG)
        if done:
            return status != 0
        time.sleep(0.02)
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    return True


def _test(mutant: Mutant | None) -> NoReturn:
    import pytest

    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    os.dup2(nowhere, 2)
    if mutant is not None:
        sys.meta_path.insert(0, _Spoilt(mutant))
    first = MATCH_FIRST if mutant is not None and "/match/" in mutant.path else LAWS_FIRST
    second = LAWS_FIRST if first is MATCH_FIRST else MATCH_FIRST
    rest = sorted({f"tests/{room}/{path.name}" for room in ("laws", "match") for path in _tests(room)})
    rest = [path for path in rest if path not in (*first, *second)]
    code = 0
    for files in (first[:-1], first[-1:], second, rest):
        options = ["-x", "-q", "--no-cov", "-p", "no:cacheprovider", "-p", "no:xdist", "--hypothesis-seed=1"]
        options += ["-W", "ignore::pytest.PytestAssertRewriteWarning"]  # modules in memory were imported already
        with contextlib.suppress(BaseException):
            code = 1
            code = int(pytest.main([*options, *files]))
        if code:
            break
    os._exit(1 if code else 0)


def _tests(room: str) -> Iterator[Path]:
    return (ROOT / "tests" / room).glob("test_*.py")


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", maxsplit=1)[0])
    parser.add_argument("--sample", type=int, default=300, help="how many mutants (300)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--least", type=float, default=97.0, help="the least rate in per cent, or the run fails (97)")
    parser.add_argument("--minutes", type=float, default=120.0, help="stop after so long (120)")
    parser.add_argument("--only", default="", help="only files whose name contains this")
    args = parser.parse_args()
    os.chdir(ROOT)
    sys.path.insert(0, str(ROOT))
    sys.dont_write_bytecode = True
    paths = sorted({str(path.relative_to(ROOT)) for pattern in SPOILT for path in ROOT.glob(pattern)})
    pool = [mutant for path in paths if args.only in path for mutant in mutants_of(path)]
    sample = random.Random(args.seed).sample(pool, min(args.sample, len(pool)))
    sample = [mutant for mutant in sample if (mutant.path, mutant.text, mutant.what) not in EQUIVALENT]
    _warm()
    if is_killed(None):
        print("the tests fail as it is: no mutant can be told from that")
        return 2
    survivors = []
    tried = 0
    deadline = time.monotonic() + 60 * args.minutes
    for mutant in sample:
        if time.monotonic() > deadline:
            break
        tried += 1
        if not is_killed(mutant):
            survivors.append(mutant)
            print(f"survived: {mutant.name}", flush=True)
        if tried % 25 == 0:
            print(f"{tried} of {len(sample)} tried, {len(survivors)} survived", flush=True)
    killed = tried - len(survivors)
    rate = 100 * killed / max(1, tried)
    print(f"{killed} of {tried} mutants killed, {rate:.1f} % (seed {args.seed}, pool of {len(pool)})")
    return 0 if rate >= args.least else 1


def _warm() -> None:
    import hypothesis.strategies
    import pytest

    import carrom.base.errors
    import carrom.equipment

    warm = (pytest, hypothesis.strategies, carrom.base.errors, carrom.base.errors, carrom.equipment)
    assert all(module.__name__ in sys.modules for module in warm)
    assert not [name for name in sys.modules if name.startswith(("carrom.laws", "carrom.match"))]


if __name__ == "__main__":
    sys.exit(main())
