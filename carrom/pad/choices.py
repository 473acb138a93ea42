"""What can be tapped for each kind of act: every choice is an act that is whole, or lacks only a text.

A choice has a law or a label (its row) and somebody whom it is about (its column), so that a page can lay a table of
buttons of any of them and needs no word of the Laws. What the match would refuse now is not offered.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import Any

from carrom.base.reading import encode
from carrom.base.refusal import Refused
from carrom.equipment import Kind, Piece, Seat
from carrom.laws.reasons import reasons_for
from carrom.laws.register import register
from carrom.match.log import acts
from carrom.match.log.acts import Act
from carrom.match.match import Match, apply
from carrom.match.parties import PARTIES, ByParty, Party, PlayerId, other
from carrom.match.rules.fouls import moment_of
from carrom.match.umpire_words import UmpireWord, umpire_words
from carrom.match.view import possible_acts

_MOST_FELL = 2
"""Of one colour by itself; more are tapped twice."""


@dataclass(frozen=True, slots=True)
class Choice:
    """One button. `needs` is the field that a text has to be put into first; `data`: names for its label."""

    act: Act
    label: str | None = None
    law: str | None = None
    who: str | None = None
    count: int | None = None
    needs: str | None = None
    data: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class ChoiceView:
    """One button, as a page has it: `act` is what it sends, `title` that of the law."""

    act: dict[str, Any]
    label: str | None
    law: str | None
    title: str | None
    """Of an offence, how umpires call it."""
    words: str
    """By what else a choice with a law can be found: what the law says, and other words for it."""
    is_usual: bool
    """It is one of those that are given often."""
    who: str | None
    count: int | None
    needs: str | None
    data: dict[str, str]
    said: tuple[UmpireWord, ...] = ()
    """What would follow, where the choice itself does not tell it."""


@dataclass(frozen=True, slots=True)
class Offered:
    """A kind of act with its choices."""

    kind: str
    choices: tuple[ChoiceView, ...]


def offered(match: Match, kind: str, *, at: float | None = None) -> Offered:
    """What may be tapped for this kind of act now, at that time; nothing where it cannot be."""
    found = sorted(choices(match, kind, at=at), key=_usual_first)
    return Offered(kind, tuple(_shown(one, _foretold(match, one, at) if kind in _FORETOLD else ()) for one in found))


def _usual_first(choice: Choice) -> int:
    usual, law = USUAL.get(choice.act.kind, ()), (choice.law or "").rpartition(":")[2]
    return usual.index(law) if law in usual else len(usual)


def _foretold(match: Match, choice: Choice, at: float | None) -> tuple[UmpireWord, ...]:
    answer = apply(match, match.next_event(choice.act, at=at))
    words = () if isinstance(answer, Refused) else umpire_words(answer.match, "en")
    return tuple(word for word in words if word.text is None)


def law_title(law: str) -> str:
    """What a law is called; the rules of a rulebook in a file of its own have no name."""
    entry = register().get(law)
    return law if entry is None else entry.title


def _shown(choice: Choice, said: tuple[UmpireWord, ...]) -> ChoiceView:
    act = {"kind": choice.act.kind, **encode(choice.act)}
    title, words, is_usual = None, "", False
    if choice.law is not None:
        entry = register().get(choice.law)
        is_offence = choice.act.kind in _OFFENCES and entry is not None and bool(entry.offence)
        title = entry.offence if is_offence and entry is not None else law_title(choice.law)
        words = "" if entry is None else f"{entry.title} {entry.text} {entry.also}"
        is_usual = _usual_first(choice) < len(USUAL.get(choice.act.kind, ()))
    return ChoiceView(
        act,
        choice.label,
        choice.law,
        title,
        words,
        is_usual,
        choice.who,
        choice.count,
        choice.needs,
        choice.data,
        said,
    )


def choices(match: Match, kind: str, *, at: float | None = None) -> list[Choice]:
    """The choices of one kind of act, those alone that can stand now."""
    make = CHOICES.get(kind)
    if make is None or kind not in possible_acts(match):
        return []
    found = list(make(match))
    if kind not in _UNTRIED:
        found = [choice for choice in found if _is_possible(match, choice, at)]
    if any(choice.label in _PLAIN for choice in found):
        # Where the time is over by the clock of the record too, nobody has to say why.
        return [choice for choice in found if choice.needs != "reason" or choice.label not in _ANYWAY]
    return found


def _is_possible(match: Match, choice: Choice, at: float | None) -> bool:
    act = choice.act if choice.needs is None else replace(choice.act, **{choice.needs: "…"})  # type: ignore[type-var]
    return not isinstance(apply(match, match.next_event(act, at=at)), Refused)


def players_of(match: Match) -> list[PlayerId]:
    """Everybody at the table, side A first: at every moment in the same places."""
    return list(match.setup.everybody)


def _for_players(make: Callable[[PlayerId], Act], label: str | None = None) -> Callable[[Match], Iterator[Choice]]:
    def found(match: Match) -> Iterator[Choice]:
        for player in players_of(match):
            yield Choice(make(player), label, who=player.text())

    return found


def _for_parties(make: Callable[[Party], Act], label: str | None = None) -> Callable[[Match], Iterator[Choice]]:
    def found(match: Match) -> Iterator[Choice]:
        for party in PARTIES:
            yield Choice(make(party), label, who=party)

    return found


def _by_laws(kind: str, make: Callable[[str], Iterable[Choice]]) -> Callable[[Match], Iterator[Choice]]:
    def found(match: Match) -> Iterator[Choice]:
        for law in reasons_for(kind, match.setup.rulebook):
            for choice in make(law):
                yield replace(choice, law=law)

    return found


def _by_laws_and_players(kind: str, make: Callable[[PlayerId, str], Act]) -> Callable[[Match], Iterator[Choice]]:
    def found(match: Match) -> Iterator[Choice]:
        players = players_of(match)
        for law in reasons_for(kind, match.setup.rulebook):
            if law in _OF_PAIRS and not match.setup.is_doubles:
                continue
            yield from (Choice(make(player, law), law=law, who=player.text()) for player in players)

    return found


def _fouls(match: Match) -> Iterator[Choice]:
    """Those alone that can be committed at this moment (I-53)."""
    for choice in _by_laws_and_players("foul", acts.Foul)(match):
        if moment_of(match.course, str(choice.law), match.setup) is None:
            yield choice


def _just(*found: Choice) -> Callable[[Match], Iterator[Choice]]:
    return lambda match: iter(found)


def _toss(match: Match) -> Iterator[Choice]:
    """Who won, what he took, and in doubles who of the breaking pair breaks."""
    for party in PARTIES:
        for choice in ("break", "side"):
            for index in range(match.setup.players):
                breaker = PlayerId(party if choice == "break" else other(party), index)
                act = acts.Toss(party, "break" if choice == "break" else "side", index)
                # In singles it goes without saying who breaks.
                label = f"toss-{choice}" if match.setup.players == 1 else f"toss-{choice}-by"
                yield Choice(act, label, who=party, data={"breaker": breaker.text()})


def _sit(match: Match) -> Iterator[Choice]:
    for seat in Seat:
        if not match.setup.is_doubles:
            yield Choice(acts.Sit(ByParty((seat,), (seat.opposite,))), "seat", data={"a1": "a1", "at": seat.value})
            continue
        for first in (seat.right, seat.left):
            pairs: ByParty[tuple[Seat, ...]] = ByParty((seat, seat.opposite), (first, first.opposite))
            yield Choice(acts.Sit(pairs), "seats", data={"a1": "a1", "at": seat.value, "b1": "b1", "then": first.value})


def _fell(match: Match) -> Iterator[Choice]:
    kinds: tuple[Kind, ...] = ("white", "black")
    for kind in kinds:
        for count in range(1, _MOST_FELL + 1):
            yield Choice(acts.Fell((kind,) * count), kind, count=count)
    yield Choice(acts.Fell(("queen",)), "queen")
    yield Choice(acts.Fell(("white", "black")), "white-and-black")


def _place(match: Match) -> Iterator[Choice]:
    """All of them first, then a part."""
    for entry in match.board.placing if match.board is not None else ():
        by = entry.by if _several_place(match) else None
        yield Choice(acts.Place(by=by), "placed-all", who=entry.by.text(), count=entry.count)
        for count in range(entry.count - 1, 0, -1):
            yield Choice(acts.Place(by=by, count=count), "placed-some", who=entry.by.text(), count=count)


def _forgo(match: Match) -> Iterator[Choice]:
    for entry in match.board.placing if match.board is not None else ():
        by = entry.by if _several_place(match) else None
        yield Choice(acts.Forgo(by), "forgone", who=entry.by.text(), count=entry.count)


def _several_place(match: Match) -> bool:
    return match.board is not None and len(match.board.placing) > 1


def _umpire_places(match: Match) -> Iterator[Choice]:
    """What goes to the middle of the board: the place of anything else nobody has measured."""
    waiting = match.board.to_centre if match.board is not None else ()
    if waiting:
        yield Choice(acts.UmpirePlaces((Piece(waiting[0], 0.0, 0.0),)), f"centre-{waiting[0]}")


def _timeout(match: Match) -> Iterator[Choice]:
    yield Choice(acts.Timeout(), "time-over")
    yield Choice(acts.Timeout(), "time-over-anyway", needs="reason")
    if match.board is not None and any(not entry.placed for entry in match.board.placing):
        yield Choice(acts.Timeout(begun=True), "time-over-begun")


def _removed(match: Match) -> Iterator[Choice]:
    late = match.board.late if match.board is not None else None
    for count in range(1, late.count + 1 if late is not None else 1):
        yield Choice(acts.Removed(count), "taken-off", count=count)


def _demand(match: Match) -> Iterator[Choice]:
    award = match.board.award if match.board is not None else None
    for points in range(award.demand + 1 if award is not None else 0):
        yield Choice(acts.Demand(points), "points", count=points, who=award.winner if award is not None else None)


def _unnoticed(match: Match) -> Iterator[Choice]:
    for law in reasons_for("unnoticed", match.setup.rulebook):
        if law in _NOBODYS:
            yield Choice(acts.Unnoticed(law), law=law)
            continue
        yield from (Choice(acts.Unnoticed(law, player), law=law, who=player.text()) for player in players_of(match))


def _protest_written(match: Match) -> Iterator[Choice]:
    for case in match.course.protests:
        yield Choice(acts.ProtestWritten(case.number), "protest-number", count=case.number, who=case.party)


def _protest_decided(match: Match) -> Iterator[Choice]:
    for case in match.course.protests:
        for upheld, label in ((True, "upheld"), (False, "overruled")):
            act = acts.ProtestDecided(case.number, upheld)
            yield Choice(act, label, count=case.number, who=case.party)


def _concede(match: Match) -> Iterator[Choice]:
    for party in PARTIES:
        yield Choice(acts.Concede(party, "game"), "the-game", who=party)
        yield Choice(acts.Concede(party, "match"), "the-match", who=party)


def _sign(match: Match) -> Iterator[Choice]:
    signed = dict(match.course.signatures)
    if "loser" not in signed:
        lost = None if match.course.winner is None else other(match.course.winner)
        yield Choice(acts.Sign("loser"), "sign-loser", needs="name", who=lost)
    if "umpire" not in signed:
        yield Choice(acts.Sign("umpire"), "sign-umpire", needs="name")


_UNTRIED = ("foul", "warning", "stroke")
"""Each choice is as possible as the kind itself, whose laws come from the register."""
_OFFENCES = ("foul", "warning", "stroke")
USUAL: dict[str, tuple[str, ...]] = {
    "foul": ("134", "129", "131", "132", "122b", "126a", "9a", "body"),
    "warning": ("129", "37a", "33", "131", "132", "14a", "3a", "3c"),
    "stroke": ("33", "37a", "130a", "130b", "32", "134", "3a", "3c", "10a", "10b", "style", "body", "striker"),
}
"""What umpires see most, by the number of the law or the local rule."""
_PLAIN = ("time-over",)
_ANYWAY = ("time-over-anyway",)
_FORETOLD = ("unnoticed",)
_OF_PAIRS = ("90", "131")
"""What nobody can do who has no partner."""
_NOBODYS = ("60c", "82b", "83")
"""Oversights that need no name: the match knows whose they are."""

CHOICES: dict[str, Callable[[Match], Iterable[Choice]]] = {
    "called": _just(Choice(acts.Called())),
    "reported": _for_parties(acts.Reported),
    "ready": _for_parties(acts.Ready),
    "toss": _toss,
    "sit": _sit,
    "trial": lambda match: (
        *_for_parties(acts.Trial, "begins")(match),
        *_for_parties(lambda party: acts.Trial(party, True), "is-over")(match),
    ),
    "play": _just(Choice(acts.Play())),
    "striker-up": _just(Choice(acts.StrikerUp())),
    "place-called": _just(Choice(acts.PlaceCalled())),
    "fell": _fell,
    "place": _place,
    "forgo": _forgo,
    "no-room": _just(Choice(acts.NoRoom())),
    "umpire-places": _umpire_places,
    "pass": _just(Choice(acts.Pass())),
    "foul": _fouls,
    "warning": _by_laws_and_players("warning", acts.Warned),
    "stroke": _by_laws("stroke", lambda law: (Choice(acts.StrokeMade(proper=False, law=law)),)),
    "talk": _for_players(acts.Talk),
    "timeout": _timeout,
    "removed": _removed,
    "appeal": _for_players(acts.Appeal),
    "stop": _just(Choice(acts.Stop(""), "stop", needs="reason")),
    "unnoticed": _unnoticed,
    "noticed": _just(Choice(acts.Noticed())),
    "replay": _by_laws("replay", lambda law: (Choice(acts.ReplayBoard(law)),)),
    "demand": _demand,
    "lose-board": _by_laws(
        "lose-board", lambda law: (Choice(acts.LoseBoard(party, law), who=party) for party in PARTIES)
    ),
    "lose-match": _by_laws(
        "lose-match", lambda law: (Choice(acts.LoseMatch(party, law), who=party) for party in PARTIES)
    ),
    "concede": _concede,
    "time-up": _just(
        Choice(acts.TimeUp(), "time-up"),
        Choice(acts.TimeUp(), "time-up-anyway", needs="reason"),
    ),
    "change-sides": _just(Choice(acts.ChangeSides())),
    "interval": _just(Choice(acts.Interval(), "rest-begins"), Choice(acts.Interval(over=True), "rest-over")),
    "protest": lambda match: (Choice(acts.Protest(party, ""), who=party, needs="text") for party in PARTIES),
    "protest-written": _protest_written,
    "protest-decided": _protest_decided,
    "remark": _just(
        Choice(acts.Remark(rim=True), "on-its-rim"),
        Choice(acts.Remark(overlap=True), "overlapping"),
        Choice(acts.Remark(), "remark", needs="text"),
    ),
    "striker-checked": _for_players(acts.StrikerChecked),
    "powder": _just(Choice(acts.Powder())),
    "board-changed": _just(Choice(acts.BoardChanged())),
    "sign": _sign,
}
"""Every kind but boards kept by their results, which are filled in (`forms`), as strokes are but for what was improper;
a noted position, for which there is no board on a pad; and corrections."""
