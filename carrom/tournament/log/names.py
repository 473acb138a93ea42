"""What people are called: when two spellings are one name, and how people of one name are told apart on a draw."""

import unicodedata
from collections.abc import Container, Iterable
from difflib import get_close_matches
from functools import lru_cache
from itertools import count

from carrom.base.errors import CarromError
from carrom.tournament.log.people import Person, PersonId
from carrom.tournament.tables.results import EntryId


@lru_cache(maxsize=1 << 14)
def name_key(name: str) -> str:
    """What two spellings of one name have in common: no accents, no dots, small letters.

    The vowel signs of Indian scripts are no accents: कमला and कमली are two people.
    """
    return " ".join("".join(map(_bare, unicodedata.normalize("NFKD", name).casefold())).split())


@lru_cache(maxsize=1 << 12)
def plain_letters(letter: str) -> str:
    """A letter as everybody can type it: narrow, and without its accent. Nothing of a sign that is not seen."""
    parts = unicodedata.normalize("NFKD", letter)
    return "".join(one for one in parts if not _is_left_out(one))


def _bare(letter: str) -> str:
    """A letter without what two people may write differently."""
    if _is_left_out(letter):
        return ""
    category = unicodedata.category(letter)
    return letter if letter.isalnum() or category[0] == "M" else " "


def _is_left_out(letter: str) -> bool:
    return unicodedata.category(letter) == "Cf" or _is_accent(unicodedata.combining(letter))


def _is_accent(place: int) -> bool:
    """Whether a mark of this combining class may be left out: struck through (1), below as in ज़ (7), the points of
    Arabic (27 to 35), and everything around a letter of Europe (200 and more). Others are vowels, or silence one."""
    return place in (1, 7) or 27 <= place <= 35 or place >= 200


def free_id(name: str, taken: Container[PersonId]) -> PersonId:
    """An id that reminds of the name: asha-rao, asha-rao-2."""
    base = name_key(name).replace(" ", "-") or "player"
    wanted = (base if number == 1 else f"{base}-{number}" for number in count(1))
    return next(PersonId(one) for one in wanted if PersonId(one) not in taken)


def marked(name: str, mark: str) -> str:
    """A name with what tells its bearer apart from somebody else who is called so: Asha Rao (senior)."""
    words = " ".join(mark.replace("(", " ").replace(")", " ").split())
    if not name_key(words):
        raise CarromError("bad-mark", f"{mark!r} tells nobody apart: a word is wanted, such as senior")
    return f"{name} ({words})"


class Namesakes:
    """People by what they are called, so that those of one name can be told apart."""

    def __init__(self, people: Iterable[Person] = ()) -> None:
        self._by_name: dict[str, dict[PersonId, Person]] = {}
        for person in people:
            self.add(person)

    def add(self, person: Person) -> None:
        """Count somebody in, or what is new about them."""
        self._by_name.setdefault(name_key(person.name), {})[person.id] = person

    def of(self, name: str) -> list[Person]:
        """Everybody who is called so."""
        return list(self._by_name.get(name_key(name), {}).values())

    def told_apart(self, person: Person) -> str:
        """A name; where somebody else has it too, with the club, or the community, or as a last resort a number.

        Ids are for machines, and a day of birth is private.
        """
        same = [one for one in self.of(person.name) if one.id != person.id]
        if not same:
            return person.name
        for what in ("club", "community"):
            value = getattr(person, what)
            if value and all(name_key(getattr(one, what) or "") != name_key(value) for one in same):
                return f"{person.name} ({value})"
        before = sum((len(one.id), one.id) < (len(person.id), person.id) for one in same)
        return f"{person.name} ({before + 1})"

    def entry_name(self, members: Iterable[Person]) -> EntryId:
        """What a player or a pair is called on the draw."""
        return EntryId(" / ".join(map(self.told_apart, members)))

    def find(self, words: str) -> Person:
        """The one whom somebody means who types a name or an id, in large or small letters, with or without accents."""
        found = self.meant(words)
        if len(found) == 1:
            return found[0]
        if found:
            raise CarromError("which-person", f"{words!r} can be {' or '.join(self.told_apart(one) for one in found)}")
        close = self.close_to(words)
        raise CarromError(
            "unknown-person", f"{words!r} is not among the people" + (f": is {close!r} meant?" if close else "")
        )

    def meant(self, words: str) -> list[Person]:
        """Everybody who can be meant by a name or an id; nobody, where somebody new is."""
        people = [person for same in self._by_name.values() for person in same.values()]
        for person in people:
            if words in (person.id, self.told_apart(person)):
                return [person]
        key = name_key(words)
        found = self.of(words) or [one for one in people if key == name_key(self.told_apart(one))]
        return found or [one for one in people if key in map(name_key, one.formerly)]

    def close_to(self, words: str) -> str | None:
        """A name that is much like this one, and not the same."""
        names = [one.name for same in self._by_name.values() for one in same.values() if one.name != words]
        return next(iter(get_close_matches(words, names, n=1)), None)
