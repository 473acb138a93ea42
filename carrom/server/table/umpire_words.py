"""The umpire's words for the page, which can say "you"."""

from collections.abc import Mapping

from carrom.laws import Ruling, lost_by
from carrom.match import Match, PlayerId
from carrom.match.log.acts import Correct, StrokeMade
from carrom.match.parties import ByParty, Party, other
from carrom.match.views.hand_tasks import new_hand_tasks
from carrom.match.views.sentences import (
    UmpireWord,
    catalogue_for as catalogue_for,
    happening_words,
    party_name,
    recent_steps,
    supported_language as supported_language,
)
from carrom.play import is_rack_exact
from carrom.server.table.state import is_table_remark
from carrom.server.wire import values as v

Figure = str | int | bool
Who = PlayerId | Party


def word_about(
    code: str, laws: tuple[str, ...], data: Mapping[str, Figure], who: Mapping[str, Who], match: Match
) -> v.Word:
    """A word with people and their seats or parties."""
    names = {key: _name(one, match) for key, one in who.items()}
    codes = {key: one if isinstance(one, str) else one.text() for key, one in who.items()}
    return v.Word(code, list(laws), None, {**data, **names}, codes)


def _name(one: Who, match: Match) -> str:
    return party_name(match.setup, one) if isinstance(one, str) else match.setup.name(one)


def stroke_word(match: Match) -> v.Word | None:
    """Coins pocketed and returned, and the next turn; None unless the last event is a stroke."""
    before, ruling = match.before, match.ruling
    stroke = match.event.act if match.event is not None else None
    if not isinstance(stroke, StrokeMade) or not isinstance(ruling, Ruling) or before is None or before.board is None:
        return None
    player = before.board.turn
    data: dict[str, Figure] = {
        "own": stroke.own,
        "opponent": stroke.opponent,
        "queen_fell": stroke.queen,
        "striker": stroke.striker,
        "improper": bool(ruling.penalty),
        "untouched": not stroke.touched,
        "covered": ruling.queen == "player" != before.board.queen_in_turn,
        "pending": ruling.queen == "pending",
        "queen_back": ruling.returned.queen,
        "turn": ruling.turn,
        "owes": ruling.owed.player,
        "other_owes": ruling.owed.opponent,
    }
    if why := lost_by(ruling):
        data["lost"] = why
    who: dict[str, Who] = {"by": player, "other": other(player.party)}
    if match.board is not None:
        who["to"] = match.board.turn
        for entry in match.board.placing:
            side = "back" if entry.party == player.party else "other_back"
            data[side] = entry.count
            who[f"{side}_placer"] = entry.by
    return word_about("stroke", ruling.laws, data, who, match)


def place_word(by: PlayerId, count: int, kind: str, match: Match) -> v.Word:
    """Say that a player has coins to place, without a stroke."""
    return word_about("to-place", ("78b",), {"count": count, "kind": kind}, {"by": by}, match)


def recent_words(match: Match, language: str) -> list[v.Word]:
    """Words since the last stroke, toss or "Play"."""
    steps = recent_steps(match)
    # Skip words before a stroke was taken back.
    since = max((at for at, step in enumerate(steps) if step.event and isinstance(step.event.act, Correct)), default=0)
    return [word for step in steps[since:] for word in event_words(step, language)]


def event_words(match: Match, language: str) -> list[v.Word]:
    if match.event is not None and is_table_remark(match.event.act):
        return []
    stroke = stroke_word(match)
    words = [stroke] if stroke is not None else []
    words += [_on_page(word, match) for word in happening_words(match)]
    return words + _hand_words(match, language, is_stroke=stroke is not None)


def _hand_words(match: Match, language: str, *, is_stroke: bool) -> list[v.Word]:
    """Hand tasks missing from the stroke's sentence."""
    words = []
    known = supported_language(language)
    for task in new_hand_tasks(match, known):
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
        return word_about("corrected", word.laws, {}, {"to": match.board.turn}, match)
    happening = next((one for one in match.happened if one.code == word.code), None)
    who = {} if happening is None else happening.people
    data = word.data | (_parts(match) if word.code == "board-won" else {})
    return v.Word(word.code, list(word.laws), word.text, data, who)


def _parts(match: Match) -> dict[str, str | int | bool]:
    """How the board's points add up."""
    line = match.course.boards[-1]
    queen = line.points - line.coins - line.demand
    found: dict[str, str | int | bool] = {"coins": line.coins, "queen": queen} if queen > 0 else {}
    had = ByParty(0, 0) if match.before is None else match.before.course.points
    if had[line.winner] + line.points > line.score[line.winner]:  # points above the target do not count
        found |= {"had": had[line.winner], "target": line.score[line.winner]}
    return found
