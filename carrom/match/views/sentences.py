"""The last event in words: English for the terminal, codes and figures for a page."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from carrom.base.errors import Refused
from carrom.laws import Ruling
from carrom.match.log.acts import ChangeSides, Correct, Play, ProtestDecided, Remark, Sit, StrokeMade, Toss
from carrom.match.log.notation import act_text
from carrom.match.match import Match
from carrom.match.parties import PARTIES, PLAYERS, Party, other
from carrom.match.rules.context import Happening
from carrom.match.setup import Setup
from carrom.match.views.hand_tasks import hand_tasks, new_hand_tasks

if TYPE_CHECKING:
    from carrom.laws.sentences import Catalogue


def tell(match: Match) -> list[str]:
    """The last event, its consequences with their laws, and tasks at the board."""
    return [*_what_happened(match), *_to_do(match)]


def tell_on_one_line(match: Match) -> str:
    return ". ".join(("; ".join(_what_happened(match)), *(sentence.removesuffix(".") for sentence in _to_do(match))))


def _what_happened(match: Match) -> list[str]:
    if match.event is None:
        return []
    sentences = []
    act = match.event.act
    if isinstance(act, StrokeMade) and match.before is not None and match.before.board is not None:
        who = match.setup.name(match.before.board.turn)
        sentences.append(f"{who}: {_stroke_words(act)}")
    else:
        sentences.append(act_text(act))
    consequences = (_sentence(happening, match.setup) for happening in match.happened)
    return sentences + [sentence for sentence in consequences if sentence is not None]


def _to_do(match: Match) -> list[str]:
    act, before = match.event.act if match.event is not None else None, match.before
    sentences = []
    if isinstance(act, ProtestDecided) and act.upheld:
        coming, breaker = (
            match.course.score.next if match.course.score else None,
            match.course.next_breaker(match.setup),
        )
        board = "the extra board" if coming and coming.is_extra else f"board {match.course.next_board[1]}"
        who = f", and {match.setup.name(breaker)} breaks" if breaker is not None else ""
        sentences.append(f"The pieces are set up again for {board}{who}.")
    moved = before is not None and match.course.seats != before.course.seats
    if moved and not isinstance(act, Sit | ChangeSides):
        sentences.append(_seats_sentence(match))
    tasks = hand_tasks(match)
    if before is None or tasks != hand_tasks(before):
        sentences += [task.say["en"] for task in tasks]
    return sentences


def _seats_sentence(match: Match) -> str:
    seats = (f"{match.setup.name(one)} {match.course.seat(one).value}" for one in match.setup.everybody)
    return f"Seats: {', '.join(seats)}."


def tell_refusal(refused: Refused) -> str:
    # A law refused as a reason is already named, and may not exist.
    law = f" (Law {refused.law})" if refused.law and refused.code != "law" else ""
    return f"refused: {refused.text}{law}"


def game_scores_text(match: Match) -> str:
    """Every game, the open one included: `8–0`, `25–11, 3–9`."""
    score = match.course.score
    if score is None or not score.games:
        return "0–0"
    return ", ".join(f"{game.points.a}–{game.points.b}" for game in score.games)


def _stroke_words(act: StrokeMade) -> str:
    found = [f"{act.own} own" if act.own else "", f"{act.opponent} of the opponent's" if act.opponent else ""]
    found += ["the queen" if act.queen else "", "the striker" if act.striker else ""]
    pocketed = " and ".join(word for word in found if word) or "nothing"
    manner = "" if act.proper else ", improper"
    return f"pockets {pocketed}{manner}" if act.touched else f"touches no piece{manner}"


def _sentence(happening: Happening, setup: Setup) -> str | None:
    """Describe a happening; None if the act's sentence covers it."""
    code = " ".join([happening.code, *(flag for flag in _FLAGS if happening.data.get(flag))])
    sentence = _SENTENCES.get(code) or _SENTENCES.get(happening.code)
    if sentence is None:
        return None
    laws = f" ({', '.join(happening.laws)})" if happening.laws else ""
    names = {key: _name_of(setup, one) for key, one in happening.people.items()}
    return sentence.format_map({**happening.data, **names}) + laws


def _name_of(setup: Setup, who: str) -> str:
    return setup.name(PLAYERS[who]) if who in PLAYERS else setup.side("a" if who == "a" else "b")


_FLAGS = ("covered", "extra", "slam", "unfinished", "left", "late", "player", "carried")
"""Figures that may select their own sentence."""

_SENTENCES = {
    "toss": "{breaker} breaks first",
    "extra-toss": "{breaker} breaks the extra board",
    "play": "game {game}, board {board}, {breaker} has the break and white",
    "play extra": "game {game}, extra board, {breaker} has the break and white",
    "fell": "it counts as pocketed",
    "turn-continues": "the turn continues",
    "turn-retry": "the break is tried again",
    "turn-passes": "the turn passes to {to}",
    "turn-back": "the turn goes back to {to}, who played on",
    "turn-lost": "{player} loses a turn",
    "reported": "{party} is there",
    "reported late": "{party} is there, late",
    "ready": "{party} is ready",
    "stopped": "all clocks stand",
    "interval-over late": "the rest was overstayed",
    "technical-foul": "technical foul of {party}",
    "technical-foul player": "technical foul of {player}",
    "technical-foul carried": "technical foul of {party}: a piece is owed in the next board",
    "technical-foul player carried": "technical foul of {player}: a piece is owed in the next board",
    "foul": "foul of {party}",
    "foul player": "foul of {player}",
    "warning": "warning {count} to {who}",
    "placed": "{by} has placed {count}",
    "placed left": "{by} has placed {count}, {left} are still to be placed",
    "removed": "{count} of {party} come off again",
    "umpire-to-place": "the umpire places {count} of {party}",
    "due-forgone": "{count} due of {party} given up",
    "due-deferred": "no room: {count} of {party} stay due",
    "queen-covered": "the queen counts as covered by {party}",
    "demand-offered": "the board goes to {winner} by {points}, and {demand} more on demand",
    "strokes-differ": "the strokes on record leave {party} {coins}, and the queen uncovered",
    "strokes-differ covered": "the strokes on record leave {party} {coins}, and the queen covered by {covered}",
    "board-won": "the board goes to {winner} by {points}",
    "board-won slam": "the board goes to {winner} by {points}, a {slam} slam",
    "board-replayed": "board {board} is played again",
    "game-won": "game {game} goes to {winner}, {won}–{lost}",
    "match-won": "the match goes to {winner}",
    "result-withheld": "the match is over, and its result is kept back while a protest is open",
    "match-lost": "the match is lost for {by}",
    "match-conceded": "the match is conceded by {by}",
    "game-conceded": "the game is conceded by {by}",
    "time-up": "time is up",
    "time-up unfinished": "time is up, the board scores nothing",
    "extra-board": "level: an extra board decides, after a toss for the break",
    "sides-change": "the sides change now",
    "protest-lodged": "protest {protest} of {party}",
    "protest-overruled": "protest {protest} overruled, the fee is forfeited",
    "protest-upheld": "protest {protest} upheld, the fee is refunded; back to game {game}, board {board}",
    "corrected": "corrected: the match stands as after event {to}",
}


_MOST_EVENTS = 6
_IN_SENTENCES = ("turn-passes", "turn-continues", "turn-retry")
"""Covered by the sentences of a stroke's ruling; the ruling on an incident has none."""


@dataclass(frozen=True, slots=True)
class UmpireWord:
    """One thing the umpire says, with its laws. `text` comes from the laws' catalogue; if missing, the page has words
    for the code."""

    code: str
    laws: tuple[str, ...]
    text: str | None
    data: dict[str, str | int | bool]


@lru_cache(maxsize=64)  # clients may send any language
def supported_language(language: str) -> str:
    """This language if the catalogue has it, else English."""
    from carrom.laws.sentences import LANGUAGES  # loaded only when needed

    return language if language in LANGUAGES else "en"


def catalogue_for(language: str) -> Catalogue:
    from carrom.laws.sentences import catalogue

    return catalogue(supported_language(language))


def recent_steps(match: Match) -> list[Match]:
    """Match after each event, from the last stroke, toss or 'Play' on, at most six."""
    steps: list[Match] = []
    at: Match | None = match
    while at is not None and at.event is not None and len(steps) < _MOST_EVENTS:
        steps.insert(0, at)
        if isinstance(at.event.act, StrokeMade | Toss | Play):
            break
        # Skips events taken back.
        at = at.after(at.event.act.to) if isinstance(at.event.act, Correct) else at.before
    return steps


def umpire_words(match: Match, language: str) -> list[UmpireWord]:
    if match.event is None or match.before is None:
        return []
    ruling = match.ruling if isinstance(match.ruling, Ruling) else None
    words = [] if ruling is None else [_ruling_word(ruling, match, language)]
    return [*words, *happening_words(match), *_hand_words(match, ruling, language)]


def happening_words(match: Match) -> list[UmpireWord]:
    """Consequences only, for callers with sentences for rulings and tasks."""
    if match.event is None or match.before is None:
        return []
    words: list[UmpireWord] = []
    ruling = match.ruling if isinstance(match.ruling, Ruling) else None
    if ruling is None and isinstance(match.event.act, StrokeMade) and match.event.act.early:
        words.append(UmpireWord("early-break", ("47",), None, {}))
    for happening in match.happened:
        if happening.code == "demand-offered" or (happening.code in _IN_SENTENCES and ruling is not None):
            continue
        data = _named_data(happening, match)
        if isinstance(match.event.act, Remark):
            data["text"] = match.event.act.text
        words.append(UmpireWord(happening.code, happening.laws, None, data))
    return words


def party_name(setup: Setup, party: Party) -> str:
    return " & ".join(setup.names[party]) or party


def _hand_words(match: Match, ruling: Ruling | None, language: str) -> list[UmpireWord]:
    is_said = ruling is not None and ruling.returned.queen
    known = supported_language(language)
    tasks = [task for task in new_hand_tasks(match, known) if not (task.code == "queen-to-centre" and is_said)]
    return [UmpireWord("hand", (), task.say[known], {}) for task in tasks]


def _ruling_word(ruling: Ruling, match: Match, language: str) -> UmpireWord:
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
        return ruling_sentences(ruling, words)[:-1]  # shown beside it
    party = board.turn.party
    name = short_names(match.setup)
    following = match.board.turn if match.board is not None else board.turn
    people = {"player": name[board.turn.text()], "next": name[following.text()]}
    people |= {"opponent": name[other(party)], "own": board.colour(party), "other": board.colour(other(party))}
    return ruling_sentences(ruling, words.naming(people), before=board.situation(match.before.course.points))[:-1]


_LEAST_LETTERS = 3
"""Fewest letters of a first name used alone: `S. Rao` stays whole."""


def short_names(setup: Setup) -> dict[str, str]:
    """First names of players and sides, or full names where ambiguous."""
    whole = {player.text(): setup.name(player) for player in setup.everybody}
    first = {who: name.split()[0] if name.split() else name for who, name in whole.items()}
    are_clear = len(set(first.values())) == len(first) and all(len(one) >= _LEAST_LETTERS for one in first.values())
    names = first if are_clear else whole
    sides: dict[str, str] = {party: " & ".join(names[who] for who in whole if who[0] == party) for party in PARTIES}
    return {**names, **sides}


def _named_data(happening: Happening, match: Match) -> dict[str, str | int | bool]:
    data: dict[str, str | int | bool] = {}
    people = happening.people
    for key, value in happening.data.items():
        if key in people:
            data[key] = match.setup.name(PLAYERS[value]) if value in PLAYERS else party_name(match.setup, value)
        elif isinstance(value, str | int):
            data[key] = value
    if "player" in data and "party" in data:
        data["party"] = data["player"]  # the offender, not the pair
    return data
