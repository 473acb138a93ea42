"""What the umpire says of the last things that happened, as codes and figures. A page has the sentences, or the laws'
catalogue has.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from carrom.laws import Ruling
from carrom.match.hands import fresh_hands
from carrom.match.log.acts import Correct, Play, Remark, StrokeMade, Toss
from carrom.match.match import Match
from carrom.match.parties import PARTIES, PLAYERS, Party, other
from carrom.match.rules.step import Happening
from carrom.match.setup import Setup

if TYPE_CHECKING:
    from carrom.laws.sentences import Catalogue

_MOST_EVENTS = 6
_IN_SENTENCES = ("turn-passes", "turn-continues", "turn-retry")
"""What the sentences on a stroke say themselves. An incident has none."""


@dataclass(frozen=True, slots=True)
class UmpireWord:
    """Something the umpire says, with the laws that it stands on. `text` is set where the laws' catalogue has it;
    otherwise the page has words for the code."""

    code: str
    laws: tuple[str, ...]
    text: str | None
    data: dict[str, str | int | bool]


@lru_cache(maxsize=64)  # whoever listens may ask for anything, of all that is told
def known_language(language: str) -> str:
    """A language that the laws' catalogue has: this one, or English."""
    from carrom.laws.sentences import LANGUAGES  # the catalogues are loaded when somebody speaks

    return language if language in LANGUAGES else "en"


def catalogue_for(language: str) -> Catalogue:
    """The laws' catalogue of this language, or the English one."""
    from carrom.laws.sentences import catalogue

    return catalogue(known_language(language))


def recent_steps(match: Match) -> list[Match]:
    """The match after each of the last events, from the last stroke on (or toss, or 'Play')."""
    steps: list[Match] = []
    at: Match | None = match
    while at is not None and at.event is not None and len(steps) < _MOST_EVENTS:
        steps.insert(0, at)
        if isinstance(at.event.act, StrokeMade | Toss | Play):
            break
        # What a correction took back is not said again.
        at = at.after(at.event.act.to) if isinstance(at.event.act, Correct) else at.before
    return steps


def umpire_words(match: Match, language: str) -> list[UmpireWord]:
    """The umpire's words on the last event alone."""
    if match.event is None or match.before is None:
        return []
    ruling = match.ruling if isinstance(match.ruling, Ruling) else None
    words = [] if ruling is None else [_on_ruling(ruling, match, language)]
    return [*words, *happening_words(match), *_hand_words(match, ruling, language)]


def happening_words(match: Match) -> list[UmpireWord]:
    """Those on what followed from the last event, in codes and figures alone: for whoever has sentences of his own on
    a ruling and on what hands have to do."""
    if match.event is None or match.before is None:
        return []
    words: list[UmpireWord] = []
    ruling = match.ruling if isinstance(match.ruling, Ruling) else None
    if ruling is None and isinstance(match.event.act, StrokeMade) and match.event.act.early:
        words.append(UmpireWord("early-break", ("47",), None, {}))
    for happening in match.happened:
        if happening.code == "demand-offered" or (happening.code in _IN_SENTENCES and ruling is not None):
            continue
        data = _data(happening, match)
        if isinstance(match.event.act, Remark):
            data["text"] = match.event.act.text
        words.append(UmpireWord(happening.code, happening.laws, None, data))
    return words


def party_name(setup: Setup, party: Party) -> str:
    """The names of a party's players, or its letter where they are not known."""
    return " & ".join(setup.names[party]) or party


def _hand_words(match: Match, ruling: Ruling | None, language: str) -> list[UmpireWord]:
    """What hands have to do now, in the match's own sentences. That the queen goes back a ruling has said already."""
    is_said = ruling is not None and ruling.returned.queen
    known = known_language(language)
    tasks = [task for task in fresh_hands(match, known) if not (task.code == "queen-to-centre" and is_said)]
    return [UmpireWord("hand", (), task.say[known], {}) for task in tasks]


def _on_ruling(ruling: Ruling, match: Match, language: str) -> UmpireWord:
    data: dict[str, str | int | bool] = {"turn": ruling.turn}
    stroke = match.event.act if match.event is not None else None
    struck = match.before.board if match.before is not None else None
    if isinstance(stroke, StrokeMade):
        if struck is not None:
            words, party = catalogue_for(language), struck.turn.party
            colours = (struck.colour(party), stroke.own), (struck.colour(other(party)), stroke.opponent)
            data["coins"] = words.sentences["comma"].join(words.coins(colour, n) for colour, n in colours if n)
        data |= {"own": stroke.own, "opponent": stroke.opponent, "queen_fell": stroke.queen, "striker": stroke.striker}
        data["touched"] = stroke.touched
    return UmpireWord("ruling", ruling.laws, " ".join(_ruling_text(ruling, match, language)), data)


def _ruling_text(ruling: Ruling, match: Match, language: str) -> list[str]:
    from carrom.laws.sentences import ruling_sentences

    board = match.before.board if match.before is not None else None
    words = catalogue_for(language)
    if board is None or match.before is None:
        return ruling_sentences(ruling, words)[:-1]  # the laws stand beside it
    party = board.turn.party
    name = short_names(match.setup)
    following = match.board.turn if match.board is not None else board.turn
    people = {"player": name[board.turn.text()], "next": name[following.text()]}
    people |= {"opponent": name[other(party)], "own": board.colour(party), "other": board.colour(other(party))}
    return ruling_sentences(ruling, words.naming(people), before=board.situation(match.before.course.points))[:-1]


_LEAST_LETTERS = 3
"""Of a first name that is said alone: `S. Rao` stays whole."""


def short_names(setup: Setup) -> dict[str, str]:
    """Everybody at the table, and the sides, by first names, where those tell them apart."""
    whole = {player.text(): setup.name(player) for player in setup.everybody}
    first = {who: name.split()[0] if name.split() else name for who, name in whole.items()}
    are_clear = len(set(first.values())) == len(first) and all(len(one) >= _LEAST_LETTERS for one in first.values())
    names = first if are_clear else whole
    sides: dict[str, str] = {party: " & ".join(names[who] for who in whole if who[0] == party) for party in PARTIES}
    return {**names, **sides}


def _data(happening: Happening, match: Match) -> dict[str, str | int | bool]:
    """Figures for the sentence; players and parties by name."""
    data: dict[str, str | int | bool] = {}
    people = happening.people
    for key, value in happening.data.items():
        if key in people:
            data[key] = match.setup.name(PLAYERS[value]) if value in PLAYERS else party_name(match.setup, value)
        elif isinstance(value, str | int):
            data[key] = value
    if "player" in data and "party" in data:
        data["party"] = data["player"]  # an offence of one player is his, not the pair's
    return data
