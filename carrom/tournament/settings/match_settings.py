"""Settings of match length: games, boards, target and minutes, by stage or round."""

import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from carrom.base.errors import CarromError
from carrom.laws import Rulebook
from carrom.laws.rounds import ROUNDS, THIRD_PLACE, check_round
from carrom.tournament.formats import FORMATS
from carrom.tournament.model.definition import Definition, Overrides, Stage
from carrom.tournament.settings.setting import (
    Frozen,
    Setting,
    read_count,
    read_limit,
    read_value,
    rounds_at,
    setting_error,
)

_DEFAULT = "default"


def _setting(
    name: str,
    help: str,
    sample: str,
    *,
    read: Callable[[str], dict[str, Any]],
    shown: Callable[[Rulebook], str],
    question: str = "",
) -> Setting:
    def put(definition: Definition, where: str, text: str) -> Definition:
        stages, place = rounds_at(definition, where)
        rounds = read_value(name, where, place, _read_rounds)
        value = read_value(name, where, text, lambda one: _read_override(name, read, one, is_round=bool(rounds)))
        fitting = [(event, stage) for event, stage in stages if _fits(stage, rounds)]
        if not fitting:
            raise setting_error("unknown-round", name, where, "no stage has that round")
        for event_id, stage in fitting:
            event = definition.event(event_id)
            definition = definition.with_event(event.with_stage(_with_override(event.stage(stage.id), rounds, value)))
        return definition

    def rows(definition: Definition) -> list[tuple[str, str]]:
        found = []
        for event in definition.events:
            for stage in event.stages:
                found.append((f"{event.id}/{stage.id}", shown(stage.book)))
                for round, more in stage.by_round.items():
                    if getattr(more, name) is not None:
                        found.append((f"{event.id}/{stage.id}/{round}", shown(stage.book_in(round))))
        return found

    def more(definition: Definition) -> list[str]:
        taken = {where for where, _ in rows(definition)}
        places = [
            f"{event.id}/{stage.id}/{round}"
            for event in definition.events
            for stage in event.stages
            for round in settable_rounds(stage)
        ]
        return [where for where in places if where not in taken]

    return Setting(
        name=name,
        level="round",
        help=help,
        sample=sample,
        frozen=Frozen.BY_PUBLISHING,
        put=put,
        rows=rows,
        question=question,
        more=more,
    )


def settable_rounds(stage: Stage) -> list[str]:
    if stage.form.shape == "tables":
        return []
    if stage.form.round_prefixes:
        return [f"{prefix}final" for prefix in stage.form.round_prefixes]
    late = ["semi-final", "quarter-final", "pre-quarter-final"]
    third = [THIRD_PLACE] if stage.third_place else []
    return ["final", *third, *late, *(f"{one}+" for one in late)]


def _read_rounds(place: str) -> tuple[str, ...]:
    """Read `final`, or `semi-final+` for that round and later ones."""
    if not place:
        return ()
    name = check_round(place.removesuffix("+"))
    if not place.endswith("+"):
        if not _is_known(name):
            raise CarromError("unknown-place", f"{name!r} is no event, stage or round; rounds are {', '.join(ROUNDS)}")
        return (name,)
    if name not in ROUNDS[1:]:
        raise CarromError(
            "unknown-round", f"{place!r}: what comes after it is not known; a round such as semi-final+ is wanted"
        )
    return ROUNDS[ROUNDS.index(name) :]


def _is_known(name: str) -> bool:
    own = tuple(prefix for format in FORMATS.values() for prefix in format.round_prefixes)
    return name in ROUNDS or name.startswith(own) or re.fullmatch(r"round-of-\d+", name) is not None


def _known_round(text: str) -> str:
    if text == "always":
        return text
    name = check_round(text)
    if not _is_known(name):
        raise CarromError("unknown-round", f"{text!r} is no round that a draw can have: they are {', '.join(ROUNDS)}")
    return name


def _fits(stage: Stage, rounds: tuple[str, ...]) -> bool:
    if not rounds or stage.form.shape == "tables":
        return not rounds or rounds == ("group",)
    if stage.form.round_prefixes:
        return rounds[0].startswith(stage.form.round_prefixes)
    return rounds[0] in ROUNDS[1:] or rounds[0].startswith("round-of-")


def _read_override(name: str, read: Callable[[str], dict[str, Any]], text: str, *, is_round: bool) -> dict[str, Any]:
    if text.lower() == _DEFAULT:
        return {name: None} if is_round or name != "boards" else {"boards": None, "boards_until": None}
    found = read(text)
    if is_round and "boards_until" in found:
        if found["boards_until"] != "always":
            raise CarromError("bad-boards-limit", "a round has a limit of its own, not one until another round")
        del found["boards_until"]
    return found


def _with_override(stage: Stage, rounds: tuple[str, ...], value: dict[str, Any]) -> Stage:
    if not rounds or stage.form.shape == "tables":  # a table has one round
        value = {"boards_until": "always", **value} if value.get("boards") is not None else value
        return replace(stage, overrides=_without_defaults(stage, replace(stage.overrides, **value)))
    changed = dict(stage.by_round)
    for round in rounds:
        changed[round] = replace(changed.get(round, Overrides()), **value)
    return replace(stage, by_round={round: more for round, more in changed.items() if more != Overrides()})


def _without_defaults(stage: Stage, wanted: Overrides) -> Overrides:
    plain = replace(stage, overrides=Overrides(), by_round={}).book if not wanted.is_whole else None
    if plain is None:
        return wanted
    same = {
        name: None
        for name, own in (("games", plain.games), ("target", plain.target or 0), ("minutes", plain.minutes or 0))
        if getattr(wanted, name) == own
    }
    if (wanted.boards, wanted.boards_until) == (plain.boards or 0, plain.boards_limit_until):
        same |= {"boards": None, "boards_until": None}
    return replace(wanted, **same)


def _read_games(text: str) -> dict[str, Any]:
    games = read_count(text, least=1)
    if games % 2 == 0:
        raise CarromError("games-even", f"a match is the best of an odd number of games, not of {games}")
    return {"games": games}


def _read_boards(text: str) -> dict[str, Any]:
    """Read `8`, `no`, or `8 until pre-quarter-final`."""
    boards, _, until = text.partition(" until ")
    return {
        "boards": read_limit(boards.strip()) or 0,
        "boards_until": _known_round(until.strip()) if until else "always",
    }


def _boards_shown(book: Rulebook) -> str:
    if book.boards is None:
        return "no"
    until = book.boards_limit_until
    return str(book.boards) if until == "always" else f"{book.boards} until {until}"


MATCH_SETTINGS = (
    _setting(
        "games",
        "a match is the best of so many games",
        "3",
        read=_read_games,
        shown=lambda book: str(book.games),
        question="Best of how many games",
    ),
    _setting(
        "boards",
        "a game ends after so many boards; also 8 until pre-quarter-final; no for no limit",
        "8",
        read=_read_boards,
        shown=_boards_shown,
        question="Boards in a game",
    ),
    _setting(
        "target",
        "a game ends at so many points; no for no limit",
        "25",
        read=lambda text: {"target": read_limit(text) or 0},
        shown=lambda book: "no" if book.target is None else str(book.target),
        question="Points in a game",
    ),
    _setting(
        "minutes",
        "a game ends after so many minutes; no for no limit",
        "30",
        read=lambda text: {"minutes": read_limit(text) or 0},
        shown=lambda book: "no" if book.minutes is None else str(book.minutes),
        question="Minutes for a game",
    ),
)
