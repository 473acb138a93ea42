"""Recognise an entry list's columns by heading or cells."""

import re
from collections.abc import Container, Mapping, Sequence

from carrom.tournament.entrylists.cells import gender_of
from carrom.tournament.model.people import Gender, name_key

_WORDS: dict[str, str] = {
    "name": "name names player playername nameofplayer nameoftheplayer playersname fullname participant participants "
    "participantname nameofparticipant entrant competitor candidate players member membername employee employeename "
    "contestant naam nom nome nombre nimi nazwa नाम खिलाड़ी نام spieler giocatore joueur jugador",
    "first": "firstname givenname forename fname vorname prenom imie christianname",
    "last": "lastname surname familyname lname sname nachname familienname cognome nazwisko apellido nomdefamille",
    "title": "title salutation honorific prefix mrms mrmrsms mrmrs mrmsmrs anrede",
    "born": "born birthdate dateofbirth dob birthday bornon birth geburtsdatum geburtstag datadinascita nascita "
    "datedenaissance fechadenacimiento dataurodzenia जन्मतिथि تاریخپیدائش doborage",
    "age": "age ageyrs ageyears ageinyears yearsofage alter eta edad wiek उम्र आयु عمر",
    "gender": "gender sex mf malefemale fm mw maleorfemale geschlecht sesso sexe sexo plec लिंग جنس genderidentity",
    "club": "club clubname nameofclub clubsociety clubsoc society societyname department dept departmentname "
    "association company office branch district state unit institution institute school college organisation "
    "organization academy verein circolo societa clube klub क्लब کلب clubassociation clubteam districtclub "
    "mandal mandali",
    "community": "community samaj communityname jamat gemeinde",
    "level": "level grade skill skilllevel strength playinglevel standard",
    "rating": "rating ratings elo elorating fiderating ratingpoints playerrating currentrating lastrating wertung "
    "classement",
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
    "phone": "phone phoneno phonenumber mob mobno mobile mobileno mobilenumber cell cellphone contact contactno "
    "contactnumber tel telephone telephoneno whatsapp whatsappno whatsappnumber handy telefon telefono फ़ोन फोन मोबाइल",
    "email": "email emailaddress mail emailid mailid eaddress",
    "fee": "fee fees feepaid feespaid paid payment paymentstatus entryfee entryfees entryfeepaid "
    "amountpaid amount amt amtpaid amountreceived amtreceived feesreceived feereceived received collected ispaid",
    "serial": "sno srno slno serialno sl sr no nr pairno pairnumber teamno entryno rowno serial serialnumber lfdnr "
    "क्रमांक",
}
_BY_WORD = {name_key(word).replace(" ", ""): meaning for meaning, words in _WORDS.items() for word in words.split()}
MEANINGS = tuple(_WORDS)
PAIR_COLUMNS = (
    "name", "first", "last", "title", "born", "age", "gender", "club", "community", "level", "id", "phone", "email"
)  # fmt: skip
"""Repeated for the second player of a pair."""
_ORDINALS = {
    "1": "", "1st": "", "one": "",
    "2": "2", "2nd": "2", "two": "2", "second": "2", "partner": "2", "partners": "2",
}  # fmt: skip
_EMPTY = {"player", "players", "s", "of", "the", "first", "in"}
_SMALL = {
    "people": "name names player players participant participants entrant entrants competitor competitors candidate "
    "candidates contestant contestants member employee naam spieler joueur jugador giocatore खिलाड़ी नाम نام",
    "filler": "s of the full complete your in as on per for by and a an rs inr card aadhaar aadhar passport capital "
    "capitals block letters mandatory required optional",
    # About another person or thing, or the list's title.
    "other": "father fathers mother mothers parent parents guardian guardians husband spouse captain captains coach "
    "manager emergency payer bank account umpire umpires referee organiser organizer convenor sponsor nominee list "
    "entry entries tournament championship registration register total status type photo signature sign remark remarks "
    "nick nickname user username group venue place event club team city town village street road no number nos count",
}
_PEOPLE, _FILLERS, _NOT_PLAYERS = (frozenset(map(name_key, words.split())) for words in _SMALL.values())
_MOST_WORDS = 6  # more words are a sentence, not a heading
_MONEY = frozenset(("fee", "fees", "amt", "amount", "rs", "inr", "paid", "payment", "received", "money", "cash", "upi"))
_IGNORABLE = frozenset(
    (
        "remark",
        "remarks",
        "note",
        "notes",
        "comment",
        "comments",
        "shirt",
        "size",
        "blood",
        "photo",
        "signature",
        "sign",
    )
)
_CELL_PATTERNS = {
    "email": re.compile(r"\S+@\S+"),
    "born": re.compile(r"\d{1,4}[-/.]\w{1,9}[-/.]\d{1,4}"),
    "phone": re.compile(r"\+?[\d\s-]{7,}"),
    "age": re.compile(r"\d{1,2}"),
    "fee": re.compile(r"(rs\.?|inr|₹|€|\$|£)?\s*\d{2,6}(\.0+|/-)?", re.IGNORECASE),
}


def meaning_of(heading: str, halves: Mapping[Gender, str] | None = None) -> str | None:
    """Column that a heading certainly means. `halves` says which player of a pair is the man."""
    if heading in ("#", "№"):
        return "serial"
    outside = re.sub(r"[(\[{].*?[)\]}]|\*|:.*", " ", heading)
    which = _which_of_two(heading)
    for text in (outside, heading):
        if heading_key(text) in _BY_WORD and _which_of_two(text) == which:
            return _BY_WORD[heading_key(text)]
    if heading_key(heading).startswith(("ageason", "ageon")):
        return "age"
    if which is None:
        return _of_one_half(outside, halves or {}) or _of_several(outside)
    for text in (outside, heading):
        words = [one for one in _words(text) if one not in _ORDINALS and one not in _EMPTY]
        # A bare number is a row number or a cell.
        meaning = _BY_WORD.get("".join(words)) if words else "name" if _PEOPLE & set(_words(heading)) else None
        meaning = meaning or (_loosely(" ".join(words)) if words else None)
        if meaning == "event":  # one row can enter several events
            return meaning
        if meaning in PAIR_COLUMNS:
            return f"{meaning}{which}"
    return None


def likely_meaning(heading: str, cells: Sequence[str], taken: Container[str | None]) -> str | None:
    """Guess a column's meaning, outside `taken`."""
    words = set(name_key(heading).split())
    if words & _IGNORABLE:
        return None
    if words & _MONEY:
        return "fee" if "fee" not in taken else None
    looks = next((meaning for meaning, form in _CELL_PATTERNS.items() if all(map(form.fullmatch, cells))), None)
    candidates = ("club", "community", "team") if looks is None else (looks,)
    return next((one for one in candidates if one not in taken), None)


def gender_in_heading(heading: str) -> Gender | None:
    words = _words(heading)
    rest = [word for word in words if word not in _PEOPLE and word not in _FILLERS]
    return gender_of(rest[0]) if len(rest) == 1 and len(rest) < len(words) and _PEOPLE & set(words) else None


def may_be_name(heading: str) -> bool:
    words = set(_words(heading))
    is_other = words & _NOT_PLAYERS or any(word.isdigit() for word in words)
    return bool(words & _PEOPLE) and not is_other and len(words) <= _MOST_WORDS


def is_role_word(heading: str) -> bool:
    """Whether a word is a role, which may be a cell as well as a heading."""
    return heading_key(heading) in _PEOPLE - {"name", "names"}


def heading_key(heading: str) -> str:
    return name_key(heading).replace(" ", "")


def _loosely(heading: str) -> str | None:
    """Ignore filler words: 'Participant Full Name' is a name."""
    words = _words(heading)
    if words[:2] in (["no", "of"], ["number", "of"]):
        return None
    words_left = [word for word in words if word not in _FILLERS]
    rest = [word for word in words_left if word not in _PEOPLE]
    if words_left and not rest:
        return "name"
    return _BY_WORD.get("".join(words_left)) or _BY_WORD.get("".join(rest))


def _of_several(heading: str) -> str | None:
    """Read 'Mandal / Club', whose recognised parts must agree; a name needs every part."""
    parts = [part for part in re.split(r"[/|]|\bor\b", heading) if part.strip()]
    found = [_BY_WORD.get(heading_key(part)) or _loosely(part) for part in parts]
    known = {one for one in found if one is not None}
    if len(known) != 1 or (None in found and known & {"serial", "name"}):
        return None
    return known.pop()


def _of_one_half(heading: str, halves: Mapping[Gender, str]) -> str | None:
    """Read 'Female player' or 'Age of the lady' in a list of mixed pairs."""
    words = _words(heading)
    at = next((at for at, word in enumerate(words) if gender_of(word) in halves), None)
    if at is None:
        return None
    sex = gender_of(words[at])
    meaning = _loosely(" ".join(words[:at] + words[at + 1 :]))
    return f"{meaning}{halves[sex]}" if sex is not None and meaning in PAIR_COLUMNS else None


def _which_of_two(heading: str) -> str | None:
    """'' for 'player 1', '2' for 'partner', else None."""
    return next((_ORDINALS[word] for word in _words(heading) if word in _ORDINALS), None)


def _words(heading: str) -> list[str]:
    apart = re.sub(r"(?<=[a-z])(?=\d)", " ", name_key(heading))
    return ["1" if word == "first" and "player" in apart else word for word in apart.split()]
