"""A tournament that began elsewhere and is uploaded to the desk as a file, through the page."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, datetime, timedelta

from playwright.sync_api import Page

from carrom.base.errors import Refused
from carrom.server.desk.desks import first_event
from carrom.tournament.desk.acts import ActContext, DeskAct, carry_out
from carrom.tournament.desk.acts.result_acts import GiveResult
from carrom.tournament.desk.acts.setup_acts import DrawStage, ImportEntries
from carrom.tournament.log.file import tournament_text
from carrom.tournament.log.transitions import apply_event
from carrom.tournament.model.definition import Definition
from carrom.tournament.model.events import EventBody, TournamentCreated, TournamentEvent
from carrom.tournament.model.state import State
from carrom.tournament.seating.now import TournamentNow
from carrom.tournament.settings import SettingChange, new_tournament

ICF = {"rulebook": "icf", "games": "1", "boards": "8", "order": "vkk", "groups": "1"}


class TournamentFile:
    """The log of a tournament, written by the acts of the desk from some time ago until now."""

    def __init__(self, definition: Definition, *, ago: int = 120) -> None:
        self.clock = datetime.now().replace(microsecond=0) - timedelta(minutes=ago)
        self.facts: list[TournamentEvent] = []
        self.state = State()
        self._put([first_event(TournamentCreated(definition=definition), "desk")])

    @property
    def view(self) -> TournamentNow:
        return TournamentNow(self.state)

    def _put(self, facts: Sequence[TournamentEvent]) -> None:
        for fact in facts:
            step = apply_event(self.state, fact)
            assert not isinstance(step, Refused), step
            self.state = step.state
            self.facts.append(fact)

    def do(self, act: DeskAct, *, ago: int | None = None, by: str = "desk", reason: str = "tried") -> None:
        """Do an act so many minutes ago, by default a second after the act before it."""
        now = datetime.now().replace(microsecond=0)
        self.clock = self.clock + timedelta(seconds=1) if ago is None else now - timedelta(minutes=ago)
        done = carry_out(act, ActContext(state=self.state, facts=self.facts, at=self.clock, by=by, reason=reason))
        assert not isinstance(done, Refused), done
        self.facts += done.facts
        self.state = done.state

    def match(self, a: str, b: str) -> tuple[str, bool]:
        """Return the match of two players, and whether the draw lists them the other way round."""
        for match in self.state.matches:
            if set(self.view.sides(match)) == {a, b}:
                return match, self.view.sides(match) != (a, b)
        raise AssertionError(f"{a} and {b} do not meet")

    def line(self, result: str) -> str:
        """Turn `P-Q 18-18x10-0` into the line that the desk types, in the order of the draw."""
        pair, score = result.split()
        match, is_turned = self.match(*pair.split("-"))
        parts = [one.split("-")[::-1] if is_turned else one.split("-") for one in score.split("x")]
        return f"{match} {'x'.join('-'.join(one) for one in parts)}"

    def give(self, *results: str) -> None:
        for one in results:
            match, *words = self.line(one).split()
            self.do(GiveResult(match=match, words=tuple(words)))

    def upload(self, page: Page, address: str) -> None:
        page.goto(f"{address}/desk")
        raw = tournament_text(self.facts).encode()
        file = {"name": "cup.tournament", "mimeType": "text/plain", "buffer": raw}
        page.locator("#from-file input").set_input_files(file)  # type: ignore[arg-type]
        page.wait_for_url("**/evening")


def group(names: str, title: str, **settings: str) -> TournamentFile:
    """Draw these players in one group whose first two play a final."""
    wanted = {**ICF, "name": title, "start": "00:00", **settings}  # matches can be called at any hour
    cup = TournamentFile(
        new_tournament(
            "groups+knockout", [SettingChange(name, value) for name, value in wanted.items()], day=date.today()
        )
    )
    cup.do(ImportEntries(text="name\n" + "\n".join(names.split())))
    cup.do(DrawStage(stage="S/groups"))
    cup.do(DrawStage(stage="S/knockout"))
    return cup


__all__ = ["ICF", "EventBody", "TournamentFile", "group"]
