"""Settings with their help, and templates."""

from collections.abc import Iterable
from datetime import date

from carrom.server.desk.views.list_types import (
    BeginningShown,
    BeginningsShown,
    FormatShown,
    SetRow,
    SettingShown,
    SettingsShown,
)
from carrom.tournament.formats import FORMATS
from carrom.tournament.model.definition import Definition
from carrom.tournament.settings import COMMON_FORMATS, SETTINGS, SettingChange, new_tournament
from carrom.tournament.templates import TEMPLATES, tournament_template

_NO_EXAMPLES = ("NAME", "PLACE")


def settings_shown(definition: Definition, seq: int) -> SettingsShown:
    return SettingsShown(
        seq=seq,
        settings=[
            SettingShown(
                name=one.name,
                level=one.level,
                help=_sentence(one.help),
                sample="" if one.sample in _NO_EXAMPLES else one.sample,
                frozen=_sentence(one.frozen.value),
                question=one.question,
                is_place_needed=one.is_place_needed,
                choices=list(one.choices),
                more=one.more(definition),
                formats=_formats() if one.name == "format" else [],
                rows=[SetRow(where=where, value=value) for where, value in one.rows(definition)],
            )
            for one in SETTINGS.values()
        ],
    )


def _sentence(words: str) -> str:
    return f"{words[:1].upper()}{words[1:]}."


def beginnings_shown() -> BeginningsShown:
    templates = [(name, tournament_template(name, day=date.today())) for name in TEMPLATES]
    return BeginningsShown(
        templates=[
            BeginningShown(id=name, name=one.name, events=[event.name for event in one.events])
            for name, one in templates
        ],
        ways=list(COMMON_FORMATS),
        formats=_formats(),
    )


def _formats() -> list[FormatShown]:
    return [
        FormatShown(id=one.name, can_follow=one.can_follow, can_begin=not one.is_consolation)
        for one in FORMATS.values()
    ]


def beginning_settings(beginning: str, changes: Iterable[SettingChange] = ()) -> SettingsShown:
    return settings_shown(new_tournament(beginning, changes, day=date.today()), 0)
