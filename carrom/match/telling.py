"""What happened, in sentences for people. The match itself knows codes and laws only."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from carrom.base.refusal import Refused
from carrom.match.log.acts import StrokeMade
from carrom.match.log.record_line import act_text
from carrom.match.match import Match
from carrom.match.parties import PARTIES, PlayerId
from carrom.match.rules.step import Happening
from carrom.match.setup import Setup


def tell(match: Match) -> list[str]:
    """One sentence for the last event, and one for each of its consequences, with the laws."""
    if match.event is None:
        return []
    sentences = []
    act = match.event.act
    if isinstance(act, StrokeMade) and match.before is not None and match.before.board is not None:
        who = match.setup.name(match.before.board.turn)
        sentences.append(f"{who}: {_stroke_words(act)}")
    else:
        sentences.append(act_text(act))
    for happening in match.happened:
        words = _WORDS.get(happening.code)
        if words is not None:
            sentences.append(f"{words(happening.data, match.setup)}{_laws(happening)}")
    if match.ruling is not None and match.board is not None:
        colour = match.board.colour
        sentences += [
            f"{match.setup.name(entry.by)} places {entry.count} {colour(entry.party)}" for entry in match.board.placing
        ]
    return sentences


def tell_refusal(refused: Refused) -> str:
    law = f" (Law {refused.law})" if refused.law else ""
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


def _laws(happening: Happening) -> str:
    return f" ({', '.join(happening.laws)})" if happening.laws else ""


def _name(setup: Setup, text: str) -> str:
    """The name behind `a1`, or those of a party."""
    party = next((party for party in PARTIES if party == text), None)
    return setup.name(PlayerId.from_text(text)) if party is None else setup.side(party)


Words = Callable[[dict[str, Any], Setup], str]

_WORDS: dict[str, Words] = {
    "toss": lambda data, setup: f"{_name(setup, data['breaker'])} breaks first",
    "extra-toss": lambda data, setup: f"{_name(setup, data['breaker'])} breaks the extra board",
    "play": lambda data, setup: (
        f"game {data['game']}, {'extra board' if data['extra'] else 'board ' + str(data['board'])}, "
        f"{_name(setup, data['breaker'])} has the break and white"
    ),
    "turn-continues": lambda data, setup: "the turn continues",
    "turn-retry": lambda data, setup: "the break is tried again",
    "turn-passes": lambda data, setup: f"the turn passes to {_name(setup, data['to'])}",
    "turn-lost": lambda data, setup: f"{_name(setup, data['player'])} loses a turn",
    "technical-foul": lambda data, setup: f"technical foul of {_name(setup, data['party'])}",
    "foul": lambda data, setup: f"foul of {_name(setup, data['party'])}",
    "placed": lambda data, setup: f"{_name(setup, data['by'])} has placed {data['count']}",
    "due-forgone": lambda data, setup: f"{data['count']} due of {_name(setup, data['party'])} given up",
    "due-deferred": lambda data, setup: f"no room: {data['count']} of {_name(setup, data['party'])} stay due",
    "queen-covered": lambda data, setup: f"the queen counts as covered by {_name(setup, data['party'])}",
    "demand-offered": lambda data, setup: (
        f"the board goes to {_name(setup, data['winner'])} by {data['points']}, and {data['demand']} more on demand"
    ),
    "board-won": lambda data, setup: (
        f"the board goes to {_name(setup, data['winner'])} by {data['points']}"
        + (f", a {data['slam']} slam" if data["slam"] else "")
    ),
    "board-replayed": lambda data, setup: f"board {data['board']} is played again",
    "game-won": lambda data, setup: (
        f"game {data['game']} goes to {_name(setup, data['winner'])}, {data['a']}–{data['b']}"
    ),
    "match-won": lambda data, setup: f"the match goes to {_name(setup, data['winner'])}",
    "match-lost": lambda data, setup: f"the match is lost for {_name(setup, data['by'])}",
    "match-conceded": lambda data, setup: f"the match is conceded by {_name(setup, data['by'])}",
    "game-conceded": lambda data, setup: f"the game is conceded by {_name(setup, data['by'])}",
    "time-up": lambda data, setup: "time is up" + (", the board scores nothing" if data["unfinished"] else ""),
    "extra-board": lambda data, setup: "level: an extra board decides, after a toss for the break",
    "sides-change": lambda data, setup: "the sides change now",
    "protest-lodged": lambda data, setup: f"protest {data['protest']} of {_name(setup, data['party'])}",
    "protest-overruled": lambda data, setup: f"protest {data['protest']} overruled, the fee is forfeited",
    "protest-upheld": lambda data, setup: (
        f"protest {data['protest']} upheld, the fee is refunded; back to game {data['game']}, board {data['board']}"
    ),
    "corrected": lambda data, setup: f"corrected: the match stands as after event {data['to']}",
}
