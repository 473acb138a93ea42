"""What the umpire says of the last things that happened, as codes and figures; the page or the laws' catalogue has
the sentences."""

from carrom.laws import Ruling
from carrom.laws.sentences import LANGUAGES, Catalogue, catalogue, ruling_sentences
from carrom.match import Happening, Match, PlayerId, Setup
from carrom.match.hands import fresh_hands
from carrom.match.log.acts import Play, Remark, StrokeMade, Toss
from carrom.match.parties import Party
from carrom.play import is_rack_exact
from carrom.server.wire import values as v

_MOST_EVENTS = 6
_IN_SENTENCES = ("turn-passes", "turn-continues")
"""What the sentences on a stroke say themselves. An incident has none."""


def recent_words(match: Match, language: str) -> list[v.Word]:
    """The umpire's words from the last stroke on (or toss, or 'Play')."""
    words: list[v.Word] = []
    at: Match | None = match
    for _ in range(_MOST_EVENTS):
        if at is None or at.event is None or at.before is None:
            break
        words = [*event_words(at, language), *words]
        if isinstance(at.event.act, StrokeMade | Toss | Play):
            break
        at = at.before
    return words


def known_language(language: str) -> str:
    """A language that the laws' catalogue has: this one, or English."""
    return language if language in LANGUAGES else "en"


def catalogue_for(language: str) -> Catalogue:
    """The laws' catalogue of this language, or the English one."""
    return catalogue(known_language(language))


def event_words(match: Match, language: str) -> list[v.Word]:
    """The umpire's words on the last event alone."""
    if match.event is None or match.before is None:
        return []
    ruling = match.ruling if isinstance(match.ruling, Ruling) else None
    words = [] if ruling is None else [_ruling(ruling, match, language)]
    for happening in match.happened:
        if happening.code == "demand-offered" or (happening.code in _IN_SENTENCES and ruling is not None):
            continue
        if happening.code == "arranged" and is_rack_exact(match.before):
            words.append(v.Word("racked", ["41a"], None, {}))
            continue
        data = _data(happening, match)
        if isinstance(match.event.act, Remark):
            data["text"] = match.event.act.text
        words.append(v.Word(happening.code, list(happening.laws), None, data))
    return [*words, *_hand_words(match, ruling, language)]


def _hand_words(match: Match, ruling: Ruling | None, language: str) -> list[v.Word]:
    """What hands have to do now, in the match's own sentences. That the queen goes back a ruling has said already."""
    is_said = ruling is not None and ruling.returned.queen
    tasks = [task for task in fresh_hands(match) if not (task.code == "queen-to-centre" and is_said)]
    return [v.Word("hand", [], task.say[known_language(language)], {}) for task in tasks]


def _ruling(ruling: Ruling, match: Match, language: str) -> v.Word:
    data: dict[str, str | int | bool] = {"turn": ruling.turn}
    stroke = match.event.act if match.event is not None else None
    if isinstance(stroke, StrokeMade):
        data |= {"own": stroke.own, "opponent": stroke.opponent, "queen_fell": stroke.queen, "striker": stroke.striker}
        data["touched"] = stroke.touched
    before = match.before
    situation = before.board.situation(before.course.points) if before is not None and before.board else None
    sentences = ruling_sentences(ruling, catalogue_for(language), before=situation)[:-1]  # the laws stand beside it
    return v.Word("ruling", list(ruling.laws), " ".join(sentences), data)


def party_name(setup: Setup, party: Party) -> str:
    """The names of a party's players, or its letter where they are not known."""
    return " & ".join(setup.names[party]) or party


def _data(happening: Happening, match: Match) -> dict[str, str | int | bool]:
    """Figures for the sentence; players and parties by name."""
    data: dict[str, str | int | bool] = {}
    for key, value in happening.data.items():
        if value == "a" or value == "b":
            data[key] = party_name(match.setup, value)
        elif isinstance(value, str) and value in ("a1", "a2", "b1", "b2"):
            data[key] = match.setup.name(PlayerId.from_text(value))
        elif isinstance(value, str | int):
            data[key] = value
    if "player" in data and "party" in data:
        data["party"] = data["player"]  # an offence of one player is his, not the pair's
    return data
