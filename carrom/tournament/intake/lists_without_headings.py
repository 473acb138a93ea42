"""Entry lists without a line of headings, as people write them in a chat: `1. Narayan Shaikh (Camp Carrom Club)`."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from carrom.tournament.intake.column_hints import likely_meaning
from carrom.tournament.intake.column_meanings import key
from carrom.tournament.intake.headings import ColumnChoices, Headings, read_headings
from carrom.tournament.intake.words import PHONE, REMARK

BRACKETS, BEHIND = "in brackets", "after the name"
_NUMBER = re.compile(r"^\(?(\d{1,4})\s*(?:[.)\]:/-]+|,|\s)\s*(?=[^\W\d_])")
_SIGNS = str.maketrans("", "", "\ufe0f\u20e3*_~•▪●➤")  # how chats write bold, keycaps and bullets
_IN_BRACKETS = re.compile(r"^(.*?[^\s(\[])\s*[(\[]\s*([^()\[\]]+?)\s*[)\]]\s*$")
_APART = re.compile(r"\s+[-–—|:]+\s+|\s*[,;|]\s*|\s*[–—]\s*")
_NAME = re.compile(r"[^\W\d_](?:[^\W\d_]|[\s.'’&/+-]|\u200d|[\u0900-\u0DFF\u0600-\u06FF])*")
_MOST_WORDS = 8  # two names and what is between them


@dataclass(frozen=True, slots=True)
class PlainLine:
    """A line by its parts, under what they are called. A line without a number among lines with one is a title."""

    number: int
    cells: Mapping[str, str]
    written: str
    is_numbered: bool


@dataclass(frozen=True, slots=True)
class PlainList:
    """Lines that have no headings, with those that they would have."""

    headings: Headings
    lines: tuple[PlainLine, ...] = field(default=())

    @property
    def is_numbered(self) -> bool:
        """Whether most lines begin with their number."""
        return _are_most(one.is_numbered for one in self.lines)

    @property
    def has_parts(self) -> bool:
        """Whether a line says more than a number and a name."""
        return not {*self.headings.called} <= {"no", "name"}

    @property
    def is_clear(self) -> bool:
        """Whether nobody has to say that it has no headings: lines are numbered, or are one cell each."""
        return len(self.lines) > 1 and (self.is_numbered or not any("," in one.written for one in self.lines))


def is_numbered_line(line: Sequence[Any]) -> bool:
    """Whether a line is one of a numbered list, with number and name in one cell: it is no line of headings."""
    return _NUMBER.match(_text(line[:1]).translate(_SIGNS).strip()) is not None


def plain_list(numbered: Sequence[tuple[int, Sequence[Any]]], choices: ColumnChoices | None) -> PlainList | None:
    """The lines as a list of names, where most of them are names with or without a number, a club and a telephone."""
    lines = [_plain(number, _text(line), is_numbered_line(line)) for number, line in numbered]
    if _are_most(one.is_numbered for one in lines):  # what has no number is a title, and has no parts
        lines = [one if one.is_numbered else replace(one, cells={"name": one.written}) for one in lines]
    if not _are_most(_is_name(one.cells.get("name", "")) for one in lines):
        return None
    called = list(dict.fromkeys(name for one in lines for name in one.cells))
    called.sort(key=lambda name: (name not in ("no", "name"), name.startswith("part "), name != BRACKETS, name))
    return PlainList(_headings(called, lines, choices), tuple(lines))


def _headings(called: Sequence[str], lines: Sequence[PlainLine], choices: ColumnChoices | None) -> Headings:
    """What the parts are: what somebody says, else what they look like."""
    read = read_headings(called, choices)
    said = {key(one) for one in choices.meant} if choices else set()
    meanings = list(read.meanings)
    for at, name in enumerate(called):
        if meanings[at] is None and at not in read.paired and key(name) not in said:
            cells = [one.cells[name] for one in lines if name in one.cells]
            # 'Asha (Hill)' and 'Ben - Lake' are written differently and say the same.
            is_either = not any(BRACKETS in one.cells and BEHIND in one.cells for one in lines)
            taken = [one for one in meanings if one != "club"] if is_either and name == BEHIND else meanings
            meanings[at] = likely_meaning("", cells, taken)
    return Headings(tuple(meanings), read.called, read.dates, paired=read.paired, is_made_up=True)


def _plain(number: int, written: str, is_numbered: bool) -> PlainLine:
    rest = written.translate(_SIGNS).strip().lstrip("-–— ")
    cells: dict[str, str] = {}
    counted = _NUMBER.match(rest)
    if counted is not None:
        cells["no"], rest = counted[1], rest[counted.end() :]
    if (phone := PHONE.search(rest)) is not None:
        cells["phone"], rest = phone[1], f"{rest[: phone.start()]} {rest[phone.end() :]}".strip(" ,;-–")
    if REMARK.search(rest) is None and (found := _IN_BRACKETS.match(rest)) is not None:
        rest, cells[BRACKETS] = found[1], found[2]
    name, *behind = (part for part in _APART.split(rest.rstrip(" ,;:-–")) if part)
    if not behind and BRACKETS not in cells and REMARK.search(name) is None and (inner := _IN_BRACKETS.match(name)):
        name, cells[BRACKETS] = inner[1], inner[2]
    cells["name"] = name
    for at, part in enumerate(behind):
        cells[BEHIND if at == 0 else f"part {at + 2}"] = part
    return PlainLine(number, cells, written, is_numbered)


def _text(line: Sequence[Any]) -> str:
    return ", ".join(" ".join(str(cell).split()) for cell in line if cell is not None and str(cell).strip())


def _is_name(text: str) -> bool:
    return _NAME.fullmatch(text) is not None and len(text.split()) <= _MOST_WORDS


def _are_most(said: Iterable[bool]) -> bool:
    found = list(said)
    return 3 * sum(found) >= 2 * len(found)
