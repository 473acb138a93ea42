"""teams, draw, publish, seats: who plays whom."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import ClassVar, Literal

from carrom.laws.rounds import THIRD_PLACE
from carrom.tournament.desk.acts.act import Asked, DeskAct, Telling, tells
from carrom.tournament.desk.meant import entry_named, event_id, stage_key
from carrom.tournament.desk.staging import draw_stage, publication, rule_seats
from carrom.tournament.desk.team_draw import draw_event_teams, not_balanced, team_figures
from carrom.tournament.draws.bracket import Bye
from carrom.tournament.log.facts import Drawn, TeamsDrawn
from carrom.tournament.log.people import count_text
from carrom.tournament.log.state import State


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawTeams(DeskAct):
    """Draw balanced teams out of the people, each with a line-up; again with a reason."""

    do: ClassVar[str] = "teams"
    event: str | None = None
    random: str | None = None

    def telling(self, asked: Asked) -> Telling:
        event = asked.state.event(event_id(asked.state, self.event))
        return tells(draw_event_teams(asked.state, event, random=self.random or "0"))

    def said(self, before: State, after: State, told: Telling) -> list[str]:
        (drawn,) = (body for body in told.bodies if isinstance(body, TeamsDrawn))
        teams = [f"{one.id}: {', '.join(before.people[who].name for who in one.members)}" for one in drawn.entries]
        figures = [f"{one.text}: {' / '.join(one.values)}" for one in team_figures(before, drawn.entries)]
        return [*teams, *figures, *not_balanced(before, drawn.entries)]

    def is_grave(self, state: State) -> bool:
        return bool(state.entries.get(event_id(state, self.event)))


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawStage(DeskAct):
    """Draw a stage, or the next round of a Swiss system; `again` the last one. `random` is the public seed."""

    do: ClassVar[str] = "draw"
    stage: str | None = None
    random: str | None = None
    again: bool = False

    def telling(self, asked: Asked) -> Telling:
        key = stage_key(asked.state, self.stage)
        return tells(draw_stage(asked.state, key, random=self.random, again=self.again))

    def said(self, before: State, after: State, told: Telling) -> list[str]:
        key = stage_key(before, self.stage)
        lines = []
        for drawn in told.bodies:
            assert isinstance(drawn, Drawn)
            groups = f" in {len(drawn.groups)} groups" if len(drawn.groups) > 1 else ""
            byes = sum(any(isinstance(slot, Bye) for slot in one.slots) for one in drawn.fixtures)
            and_byes = f" and {byes} byes" if byes > 1 else " and a bye" if byes else ""
            matches = count_text(len(drawn.fixtures) - byes, "match", "matches")
            lines.append(f"{before.title(key)}: {matches}{and_byes}{groups}")
            if before.stage(key).third_place and all(one.round != THIRD_PLACE for one in drawn.fixtures):
                lines.append(f"{before.title(key)}: nobody plays for the third place, since only two are in it")
        return lines

    def is_grave(self, state: State) -> bool:
        key = stage_key(state, self.stage)
        return self.again or (key in state.draws and not state.stage(key).form.in_rounds)


@dataclass(frozen=True, slots=True, kw_only=True)
class PublishDraw(DeskAct):
    """Publish a draw: from then on it never changes by itself."""

    do: ClassVar[str] = "publish"
    stage: str | None = None

    def telling(self, asked: Asked) -> Telling:
        return tells(publication(asked.state, stage_key(asked.state, self.stage)))

    def said(self, before: State, after: State, told: Telling) -> list[str]:
        return [f"The draw of {before.title(stage_key(before, self.stage))} is published"]

    def is_grave(self, state: State) -> bool:
        return stage_key(state, self.stage) in state.published


@dataclass(frozen=True, slots=True, kw_only=True)
class DecideSeats(DeskAct):
    """Rule on places of a published draw that the tables now fill otherwise: all stay, all change, or one by one."""

    do: ClassVar[str] = "seats"
    has_consequences: ClassVar[bool] = True
    stage: str | None = None
    others: Literal["keep", "change"] | None = None
    seats: Mapping[str, str] = field(default_factory=dict)

    def telling(self, asked: Asked) -> Telling:
        state = asked.state
        key = stage_key(state, self.stage, wanted="bracket")
        seats = {
            place.strip().upper(): entry_named(state, key.event, name.strip()) for place, name in self.seats.items()
        }
        return tells(rule_seats(state, key, seats, others=self.others))

    def said(self, before: State, after: State, told: Telling) -> list[str]:
        return [after.notices[-1].text]

    def is_grave(self, state: State) -> bool:
        return self.others != "keep" or bool(self.seats)
