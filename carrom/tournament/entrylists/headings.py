"""Find and read the headings of an entry list, or infer them.

A meaning is a column such as `born`; a final 2 means the second player of a pair.
"""

import re
from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass, field, replace
from datetime import date
from typing import Any, NoReturn

from carrom.base.errors import CarromError
from carrom.tournament.entrylists.cells import PHONE, REMARK, DateOrder
from carrom.tournament.entrylists.columns import (
    MEANINGS,
    PAIR_COLUMNS,
    gender_in_heading,
    heading_key,
    is_role_word,
    likely_meaning,
    may_be_name,
    meaning_of,
)
from carrom.tournament.model.people import Gender

PARTNER_FOR = "partner for "
"""then an event's id"""
PLAYS = "plays "
"""then an event's id"""
_DATE_ORDERS: dict[str, DateOrder] = {"ddmm": "dmy", "mmdd": "mdy"}


@dataclass(frozen=True, slots=True)
class ColumnChoices:
    """User's answers about columns, by heading or number."""

    meanings: Mapping[str, str] = field(default_factory=dict)
    ignored: frozenset[str] = frozenset()
    is_headed: bool = True

    def __post_init__(self) -> None:
        known = {*MEANINGS, *(f"{one}2" for one in PAIR_COLUMNS)}
        for heading, meaning in self.meanings.items():
            if meaning not in known and not meaning.startswith((PARTNER_FOR, PLAYS)):
                raise CarromError(
                    "unknown-meaning", f"{heading!r} cannot mean {meaning!r}: a column can mean {', '.join(MEANINGS)}"
                )


def read_column_choices(columns: Iterable[str], ignored: Iterable[str], *, is_headed: bool = True) -> ColumnChoices:
    """Parse answers such as `Club/Soc=club`, and the columns to ignore."""
    meanings = {}
    for text in columns:
        heading, sign, meaning = text.rpartition("=")
        if not sign or not heading.strip():
            raise CarromError("bad-answer", f"a column is said like 'Club/Soc=club', not {text!r}")
        meanings[heading.strip()] = meaning.strip().lower()
    return ColumnChoices(meanings, frozenset(one.strip() for one in ignored), is_headed)


@dataclass(frozen=True, slots=True)
class Headings:
    """Columns of a list: the meaning of each (or None), its heading, and the order of day and month.

    `sexes` are genders implied by headings, by column. `guessed` is the heading taken as the name column for lack of
    another. `paired` maps the index of a column to the partner or tick column chosen for it. `is_made_up`: inferred.
    """

    meanings: tuple[str | None, ...] = ()
    called: tuple[str, ...] = ()
    dates: DateOrder | None = None
    sexes: Mapping[str, Gender] = field(default_factory=dict)
    guessed: str | None = None
    paired: Mapping[int, str] = field(default_factory=dict)
    is_made_up: bool = False

    @property
    def understood(self) -> int:
        return sum(one is not None for one in self.meanings)

    @property
    def has_names(self) -> bool:
        found = set(self.meanings)
        return bool(found & {"name", "pair"}) or {"first", "last"} <= found

    @property
    def possible_names(self) -> list[str]:
        return [text for one, text in zip(self.meanings, self.called, strict=True) if one is None and may_be_name(text)]

    def with_guess(self) -> "Headings":
        """Take the only possible name column."""
        for half in ("first", "last"):
            if half in self.meanings:
                return replace(self, meanings=tuple("name" if one == half else one for one in self.meanings))
        if len(self.possible_names) != 1:
            return self
        at = self.called.index(self.possible_names[0])
        meanings = (*self.meanings[:at], "name", *self.meanings[at + 1 :])
        return replace(self, meanings=meanings, guessed=self.called[at])


def read_headings(cells: Sequence[object], choices: ColumnChoices | None = None) -> Headings:
    choices = choices or ColumnChoices()
    chosen = {heading_key(heading): meaning for heading, meaning in choices.meanings.items()}
    ignored = {heading_key(heading) for heading in choices.ignored}
    texts = [" ".join(str(cell if cell is not None else "").split()) for cell in cells]
    halves = _genders_of_pair(texts)
    meanings: list[str | None] = []
    paired: dict[int, str] = {}
    for number, text in enumerate(texts, 1):
        own = [heading_key(text) or heading_key(f"column {number}"), str(number)]
        if any(one in ignored for one in own):
            meanings.append("serial")
        else:
            answer = next((chosen[one] for one in own if one in chosen), None)
            if answer is not None and answer.startswith((PARTNER_FOR, PLAYS)):
                paired[number - 1] = answer
                meanings.append(None)
                continue
            meanings.append(answer or meaning_of(text, halves))
    called = tuple(text or f"column {number}" for number, text in enumerate(texts, 1))
    order = next(
        (found for one, text in zip(meanings, called, strict=True) if one == "born" and (found := _date_order(text))),
        None,
    )
    sexes = {f"gender{end}": sex for sex, end in halves.items() if f"gender{end}" not in meanings}
    return Headings(tuple(_complete_name_halves(meanings)), called, order, sexes, paired=paired)


def _genders_of_pair(headings: Iterable[str]) -> dict[Gender, str]:
    found: dict[Gender, str] = {}
    for heading in headings:
        sex = gender_in_heading(heading)
        if sex is not None:
            found.setdefault(sex, "2" if found else "")
        elif meaning_of(heading) in ("name", "name2", "pair"):
            return {}
    return found


def _date_order(heading: str) -> DateOrder | None:
    letters = "".join(letter for letter in heading.lower() if letter in "dmy")
    return next((order for word, order in _DATE_ORDERS.items() if word in letters), None)


def _complete_name_halves(meanings: Iterable[str | None]) -> list[str | None]:
    """Treat 'name' as the first name next to a surname, and vice versa."""
    found = list(meanings)
    for end in ("", "2"):
        for there, missing in (("last", "first"), ("first", "last")):
            if f"{there}{end}" in found and f"{missing}{end}" not in found and f"name{end}" in found:
                found[found.index(f"name{end}")] = f"{missing}{end}"
    return found


MOST_LINES_ABOVE_HEADINGS = 30  # not counting empty lines
_FIGURES = re.compile(r"[\d\s.,:/+()-]*\d[\d\s.,:/+()-]*")
_TITLE_LINE = re.compile(r":\s*\S")
NumberedLines = Sequence[tuple[int, Sequence[Any]]]


def find_headings(lines: NumberedLines, choices: ColumnChoices | None) -> tuple[int, Headings]:
    """Index and meaning of the heading line, which may follow titles and addresses.

    The line that names the most columns wins, the first of equals: '1, Asha Rao, Member' looks like headings too.
    Raises CarromError if no column can contain names.
    """
    found = [read_headings(line, choices) for _, line in lines[:MOST_LINES_ABOVE_HEADINGS]]
    looks = [_looks_like_headings(line) for _, line in lines[:MOST_LINES_ABOVE_HEADINGS]]
    chosen = {heading_key(heading) for heading in (choices.meanings if choices else ())}
    rows = {at for at, one in enumerate(found) if one.has_names and _is_of_a_person(lines, at, one, chosen, looks)}
    named = [at for at, one in enumerate(found) if one.has_names and at not in rows]
    best = max(named, key=lambda at: (not _has_figures(lines[at][1]), found[at].understood, -at), default=None)
    above = [at for at in range(len(found) if best is None else best) if looks[at] and at not in rows]
    if above:
        over = max(above, key=lambda at: (found[at].understood, -at))
        if best is None or _has_figures(lines[best][1]) or found[over].understood >= found[best].understood:
            best = over
    start = best or 0
    headings = found[start] if found[start].has_names else found[start].with_guess()
    if not headings.has_names:
        _raise_no_headings(lines, start, headings)
    return start, headings


def _texts(line: Sequence[Any]) -> list[str]:
    return [text for cell in line if cell is not None and (text := str(cell).strip())]


def _has_figures(line: Sequence[Any]) -> bool:
    return any(isinstance(cell, date) for cell in line) or any(map(_FIGURES.fullmatch, _texts(line)))


def _looks_like_headings(line: Sequence[Any]) -> bool:
    texts = _texts(line)
    return len(texts) > 1 and not _has_figures(line) and not any(map(_TITLE_LINE.search, texts))


def _is_of_a_person(lines: NumberedLines, at: int, headings: Headings, chosen: Set[str], looks: Sequence[bool]) -> bool:
    """Whether the only recognised word is a role such as 'Member' in a player's row."""
    line = lines[at][1]
    if headings.understood != 1 or len(_texts(line)) < 2:
        return False
    column = next(n for n, one in enumerate(headings.meanings) if one is not None)
    if not is_role_word(headings.called[column]) or heading_key(headings.called[column]) in chosen:
        return False
    return any(looks[:at]) or any(
        column < len(other) and other[column] == line[column] and list(other) != list(line) for _, other in lines
    )


def _raise_no_headings(lines: NumberedLines, start: int, headings: Headings) -> NoReturn:
    number, line = lines[start]
    possible = headings.possible_names
    if len(possible) > 1:
        either = " or ".join(map(repr, possible))
        question = f"row {number}: which column is the name, {either}?"
        raise CarromError("which-name-column", question, typed=f'{question} --column "{possible[0]}=name" says it')
    shown = ", ".join(_texts(line))[:120]
    unknown = [text for one, text in zip(headings.meanings, headings.called, strict=True) if one is None]
    answer = f'; --column "{unknown[0]}=name" says which column it is' if unknown else ""
    text = f"row {number} should be headings with a name among them, but reads: {shown}"
    raise CarromError("no-headings", text, typed=f"{text}{answer}")


IN_BRACKETS, AFTER_NAME = "in brackets", "after the name"
_NUMBER = re.compile(r"^\(?(\d{1,4})\s*(?:[.)\]:/-]+|,|\s)\s*(?=[^\W\d_])")
_CHAT_MARKUP = str.maketrans("", "", "\ufe0f\u20e3*_~•▪●➤")  # bold, keycaps and bullets in chats
_BRACKETED = re.compile(r"^(.*?[^\s(\[])\s*[(\[]\s*([^()\[\]]+?)\s*[)\]]\s*$")
_SEPARATOR = re.compile(r"\s+[-–—|:]+\s+|\s*[,;|]\s*|\s*[–—]\s*")
_NAME = re.compile(r"[^\W\d_](?:[^\W\d_]|[\s.'’&/+-]|\u200d|[\u0900-\u0DFF\u0600-\u06FF])*")
_MOST_NAME_WORDS = 8  # two names and a separator


@dataclass(frozen=True, slots=True)
class PlainLine:
    number: int
    cells: Mapping[str, str]
    written: str
    is_numbered: bool


@dataclass(frozen=True, slots=True)
class PlainList:
    """Lines without headings, and the headings inferred for them."""

    headings: Headings
    lines: tuple[PlainLine, ...] = field(default=())

    @property
    def is_numbered(self) -> bool:
        return _are_most(one.is_numbered for one in self.lines)

    @property
    def has_parts(self) -> bool:
        return not {*self.headings.called} <= {"no", "name"}

    @property
    def is_clear(self) -> bool:
        return len(self.lines) > 1 and (self.is_numbered or not any("," in one.written for one in self.lines))


def is_numbered_line(line: Sequence[Any]) -> bool:
    """Number and name in one cell, which rules out headings."""
    return _NUMBER.match(_text(line[:1]).translate(_CHAT_MARKUP).strip()) is not None


def read_plain_list(numbered: Sequence[tuple[int, Sequence[Any]]], choices: ColumnChoices | None) -> PlainList | None:
    """Read names with optional number, club and phone; None if most lines look different."""
    lines = [_split_line(number, _text(line), is_numbered_line(line)) for number, line in numbered]
    if _are_most(one.is_numbered for one in lines):  # in numbered lists, other lines are titles
        lines = [one if one.is_numbered else replace(one, cells={"name": one.written}) for one in lines]
    if not _are_most(_is_name(one.cells.get("name", "")) for one in lines):
        return None
    called = list(dict.fromkeys(name for one in lines for name in one.cells))
    called.sort(key=lambda name: (name not in ("no", "name"), name.startswith("part "), name != IN_BRACKETS, name))
    return PlainList(_guess_headings(called, lines, choices), tuple(lines))


def _guess_headings(called: Sequence[str], lines: Sequence[PlainLine], choices: ColumnChoices | None) -> Headings:
    read = read_headings(called, choices)
    chosen = {heading_key(one) for one in choices.meanings} if choices else set()
    meanings = list(read.meanings)
    for at, name in enumerate(called):
        if meanings[at] is None and at not in read.paired and heading_key(name) not in chosen:
            cells = [one.cells[name] for one in lines if name in one.cells]
            # 'Asha (Hill)' and 'Ben - Lake' can both name a club.
            is_either = not any(IN_BRACKETS in one.cells and AFTER_NAME in one.cells for one in lines)
            taken = [one for one in meanings if one != "club"] if is_either and name == AFTER_NAME else meanings
            meanings[at] = likely_meaning("", cells, taken)
    return Headings(tuple(meanings), read.called, read.dates, paired=read.paired, is_made_up=True)


def _split_line(number: int, written: str, is_numbered: bool) -> PlainLine:
    rest = written.translate(_CHAT_MARKUP).strip().lstrip("-–— ")
    cells: dict[str, str] = {}
    counted = _NUMBER.match(rest)
    if counted is not None:
        cells["no"], rest = counted[1], rest[counted.end() :]
    if (phone := PHONE.search(rest)) is not None:
        cells["phone"], rest = phone[1], f"{rest[: phone.start()]} {rest[phone.end() :]}".strip(" ,;-–")
    if REMARK.search(rest) is None and (found := _BRACKETED.match(rest)) is not None:
        rest, cells[IN_BRACKETS] = found[1], found[2]
    name, *behind = (part for part in _SEPARATOR.split(rest.rstrip(" ,;:-–")) if part)
    if not behind and IN_BRACKETS not in cells and REMARK.search(name) is None and (inner := _BRACKETED.match(name)):
        name, cells[IN_BRACKETS] = inner[1], inner[2]
    cells["name"] = name
    for at, part in enumerate(behind):
        cells[AFTER_NAME if at == 0 else f"part {at + 2}"] = part
    return PlainLine(number, cells, written, is_numbered)


def _text(line: Sequence[Any]) -> str:
    return ", ".join(" ".join(str(cell).split()) for cell in line if cell is not None and str(cell).strip())


def _is_name(text: str) -> bool:
    return _NAME.fullmatch(text) is not None and len(text.split()) <= _MOST_NAME_WORDS


def _are_most(flags: Iterable[bool]) -> bool:
    found = list(flags)
    return 3 * sum(found) >= 2 * len(found)
