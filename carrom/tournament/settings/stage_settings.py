"""Settings of stages: the draw, the standings and withdrawals."""

import re
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any, get_args

from carrom.base.codec import decode, encode
from carrom.base.errors import CarromError
from carrom.laws import RULEBOOKS, rulebook
from carrom.tournament.formats import StageFormat
from carrom.tournament.model.definition import CompetitionId, Definition, Stage
from carrom.tournament.settings.setting import (
    YES_OR_NO,
    Frozen,
    Setting,
    flag_text,
    read_count,
    read_flag,
    read_positive,
    read_value,
    stages_at,
)
from carrom.tournament.tables.policy import CRITERIA, POLICIES, Policy, Scope, plain_number, read_policy
from carrom.tournament.tables.withdrawals import WithdrawalRule


def _setting(
    name: str,
    help: str,
    sample: str,
    frozen: Frozen,
    *,
    put: Callable[[Stage, str], Stage],
    shown: Callable[[Stage], str],
    fits: Callable[[Stage], bool],
    is_shown: Callable[[Stage], bool] = lambda stage: True,
    question: str = "",
    choices: tuple[str, ...] = (),
) -> Setting:
    def put_all(definition: Definition, where: str, text: str) -> Definition:
        for event_id, stage_id in stages_at(definition, where, fits, f"{name} to set"):
            event = definition.event(CompetitionId(event_id))
            stage = read_value(name, where, text, partial(put, event.stage(stage_id)))
            definition = definition.with_event(event.with_stage(stage))
        return definition

    def fitting(definition: Definition) -> list[tuple[str, Stage]]:
        found = [(f"{event.id}/{stage.id}", stage) for event in definition.events for stage in event.stages]
        return [(where, stage) for where, stage in found if fits(stage)]

    def rows(definition: Definition) -> list[tuple[str, str]]:
        return [(where, shown(stage)) for where, stage in fitting(definition) if is_shown(stage)]

    def more(definition: Definition) -> list[str]:
        return [where for where, stage in fitting(definition) if not is_shown(stage)]

    return Setting(
        name=name,
        level="stage",
        help=help,
        sample=sample,
        frozen=frozen,
        put=put_all,
        rows=rows,
        question=question,
        choices=choices,
        more=more,
    )


def _reads(field: str) -> Callable[[Stage], bool]:
    def fits(stage: Stage) -> bool:
        form: StageFormat = stage.form
        return field in form.reads

    return fits


def _has_table(stage: Stage) -> bool:
    return stage.policy is not None


def _policy_of(stage: Stage) -> Policy:
    if stage.policy is None:
        raise CarromError("no-table", f"{stage.id} has no table")
    return stage.policy


def _put_order(stage: Stage, text: str) -> Stage:
    if text in POLICIES:
        return replace(stage, policy=POLICIES[text])
    value: dict[str, Any] = _policy_of(stage).json()
    wanted = [word.strip().lower().replace("-", "_") for word in text.split(",")]
    unknown = next((word for word in wanted if word not in CRITERIA), None)
    if unknown is not None:
        raise CarromError(
            "unknown-criterion",
            f"{unknown!r} decides nothing: there are {', '.join(CRITERIA)}, or {', '.join(POLICIES)} whole",
        )
    return replace(stage, policy=read_policy({**value, "order": wanted}))


def _number(text: str) -> int | float:
    if not re.fullmatch(r"-?\d{1,4}(\.\d{1,3})?", text, re.ASCII):
        raise CarromError("not-a-number", f"a number of points is wanted, not {text!r}")
    return float(text) if "." in text else int(text)


def _put_points(key: str) -> Callable[[Stage, str], Stage]:
    def put(stage: Stage, text: str) -> Stage:
        value = _policy_of(stage).json()
        if key == "draw" and text.lower() in ("no", "none", ""):
            return replace(stage, policy=read_policy({name: one for name, one in value.items() if name != "draw"}))
        return replace(stage, policy=read_policy({**value, key: _number(text)}))

    return put


def _points_shown(key: str) -> Callable[[Stage], str]:
    def shown(stage: Stage) -> str:
        value = getattr(_policy_of(stage), key)
        return "no" if value is None else str(plain_number(value))

    return shown


def _put_in_policy(key: str, read: Callable[[str], object]) -> Callable[[Stage, str], Stage]:
    def put(stage: Stage, text: str) -> Stage:
        return replace(stage, policy=read_policy({**_policy_of(stage).json(), key: read(text)}))

    return put


def _read_scope(text: str) -> str:
    wanted = text.lower().replace("-", "_")
    if wanted not in get_args(Scope):
        raise CarromError("bad-value", f"{' or '.join(get_args(Scope))} is wanted, not {text!r}")
    return wanted


def _put_rulebook(stage: Stage, text: str) -> Stage:
    return replace(stage, rulebook=rulebook(text).id)


def _put_withdrawal(stage: Stage, text: str) -> Stage:
    found = decode(WithdrawalRule, text)
    if found.keep_from is not None and not 0 <= found.keep_from <= 1:
        raise CarromError("out-of-range", f"a share is between 0 and 1, such as 1/2, not {text}")
    return replace(stage, withdrawal=found)


def _put_apart(stage: Stage, text: str) -> Stage:
    if text.lower() == "no":
        return replace(stage, apart=None)
    if text.lower() == "club":
        return replace(stage, apart="club")
    if text.lower() == "community":
        return replace(stage, apart="community")
    raise CarromError("bad-value", f"club, community or no is wanted, not {text!r}")


STAGE_SETTINGS = (
    _setting(
        "rulebook",
        "the rulebook by which it is played",
        "icf",
        Frozen.BY_PUBLISHING,
        put=_put_rulebook,
        shown=lambda stage: stage.rulebook,
        fits=lambda stage: True,
        question="Rulebook",
        choices=tuple(RULEBOOKS),
    ),
    _setting(
        "groups",
        "how many groups there are",
        "16",
        Frozen.BY_A_DRAW,
        put=lambda stage, text: replace(stage, groups=read_positive(text), group_size=None),
        shown=lambda stage: str(stage.groups),
        fits=_reads("groups"),
        is_shown=lambda stage: stage.groups is not None,
        question="How many groups",
    ),
    _setting(
        "group-size",
        "how many are in a group at most, instead of how many groups there are",
        "4",
        Frozen.BY_A_DRAW,
        put=lambda stage, text: replace(stage, group_size=read_count(text, least=2), groups=None),
        shown=lambda stage: str(stage.group_size),
        fits=_reads("group_size"),
        is_shown=lambda stage: stage.groups is None,
        question="How many in a group",
    ),
    _setting(
        "advance",
        "how many of each group, or of the table, go on to the next stage",
        "2",
        Frozen.BY_A_DRAW,
        put=lambda stage, text: replace(stage, advance=read_positive(text)),
        shown=lambda stage: str(stage.advance),
        fits=lambda stage: stage.advance > 0,
        question="How many go on",
    ),
    _setting(
        "rounds",
        "how many rounds a Swiss system has",
        "7",
        Frozen.BY_A_RESULT,
        put=lambda stage, text: replace(stage, rounds=read_positive(text)),
        shown=lambda stage: str(stage.rounds),
        fits=_reads("rounds"),
        question="How many rounds",
    ),
    _setting(
        "third-place",
        "whether there is a match for third place",
        "yes",
        Frozen.BY_A_DRAW,
        put=lambda stage, text: replace(stage, third_place=read_flag(text)),
        shown=lambda stage: flag_text(stage.third_place),
        fits=_reads("third_place"),
        question="Match for the third place",
        choices=YES_OR_NO,
    ),
    _setting(
        "reset",
        "whether who comes unbeaten into the grand final and loses it plays it once more",
        "yes",
        Frozen.BY_A_DRAW,
        put=lambda stage, text: replace(stage, reset=read_flag(text)),
        shown=lambda stage: flag_text(stage.reset),
        fits=_reads("reset"),
        question="Second grand final if the first is lost unbeaten",
        choices=YES_OR_NO,
    ),
    _setting(
        "after-bye",
        "whether a plate beside a knock-out also takes those who had a bye and lose the first match after it",
        "yes",
        Frozen.BY_A_DRAW,
        put=lambda stage, text: replace(stage, after_bye=read_flag(text)),
        shown=lambda stage: flag_text(stage.after_bye),
        fits=_reads("after_bye"),
        choices=YES_OR_NO,
    ),
    _setting(
        "apart",
        "whose entries the draw keeps apart: those of a club, of a community, or no",
        "club",
        Frozen.BY_A_DRAW,
        put=_put_apart,
        shown=lambda stage: stage.apart or "no",
        fits=_reads("apart"),
        choices=("no", "club", "community"),
    ),
    _setting(
        "order",
        f"what decides places in a table, first things first: {', '.join(CRITERIA)}; or {', '.join(POLICIES)} whole",
        "points,net,shootout",
        Frozen.BY_A_RESULT,
        put=_put_order,
        shown=lambda stage: ",".join(_policy_of(stage).order),
        fits=_has_table,
        question="Order of tie-breaks",
    ),
    _setting(
        "win",
        "points for a match that is won",
        "2",
        Frozen.BY_A_RESULT,
        put=_put_points("win"),
        shown=_points_shown("win"),
        fits=_has_table,
    ),
    _setting(
        "draw",
        "points for a drawn match; no if every match has a winner",
        "1",
        Frozen.BY_A_RESULT,
        put=_put_points("draw"),
        shown=_points_shown("draw"),
        fits=_has_table,
    ),
    _setting(
        "loss",
        "points for a match that is lost",
        "0",
        Frozen.BY_A_RESULT,
        put=_put_points("loss"),
        shown=_points_shown("loss"),
        fits=_has_table,
    ),
    _setting(
        "scope",
        "whose matches net, scored and coins are counted over: all, or among_tied for those between who is level",
        "among_tied",
        Frozen.BY_A_RESULT,
        put=_put_in_policy("scope", _read_scope),
        shown=lambda stage: _policy_of(stage).scope,
        fits=_has_table,
        choices=get_args(Scope),
    ),
    _setting(
        "extra-counts",
        "whether the points of extra boards count in net and scored",
        "no",
        Frozen.BY_A_RESULT,
        put=_put_in_policy("extra_counts", read_flag),
        shown=lambda stage: flag_text(_policy_of(stage).extra_counts),
        fits=_has_table,
        choices=YES_OR_NO,
    ),
    _setting(
        "walkover-score",
        "points that a walk-over counts for in net and scored; 0 for none",
        "25",
        Frozen.BY_A_RESULT,
        put=_put_in_policy("walkover_score", read_count),
        shown=lambda stage: str(_policy_of(stage).walkover_score),
        fits=_has_table,
    ),
    _setting(
        "withdrawal",
        "from which share of their matches the results of those who leave a table stay; annul for never",
        "1/2",
        Frozen.BY_A_RESULT,
        put=_put_withdrawal,
        shown=lambda stage: str(encode(stage.withdrawal)),
        fits=_has_table,
    ),
)
