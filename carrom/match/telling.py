"""What happened, in sentences for people. The match itself knows codes and laws only."""

from carrom.base.refusal import Refused
from carrom.match.hands import hands
from carrom.match.log.acts import ChangeSides, ProtestDecided, Sit, StrokeMade
from carrom.match.log.record_line import act_text
from carrom.match.match import Match
from carrom.match.parties import PLAYERS
from carrom.match.rules.step import Happening
from carrom.match.setup import Setup


def tell(match: Match) -> list[str]:
    """One sentence for the last event, one for each of its consequences, with the laws, and one for whatever hands have
    to do now."""
    return [*_told(match), *_to_do(match)]


def tell_line(match: Match) -> str:
    """The same on one line."""
    return ". ".join(("; ".join(_told(match)), *(sentence.removesuffix(".") for sentence in _to_do(match))))


def _told(match: Match) -> list[str]:
    if match.event is None:
        return []
    sentences = []
    act = match.event.act
    if isinstance(act, StrokeMade) and match.before is not None and match.before.board is not None:
        who = match.setup.name(match.before.board.turn)
        sentences.append(f"{who}: {_stroke_words(act)}")
    else:
        sentences.append(act_text(act))
    told = (_sentence(happening, match.setup) for happening in match.happened)
    return sentences + [sentence for sentence in told if sentence is not None]


def _to_do(match: Match) -> list[str]:
    """What was to be done before is not said again."""
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
    tasks = hands(match)
    if before is None or tasks != hands(before):
        sentences += [task.say["en"] for task in tasks]
    return sentences


def _seats_sentence(match: Match) -> str:
    """Where everybody sits, after a way back that has changed it."""
    seats = (f"{match.setup.name(one)} {match.course.seat(one).value}" for one in match.setup.everybody)
    return f"Seats: {', '.join(seats)}."


def tell_refusal(refused: Refused) -> str:
    # A law that is no reason is named already, and may be none.
    law = f" (Law {refused.law})" if refused.law and refused.code != "law" else ""
    return f"refused: {refused.text}{law}"


def score_words(match: Match) -> str:
    """The score of the game, games before it in brackets: `8–0`, `25–11, 3–9`."""
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
    """None for what the act itself has said already."""
    code = " ".join([happening.code, *(flag for flag in _FLAGS if happening.data.get(flag))])
    sentence = _SENTENCES.get(code) or _SENTENCES.get(happening.code)
    if sentence is None:
        return None
    laws = f" ({', '.join(happening.laws)})" if happening.laws else ""
    names = {key: _name(setup, one) for key, one in happening.people.items()}
    return sentence.format_map({**happening.data, **names}) + laws


def _name(setup: Setup, who: str) -> str:
    """The name behind `a1`, or those of a party."""
    return setup.name(PLAYERS[who]) if who in PLAYERS else setup.side("a" if who == "a" else "b")


_FLAGS = ("covered", "extra", "slam", "unfinished", "left", "late", "player", "carried")
"""Figures that may ask for a sentence of their own."""

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
