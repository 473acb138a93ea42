"""Compare `carrom match` with the second fold: send both the same lines and find the first difference."""

from __future__ import annotations

import json
import subprocess
import sys
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from tests.match.second_courses import Course
from tests.match.second_fold import Fold, shown_by_the_product
from tests.match.second_lines import read_line


@dataclass(frozen=True)
class Difference:
    course: Course
    line: int  # number of the line after which they differ, from 1; 0: before the first
    what: dict[str, tuple[Any, Any]]  # the field, then the product's value and the second fold's

    @property
    def kind(self) -> str:
        """The act and the first field that differs."""
        read = read_line(self.course.lines[self.line - 1]) if self.line else None
        return f"{read.kind if read else 'unreadable'}: {min(self.what)}"

    def __str__(self) -> str:
        course = self.course
        head = {**setup_of(course), "events": course.lines[: self.line]}
        verdicts = [
            f"  {name}: product {product!r}, second fold {second!r}" for name, (product, second) in self.what.items()
        ]
        return "\n".join([f"{self.kind}, after line {self.line} of", json.dumps(head), *verdicts])


@dataclass
class Comparison:
    courses: int = 0
    lines: int = 0
    accepted: Counter[tuple[str, str]] = field(default_factory=Counter)  # rulebook and kind of act
    refused: Counter[tuple[str, str]] = field(default_factory=Counter)
    differences: list[Difference] = field(default_factory=list)

    def figures(self) -> str:
        parted = Counter(difference.kind for difference in self.differences)
        return (
            f"{self.courses} courses, {self.lines} lines: {self.accepted.total()} accepted, "
            f"{self.refused.total()} refused; {len(self.differences)} differences {dict(parted.most_common())}"
        )


def setup_of(course: Course) -> dict[str, Any]:
    return {"rulebook": course.rulebook, "stage": course.stage, "doubles": course.doubles}


def ask_the_product(questions: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Ask one process for all courses, as a script would."""
    text = "".join(json.dumps(question) + "\n" for question in questions)
    done = subprocess.run(
        [sys.executable, "-m", "carrom", "match"], input=text, capture_output=True, text=True, check=False
    )
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert len(answers) == len(questions), done.stderr
    return answers


def compare(courses: Iterable[Course], at_once: int = 200) -> Comparison:
    """Compare the verdict on every line, and the state at the end and at one earlier moment."""
    found = Comparison()
    pile: list[Course] = []
    for course in courses:
        pile.append(course)
        if len(pile) == at_once:
            _compare(pile, found)
            pile = []
    _compare(pile, found)
    return found


def _compare(courses: list[Course], found: Comparison) -> None:
    cuts = [course.chance.randint(0, len(course.lines)) for course in courses]
    whole = [{**setup_of(course), "events": course.lines} for course in courses]
    partly = [{**setup_of(course), "events": course.lines[:cut]} for course, cut in zip(courses, cuts, strict=True)]
    answers = ask_the_product(whole + partly)
    for course, cut, at_the_end, at_the_cut in zip(courses, cuts, answers, answers[len(courses) :], strict=False):
        found.courses += 1
        found.lines += len(course.lines)
        for line, refused in zip(course.lines, course.refused, strict=True):
            read = read_line(line)
            (found.refused if refused else found.accepted)[course.rulebook, read.kind if read else "unreadable"] += 1
        verdicts = [bool(refused) for refused in course.refused]
        parts = [index for index, verdict in enumerate(_verdicts(at_the_end)) if verdict != verdicts[index]]
        if parts:
            found.differences.append(first_difference(course, parts[0] + 1))
        elif differing(at_the_cut, fold_of(course, cut)) or differing(at_the_end, fold_of(course, len(course.lines))):
            found.differences.append(first_difference(course, len(course.lines)))


def first_difference(course: Course, last: int) -> Difference:
    """Find the first difference, at the latest after that line."""
    answers = ask_the_product([{**setup_of(course), "events": course.lines[:end]} for end in range(last + 1)])
    fold = Fold(course.rulebook, course.stage, course.doubles)
    for end, answer in enumerate(answers):
        if end:
            refused = fold.say(course.lines[end - 1])
            verdict = _verdicts(answer)[-1]
            if verdict != bool(refused):
                return Difference(course, end, {"verdict": (answer["lines"][-1], refused or "accepted")})
        what = differing(answer, fold)
        if what:
            return Difference(course, end, what)
    raise AssertionError("two answers to the same lines differ")


def fold_of(course: Course, end: int) -> Fold:
    if end == len(course.lines):
        return course.fold
    fold = Fold(course.rulebook, course.stage, course.doubles)
    for line in course.lines[:end]:
        fold.say(line)
    return fold


def differing(answer: dict[str, Any], fold: Fold) -> dict[str, tuple[Any, Any]]:
    product = _flat(shown_by_the_product(answer))
    second = _flat(json.loads(json.dumps(fold.answer())))
    product = json.loads(json.dumps(product))
    return {
        name: (product.get(name), second.get(name))
        for name in sorted(product.keys() | second.keys())
        if product.get(name) != second.get(name)
    }


def _verdicts(answer: dict[str, Any]) -> list[bool]:
    return ["refused" in line for line in answer["lines"]]


def _flat(value: dict[str, Any], name: str = "") -> dict[str, Any]:
    flat: dict[str, Any] = {}
    for key, inner in value.items():
        if isinstance(inner, dict):
            flat |= _flat(inner, f"{name}{key}.")
        else:
            flat[f"{name}{key}"] = inner
    return flat
