"""What the line of headings of an entry list means, with what a person says of its columns.

A meaning is the name of a column of ours, such as `born`; one that ends in 2 is of the second player of a pair.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from carrom.base.errors import CarromError
from carrom.tournament.intake.column_meanings import MEANINGS, OF_A_PAIR, key, may_be_name, meaning_of, sex_in
from carrom.tournament.intake.dates import DateOrder
from carrom.tournament.log.people import Gender

PARTNER_FOR = "partner for "
"""With the id of an event after it: a column of partners for that one."""
PLAYS = "plays "
"""With the id of an event after it: a column of ticks for that one."""
_ORDERS: dict[str, DateOrder] = {"ddmm": "dmy", "mmdd": "mdy"}


@dataclass(frozen=True, slots=True)
class ColumnChoices:
    """What a person says of columns that are not understood, by their headings or their numbers, or that the list has
    no headings."""

    meant: Mapping[str, str] = field(default_factory=dict)
    ignored: frozenset[str] = frozenset()
    is_headed: bool = True

    def __post_init__(self) -> None:
        known = {*MEANINGS, *(f"{one}2" for one in OF_A_PAIR)}
        for heading, meaning in self.meant.items():
            if meaning not in known and not meaning.startswith((PARTNER_FOR, PLAYS)):
                raise CarromError(
                    "unknown-meaning", f"{heading!r} cannot mean {meaning!r}: a column can mean {', '.join(MEANINGS)}"
                )


def read_choices(columns: Iterable[str], ignored: Iterable[str], *, is_headed: bool = True) -> ColumnChoices:
    """What a person typed: `Club/Soc=club` for every column that means something."""
    meant = {}
    for text in columns:
        heading, sign, meaning = text.rpartition("=")
        if not sign or not heading.strip():
            raise CarromError("bad-answer", f"a column is said like 'Club/Soc=club', not {text!r}")
        meant[heading.strip()] = meaning.strip().lower()
    return ColumnChoices(meant, frozenset(one.strip() for one in ignored), is_headed)


@dataclass(frozen=True, slots=True)
class Headings:
    """The columns of a list: the meaning of each, or None; what it is called; how days are written in it.

    `sexes` are those that headings such as 'Female player' tell, by the column that would tell them. `guessed` is the
    heading that is taken for that of the names because no other can be. `paired` are columns that a person says are of
    partners, or of ticks, for one event, by where they stand: such a column is read as if it were called so. Headings
    are `is_made_up` where the list has none.
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
        """How many of them are."""
        return sum(one is not None for one in self.meanings)

    @property
    def has_names(self) -> bool:
        """Whether people are named in a row."""
        found = set(self.meanings)
        return bool(found & {"name", "pair"}) or {"first", "last"} <= found

    @property
    def possible_names(self) -> list[str]:
        """The headings that are not understood and speak of people who play."""
        return [text for one, text in zip(self.meanings, self.called, strict=True) if one is None and may_be_name(text)]

    def with_guess(self) -> "Headings":
        """The same with a column of names, where only one of them can be that."""
        for half in ("first", "last"):  # a list of first names alone
            if half in self.meanings:
                return replace(self, meanings=tuple("name" if one == half else one for one in self.meanings))
        if len(self.possible_names) != 1:
            return self
        at = self.called.index(self.possible_names[0])
        meanings = (*self.meanings[:at], "name", *self.meanings[at + 1 :])
        return replace(self, meanings=meanings, guessed=self.called[at])


def read_headings(cells: Sequence[object], choices: ColumnChoices | None = None) -> Headings:
    """What a line of headings means."""
    choices = choices or ColumnChoices()
    meant = {key(heading): meaning for heading, meaning in choices.meant.items()}
    ignored = {key(heading) for heading in choices.ignored}
    texts = [" ".join(str(cell if cell is not None else "").split()) for cell in cells]
    halves = _halves(texts)
    meanings: list[str | None] = []
    paired: dict[int, str] = {}
    for number, text in enumerate(texts, 1):
        own = [key(text) or key(f"column {number}"), str(number)]
        if any(one in ignored for one in own):
            meanings.append("serial")
        else:
            said = next((meant[one] for one in own if one in meant), None)
            if said is not None and said.startswith((PARTNER_FOR, PLAYS)):
                paired[number - 1] = said
                meanings.append(None)
                continue
            meanings.append(said or meaning_of(text, halves))
    called = tuple(text or f"column {number}" for number, text in enumerate(texts, 1))
    order = next(
        (found for one, text in zip(meanings, called, strict=True) if one == "born" and (found := _order(text))), None
    )
    sexes = {f"gender{end}": sex for sex, end in halves.items() if f"gender{end}" not in meanings}
    return Headings(tuple(_other_half(meanings)), called, order, sexes, paired=paired)


def _halves(headings: Iterable[str]) -> dict[Gender, str]:
    """Which of two players a woman and a man are, where the columns of names say so and none of them does not."""
    found: dict[Gender, str] = {}
    for heading in headings:
        sex = sex_in(heading)
        if sex is not None:
            found.setdefault(sex, "2" if found else "")
        elif meaning_of(heading) in ("name", "name2", "pair"):
            return {}
    return found


def _order(heading: str) -> DateOrder | None:
    letters = "".join(letter for letter in heading.lower() if letter in "dmy")
    return next((order for word, order in _ORDERS.items() if word in letters), None)


def _other_half(meanings: Iterable[str | None]) -> list[str | None]:
    """Beside a surname, 'name' is the first name; beside a first name, the surname."""
    found = list(meanings)
    for end in ("", "2"):
        for there, missing in (("last", "first"), ("first", "last")):
            if f"{there}{end}" in found and f"{missing}{end}" not in found and f"name{end}" in found:
                found[found.index(f"name{end}")] = f"{missing}{end}"
    return found
