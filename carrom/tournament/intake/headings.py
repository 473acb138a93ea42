"""What the headings of an entry list mean, as clubs write them.

A meaning is the name of a column of ours, such as `born`; one that ends in 2 is of the second player of a pair.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from carrom.base.errors import CarromError
from carrom.tournament.intake.dates import DateOrder
from carrom.tournament.log.names import name_key

_WORDS: dict[str, str] = {
    "name": "name names player playername nameofplayer nameoftheplayer playersname fullname participant participants "
    "participantname nameofparticipant entrant competitor candidate players member membername employee employeename "
    "naam nom nome nombre nimi nazwa नाम खिलाड़ी نام spieler giocatore joueur jugador",
    "first": "firstname givenname forename fname vorname prenom imie christianname",
    "last": "lastname surname familyname lname sname nachname familienname cognome nazwisko apellido nomdefamille",
    "title": "title salutation honorific prefix mrms mrmrsms mrmrs mrmsmrs anrede",
    "born": "born birthdate dateofbirth dob birthday bornon birth geburtsdatum geburtstag datadinascita nascita "
    "datedenaissance fechadenacimiento dataurodzenia जन्मतिथि تاریخپیدائش doborage",
    "age": "age ageyrs ageyears ageinyears yearsofage alter eta edad wiek उम्र आयु عمر",
    "gender": "gender sex mf malefemale fm mw maleorfemale geschlecht sesso sexe sexo plec लिंग جنس genderidentity",
    "club": "club clubname nameofclub clubsociety clubsoc society societyname department dept departmentname "
    "association company office branch district state unit institution institute school college organisation "
    "organization academy verein circolo societa clube klub क्लब کلب clubassociation clubteam districtclub",
    "community": "community samaj communityname jamat gemeinde",
    "level": "level grade skill skilllevel rating strength playinglevel standard",
    "event": "event events category categories eventname competition discipline categoryevent eventcategory "
    "participatingin playsin gewertung kategorie categoria",
    "partner": "partner partnername nameofpartner partnersname doublespartner doublepartner pairedwith teammate "
    "playingwith mate partenaire compagno",
    "pair": "pair pairname pairs doublespair pairnames nameofpair namesofplayers nameofplayers "
    "playernames playersnames",
    "team": "team teamname nameofteam squad group house mannschaft squadra equipe",
    "seed": "seed seeding seedno seednumber ranking rank rankno setzplatz",
    "rubber": "rubber plays position rubberposition lineup",
    "id": "id playerid number memberid membershipno membershipnumber regno registrationno registrationnumber empid "
    "employeeid idno licence license licenceno",
    "phone": "phone phoneno phonenumber mobile mobileno mobilenumber cell cellphone contact contactno contactnumber "
    "tel telephone telephoneno whatsapp whatsappno whatsappnumber handy telefon telefono फ़ोन फोन मोबाइल",
    "email": "email emailaddress mail emailid mailid eaddress",
    "fee": "fee fees feepaid feespaid paid payment paymentstatus entryfee entryfees entryfeepaid "
    "amountpaid amount ispaid",
    "serial": "sno srno slno serialno sl sr no nr serial serialnumber lfdnr क्रमांक",
}
MEANINGS = tuple(_WORDS)
_BY_WORD = {name_key(word).replace(" ", ""): meaning for meaning, words in _WORDS.items() for word in words.split()}
_OF_A_PAIR = (
    "name",
    "first",
    "last",
    "title",
    "born",
    "age",
    "gender",
    "club",
    "community",
    "level",
    "id",
    "phone",
    "email",
)
_ORDINALS = {
    "1": "",
    "1st": "",
    "one": "",
    "2": "2",
    "2nd": "2",
    "two": "2",
    "second": "2",
    "partner": "2",
    "partners": "2",
}
_EMPTY = {"player", "players", "s", "of", "the", "first", "in"}
_ORDERS: dict[str, DateOrder] = {"ddmm": "dmy", "mmdd": "mdy"}


@dataclass(frozen=True, slots=True)
class ColumnChoices:
    """What a person says of columns that are not understood, by their headings or their numbers."""

    meant: Mapping[str, str] = field(default_factory=dict)
    ignored: frozenset[str] = frozenset()

    def __post_init__(self) -> None:
        known = {*MEANINGS, *(f"{one}2" for one in _OF_A_PAIR)}
        for heading, meaning in self.meant.items():
            if meaning not in known:
                raise CarromError(f"{heading!r} cannot mean {meaning!r}: a column can mean {', '.join(MEANINGS)}")


def read_choices(columns: Iterable[str], ignored: Iterable[str]) -> ColumnChoices:
    """What a person typed: `Club/Soc=club` for every column that means something."""
    meant = {}
    for text in columns:
        heading, sign, meaning = text.rpartition("=")
        if not sign or not heading.strip():
            raise CarromError(f"a column is said like 'Club/Soc=club', not {text!r}")
        meant[heading.strip()] = meaning.strip().lower()
    return ColumnChoices(meant, frozenset(one.strip() for one in ignored))


@dataclass(frozen=True, slots=True)
class Headings:
    """The columns of a list: the meaning of each, or None; what it is called; how days are written in it."""

    meanings: tuple[str | None, ...]
    called: tuple[str, ...]
    dates: DateOrder | None = None

    @property
    def understood(self) -> int:
        """How many of them are."""
        return sum(one is not None for one in self.meanings)

    @property
    def has_names(self) -> bool:
        """Whether people are named in a row."""
        found = set(self.meanings)
        return bool(found & {"name", "pair"}) or {"first", "last"} <= found


def read_headings(cells: Sequence[object], choices: ColumnChoices | None = None) -> Headings:
    """What a line of headings means."""
    choices = choices or ColumnChoices()
    meant = {key(heading): meaning for heading, meaning in choices.meant.items()}
    ignored = {key(heading) for heading in choices.ignored}
    meanings: list[str | None] = []
    called: list[str] = []
    for number, cell in enumerate(cells, 1):
        text = " ".join(str(cell if cell is not None else "").split())
        own = [one for one in (key(text), str(number)) if one]
        if any(one in ignored for one in own):
            meanings.append("serial")
        else:
            said = next((meant[one] for one in own if one in meant), None)
            meanings.append(said or meaning_of(text))
        called.append(text or f"column {number}")
    order = next(
        (found for one, text in zip(meanings, called, strict=True) if one == "born" and (found := _order(text))), None
    )
    return Headings(tuple(_other_half(meanings)), tuple(called), order)


def meaning_of(heading: str) -> str | None:
    """The column of ours that a heading means, if that is certain."""
    if heading in ("#", "№"):
        return "serial"
    outside = re.sub(r"[(\[{].*?[)\]}]|\*|:.*", " ", heading)
    which = _which_of_two(heading)
    for text in (outside, heading):
        if key(text) in _BY_WORD and _which_of_two(text) == which:
            return _BY_WORD[key(text)]
    if key(heading).startswith(("ageason", "ageon")):
        return "age"
    if which is None:
        return None
    for text in (outside, heading):
        words = [one for one in _words(text) if one not in _ORDINALS and one not in _EMPTY]
        meaning = _BY_WORD.get("".join(words)) if words else "name"
        if meaning == "event":  # of several
            return meaning
        if meaning in _OF_A_PAIR:
            return f"{meaning}{which}"
    return None


def _which_of_two(heading: str) -> str | None:
    """Whether a heading says 'player 1' or 'partner': the end of its meaning, or None where it says neither."""
    return next((_ORDINALS[word] for word in _words(heading) if word in _ORDINALS), None)


def _words(heading: str) -> list[str]:
    apart = re.sub(r"(?<=[a-z])(?=\d)", " ", name_key(heading))
    return ["1" if word == "first" and "player" in apart else word for word in apart.split()]


def key(heading: str) -> str:
    """What two ways to write a heading have in common."""
    return name_key(heading).replace(" ", "")


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
