"""Buttons for each kind of act: complete acts, or acts that lack only a text.

A choice has a law or a label (its row) and a player or party (its column).
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import Any

from carrom.base.codec import encode
from carrom.base.errors import Refused
from carrom.equipment import Kind, Piece, Seat
from carrom.laws.reasons import reasons_for
from carrom.laws.register import register
from carrom.match.log import acts
from carrom.match.log.acts import Act
from carrom.match.match import Match, apply
from carrom.match.parties import PARTIES, ByParty, Party, PlayerId, other
from carrom.match.rules.fouls import foul_refusal
from carrom.match.views.sentences import UmpireWord, umpire_words
from carrom.match.views.view import possible_acts

_MOST_FELL = 2
"""of one colour; more are tapped twice"""


@dataclass(frozen=True, slots=True)
class PadChoice:
    """One button. `needs`: field to be entered as text; `data`: names for its label."""

    act: Act
    label: str | None = None
    law: str | None = None
    who: str | None = None
    count: int | None = None
    needs: str | None = None
    data: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class ChoiceView:
    """One button for a page: `act` is sent, `title` names the law."""

    act: dict[str, Any]
    label: str | None
    law: str | None
    title: str | None
    """What umpires call an offence."""
    words: str
    """Words to search by: the law's text and synonyms."""
    is_usual: bool
    who: str | None
    count: int | None
    needs: str | None
    data: dict[str, str]
    said: tuple[UmpireWord, ...] = ()
    """Consequences, if the button alone does not explain them."""


@dataclass(frozen=True, slots=True)
class ActChoices:
    kind: str
    choices: tuple[ChoiceView, ...]


def act_choices(match: Match, kind: str, *, at: float | None = None) -> ActChoices:
    """Buttons for this kind of act at that time, if possible."""
    found = sorted(possible_choices(match, kind, at=at), key=_usual_rank)
    return ActChoices(
        kind,
        tuple(_choice_view(one, _consequences(match, one, at) if kind in _WITH_CONSEQUENCES else ()) for one in found),
    )


def _usual_rank(choice: PadChoice) -> int:
    usual, law = USUAL_LAWS.get(choice.act.kind, ()), (choice.law or "").rpartition(":")[2]
    return usual.index(law) if law in usual else len(usual)


def _consequences(match: Match, choice: PadChoice, at: float | None) -> tuple[UmpireWord, ...]:
    answer = apply(match, match.next_event(choice.act, at=at))
    words = () if isinstance(answer, Refused) else umpire_words(answer.match, "en")
    return tuple(word for word in words if word.text is None)


def law_title(law: str) -> str:
    """Rules of a custom rulebook have only their id."""
    entry = register().get(law)
    return law if entry is None else entry.title


def _choice_view(choice: PadChoice, consequences: tuple[UmpireWord, ...]) -> ChoiceView:
    act = {"kind": choice.act.kind, **encode(choice.act)}
    title, words, is_usual = None, "", False
    if choice.law is not None:
        entry = register().get(choice.law)
        is_offence = choice.act.kind in _OFFENCES and entry is not None and bool(entry.offence)
        title = entry.offence if is_offence and entry is not None else law_title(choice.law)
        words = "" if entry is None else f"{entry.title} {entry.text} {entry.also}"
        is_usual = _usual_rank(choice) < len(USUAL_LAWS.get(choice.act.kind, ()))
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
        consequences,
    )


def possible_choices(match: Match, kind: str, *, at: float | None = None) -> list[PadChoice]:
    make = CHOICES.get(kind)
    if make is None or kind not in possible_acts(match):
        return []
    found = list(make(match))
    if kind not in _UNTRIED:
        found = [choice for choice in found if _is_possible(match, choice, at)]
    if any(choice.label in _TIME_OVER for choice in found):
        # Once the record's clock has run out too, no reason is needed.
        return [choice for choice in found if choice.needs != "reason" or choice.label not in _TIME_OVER_ANYWAY]
    return found


def _is_possible(match: Match, choice: PadChoice, at: float | None) -> bool:
    act = choice.act if choice.needs is None else replace(choice.act, **{choice.needs: "…"})  # type: ignore[type-var]
    return not isinstance(apply(match, match.next_event(act, at=at)), Refused)


def players_at_table(match: Match) -> list[PlayerId]:
    return list(match.setup.everybody)


def _for_players(make: Callable[[PlayerId], Act], label: str | None = None) -> Callable[[Match], Iterator[PadChoice]]:
    def found(match: Match) -> Iterator[PadChoice]:
        for player in players_at_table(match):
            yield PadChoice(make(player), label, who=player.text())

    return found


def _for_parties(make: Callable[[Party], Act], label: str | None = None) -> Callable[[Match], Iterator[PadChoice]]:
    def found(match: Match) -> Iterator[PadChoice]:
        for party in PARTIES:
            yield PadChoice(make(party), label, who=party)

    return found


def _by_laws(kind: str, make: Callable[[str], Iterable[PadChoice]]) -> Callable[[Match], Iterator[PadChoice]]:
    def found(match: Match) -> Iterator[PadChoice]:
        for law in reasons_for(kind, match.setup.rulebook):
            for choice in make(law):
                yield replace(choice, law=law)

    return found


def _by_laws_and_players(kind: str, make: Callable[[PlayerId, str], Act]) -> Callable[[Match], Iterator[PadChoice]]:
    def found(match: Match) -> Iterator[PadChoice]:
        players = players_at_table(match)
        for law in reasons_for(kind, match.setup.rulebook):
            if law in _PAIRS_ONLY and not match.setup.is_doubles:
                continue
            yield from (PadChoice(make(player, law), law=law, who=player.text()) for player in players)

    return found


def _fouls(match: Match) -> Iterator[PadChoice]:
    for choice in _by_laws_and_players("foul", acts.Foul)(match):
        if foul_refusal(match.course, str(choice.law), match.setup) is None:
            yield choice


def _always(*found: PadChoice) -> Callable[[Match], Iterator[PadChoice]]:
    return lambda match: iter(found)


def _toss(match: Match) -> Iterator[PadChoice]:
    for party in PARTIES:
        for choice in ("break", "side"):
            for index in range(match.setup.players):
                breaker = PlayerId(party if choice == "break" else other(party), index)
                act = acts.Toss(party, "break" if choice == "break" else "side", index)
                label = f"toss-{choice}" if match.setup.players == 1 else f"toss-{choice}-by"
                yield PadChoice(act, label, who=party, data={"breaker": breaker.text()})


def _sit(match: Match) -> Iterator[PadChoice]:
    for seat in Seat:
        if not match.setup.is_doubles:
            yield PadChoice(acts.Sit(ByParty((seat,), (seat.opposite,))), "seat", data={"a1": "a1", "at": seat.value})
            continue
        for first in (seat.right, seat.left):
            pairs: ByParty[tuple[Seat, ...]] = ByParty((seat, seat.opposite), (first, first.opposite))
            yield PadChoice(
                acts.Sit(pairs), "seats", data={"a1": "a1", "at": seat.value, "b1": "b1", "then": first.value}
            )


def _fell(match: Match) -> Iterator[PadChoice]:
    kinds: tuple[Kind, ...] = ("white", "black")
    for kind in kinds:
        for count in range(1, _MOST_FELL + 1):
            yield PadChoice(acts.Fell((kind,) * count), kind, count=count)
    yield PadChoice(acts.Fell(("queen",)), "queen")
    yield PadChoice(acts.Fell(("white", "black")), "white-and-black")


def _place(match: Match) -> Iterator[PadChoice]:
    for entry in match.board.placing if match.board is not None else ():
        by = entry.by if _several_place(match) else None
        yield PadChoice(acts.Place(by=by), "placed-all", who=entry.by.text(), count=entry.count)
        for count in range(entry.count - 1, 0, -1):
            yield PadChoice(acts.Place(by=by, count=count), "placed-some", who=entry.by.text(), count=count)


def _forgo(match: Match) -> Iterator[PadChoice]:
    for entry in match.board.placing if match.board is not None else ():
        by = entry.by if _several_place(match) else None
        yield PadChoice(acts.Forgo(by), "forgone", who=entry.by.text(), count=entry.count)


def _several_place(match: Match) -> bool:
    return match.board is not None and len(match.board.placing) > 1


def _umpire_places(match: Match) -> Iterator[PadChoice]:
    waiting = match.board.to_centre if match.board is not None else ()
    if waiting:
        yield PadChoice(acts.UmpirePlaces((Piece(waiting[0], 0.0, 0.0),)), f"centre-{waiting[0]}")


def _timeout(match: Match) -> Iterator[PadChoice]:
    yield PadChoice(acts.Timeout(), "time-over")
    yield PadChoice(acts.Timeout(), "time-over-anyway", needs="reason")
    if match.board is not None and any(not entry.placed for entry in match.board.placing):
        yield PadChoice(acts.Timeout(begun=True), "time-over-begun")


def _removed(match: Match) -> Iterator[PadChoice]:
    late = match.board.late if match.board is not None else None
    for count in range(1, late.count + 1 if late is not None else 1):
        yield PadChoice(acts.Removed(count), "taken-off", count=count)


def _demand(match: Match) -> Iterator[PadChoice]:
    award = match.board.award if match.board is not None else None
    for points in range(award.demand + 1 if award is not None else 0):
        yield PadChoice(acts.Demand(points), "points", count=points, who=award.winner if award is not None else None)


def _unnoticed(match: Match) -> Iterator[PadChoice]:
    for law in reasons_for("unnoticed", match.setup.rulebook):
        if law in _NAMELESS:
            yield PadChoice(acts.Unnoticed(law), law=law)
            continue
        yield from (
            PadChoice(acts.Unnoticed(law, player), law=law, who=player.text()) for player in players_at_table(match)
        )


def _protest_written(match: Match) -> Iterator[PadChoice]:
    for case in match.course.protests:
        yield PadChoice(acts.ProtestWritten(case.number), "protest-number", count=case.number, who=case.party)


def _protest_decided(match: Match) -> Iterator[PadChoice]:
    for case in match.course.protests:
        for upheld, label in ((True, "upheld"), (False, "overruled")):
            act = acts.ProtestDecided(case.number, upheld)
            yield PadChoice(act, label, count=case.number, who=case.party)


def _concede(match: Match) -> Iterator[PadChoice]:
    for party in PARTIES:
        yield PadChoice(acts.Concede(party, "game"), "the-game", who=party)
        yield PadChoice(acts.Concede(party, "match"), "the-match", who=party)


def _sign(match: Match) -> Iterator[PadChoice]:
    signed = dict(match.course.signatures)
    if "loser" not in signed:
        lost = None if match.course.winner is None else other(match.course.winner)
        yield PadChoice(acts.Sign("loser"), "sign-loser", needs="name", who=lost)
    if "umpire" not in signed:
        yield PadChoice(acts.Sign("umpire"), "sign-umpire", needs="name")


_UNTRIED = ("foul", "warning", "stroke")
"""Not tried one by one: each is possible where its kind is, by the register."""
_OFFENCES = ("foul", "warning", "stroke")
USUAL_LAWS: dict[str, tuple[str, ...]] = {
    "foul": ("134", "129", "131", "132", "122b", "126a", "9a", "body"),
    "warning": ("129", "37a", "33", "131", "132", "14a", "3a", "3c"),
    "stroke": ("33", "37a", "130a", "130b", "32", "134", "3a", "3c", "10a", "10b", "style", "body", "striker"),
}
"""Most frequent, by the number of the law or local rule."""
_TIME_OVER = ("time-over",)
_TIME_OVER_ANYWAY = ("time-over-anyway",)
_WITH_CONSEQUENCES = ("unnoticed",)
_PAIRS_ONLY = ("90", "131")
_NAMELESS = ("60c", "82b", "83")

CHOICES: dict[str, Callable[[Match], Iterable[PadChoice]]] = {
    "called": _always(PadChoice(acts.Called())),
    "reported": _for_parties(acts.Reported),
    "ready": _for_parties(acts.Ready),
    "toss": _toss,
    "sit": _sit,
    "trial": lambda match: (
        *_for_parties(acts.Trial, "begins")(match),
        *_for_parties(lambda party: acts.Trial(party, True), "is-over")(match),
    ),
    "play": _always(PadChoice(acts.Play())),
    "striker-up": _always(PadChoice(acts.StrikerUp())),
    "place-called": _always(PadChoice(acts.PlaceCalled())),
    "fell": _fell,
    "place": _place,
    "forgo": _forgo,
    "no-room": _always(PadChoice(acts.NoRoom())),
    "umpire-places": _umpire_places,
    "pass": _always(PadChoice(acts.Pass())),
    "foul": _fouls,
    "warning": _by_laws_and_players("warning", acts.Warned),
    "stroke": _by_laws("stroke", lambda law: (PadChoice(acts.StrokeMade(proper=False, law=law)),)),
    "talk": _for_players(acts.Talk),
    "timeout": _timeout,
    "removed": _removed,
    "appeal": _for_players(acts.Appeal),
    "stop": _always(PadChoice(acts.Stop(""), "stop", needs="reason")),
    "unnoticed": _unnoticed,
    "noticed": _always(PadChoice(acts.Noticed())),
    "replay": _by_laws("replay", lambda law: (PadChoice(acts.ReplayBoard(law)),)),
    "demand": _demand,
    "lose-board": _by_laws(
        "lose-board", lambda law: (PadChoice(acts.LoseBoard(party, law), who=party) for party in PARTIES)
    ),
    "lose-match": _by_laws(
        "lose-match", lambda law: (PadChoice(acts.LoseMatch(party, law), who=party) for party in PARTIES)
    ),
    "concede": _concede,
    "time-up": _always(
        PadChoice(acts.TimeUp(), "time-up"),
        PadChoice(acts.TimeUp(), "time-up-anyway", needs="reason"),
    ),
    "change-sides": _always(PadChoice(acts.ChangeSides())),
    "interval": _always(PadChoice(acts.Interval(), "rest-begins"), PadChoice(acts.Interval(over=True), "rest-over")),
    "protest": lambda match: (PadChoice(acts.Protest(party, ""), who=party, needs="text") for party in PARTIES),
    "protest-written": _protest_written,
    "protest-decided": _protest_decided,
    "remark": _always(
        PadChoice(acts.Remark(rim=True), "on-its-rim"),
        PadChoice(acts.Remark(overlap=True), "overlapping"),
        PadChoice(acts.Remark(), "remark", needs="text"),
    ),
    "striker-checked": _for_players(acts.StrikerChecked),
    "powder": _always(PadChoice(acts.Powder())),
    "board-changed": _always(PadChoice(acts.BoardChanged())),
    "sign": _sign,
}
"""All kinds except forms, positions (a pad has no board to enter them) and corrections."""
