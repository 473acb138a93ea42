"""The umpire's words as the game's page is told them."""

from carrom.match import Match, PlayerId
from carrom.match.hands import fresh_hands
from carrom.match.log.acts import Correct
from carrom.match.parties import ByParty
from carrom.match.umpire_words import (
    UmpireWord,
    catalogue_for as catalogue_for,
    happening_words,
    known_language as known_language,
    party_name as party_name,
    recent_steps,
)
from carrom.play import is_rack_exact
from carrom.server.live.noted import is_note
from carrom.server.tell.stroke_words import place_word, stroke_word
from carrom.server.tell.who import named
from carrom.server.wire import values as v


def recent_words(match: Match, language: str) -> list[v.Word]:
    """The umpire's words from the last stroke on (or toss, or 'Play')."""
    steps = recent_steps(match)
    # What was said before a stroke was taken back is not said again.
    since = max((at for at, step in enumerate(steps) if step.event and isinstance(step.event.act, Correct)), default=0)
    return [word for step in steps[since:] for word in event_words(step, language)]


def event_words(match: Match, language: str) -> list[v.Word]:
    """The umpire's words on the last event alone."""
    if match.event is not None and is_note(match.event.act):
        return []
    stroke = stroke_word(match)
    words = [stroke] if stroke is not None else []
    words += [_on_page(word, match) for word in happening_words(match)]
    return words + _hand_words(match, language, is_stroke=stroke is not None)


def _hand_words(match: Match, language: str, *, is_stroke: bool) -> list[v.Word]:
    """What hands have to do now, as far as the sentence on a stroke has not said it."""
    words = []
    known = known_language(language)
    for task in fresh_hands(match, known):
        if task.code == "place" and task.by is not None:
            if not is_stroke:
                words.append(place_word(PlayerId.from_text(task.by), task.count, task.kind, match))
        elif task.code != "queen-to-centre" or not is_stroke:
            words.append(v.Word("hand", [], task.say[known], {}))
    return words


def _on_page(word: UmpireWord, match: Match) -> v.Word:
    if word.code == "arranged" and match.before is not None and is_rack_exact(match.before):
        return v.Word("racked", ["41a"], None, {})
    if word.code == "corrected" and match.board is not None:
        return named("corrected", word.laws, {}, {"to": match.board.turn}, match)
    happening = next((one for one in match.happened if one.code == word.code), None)
    who = {} if happening is None else happening.people
    data = word.data | (_parts(match) if word.code == "board-won" else {})
    return v.Word(word.code, list(word.laws), word.text, data, who)


def _parts(match: Match) -> dict[str, str | int | bool]:
    """What the points of the board that has just ended are made of."""
    line = match.course.boards[-1]
    queen = line.points - line.coins - line.demand
    found: dict[str, str | int | bool] = {"coins": line.coins, "queen": queen} if queen > 0 else {}
    had = ByParty(0, 0) if match.before is None else match.before.course.points
    if had[line.winner] + line.points > line.score[line.winner]:  # no more than the target is counted
        found |= {"had": had[line.winner], "target": line.score[line.winner]}
    return found
