"""Public HTML pages by path; None if missing."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby
from typing import Any
from urllib.parse import quote

from markupsafe import Markup

from carrom.base.errors import CarromError
from carrom.laws.sentences import LANGUAGES
from carrom.render.ink.qr import qr_svg
from carrom.server.public.events import EventValues, event_values, stage_rules
from carrom.server.public.hall_screen import hall_scenes
from carrom.server.public.matches import PublicMatch
from carrom.server.public.people import ListedPlayer, find_players, list_players, person_page
from carrom.server.public.rendering import printable_name, render
from carrom.server.public.tournament import OrderRow, PublicTournament
from carrom.server.public.words import PublicWords, words_of
from carrom.tournament.model.state import StageKey

_SHORT = 150
"""Matches on an event's page; more get pages per round."""
_PART = 120
"""Rows per page of a long list."""


@dataclass(frozen=True, slots=True)
class PageRequest:
    """A page to render; `path` is below the tournament's."""

    path: str
    language: str
    is_language_chosen: bool = False
    look: str = ""
    typed: str = ""
    site: str = ""


class Pages:
    """Pages of one state in all languages."""

    def __init__(self, shown: PublicTournament) -> None:
        self.shown = shown
        self._events: dict[tuple[str, str], EventValues] = {}

    @cached_property
    def names(self) -> tuple[ListedPlayer, ...]:
        return list_players(self.shown)

    @cached_property
    def _by_id(self) -> dict[str, ListedPlayer]:
        return {one.id: one for one in self.names}

    def person(self, id: str) -> ListedPlayer | None:
        return self._by_id.get(id)

    def html(self, request: PageRequest) -> str | None:
        """Render the page of a path such as `/order/2`; None if missing."""
        head, *rest = request.path.removeprefix("/").split("/")
        make: Callable[[PageRequest, list[str]], str | None] | None = {
            "": self._home,
            "people": self._people,
            "p": self._person,
            "order": self._order,
            "results": self._results,
            "e": self._event,
            "rules": self._rules,
        }.get(head)
        return None if make is None else make(request, rest)

    def hall(self, request: PageRequest) -> str:
        words = words_of(request.language)
        events = [self._values(event.id, words) for event in self.shown.events]
        look = request.look if request.look == "light" else "dark"
        address = f"{request.site}/t/{quote(self.shown.tournament)}" if request.site else ""
        return self._render(
            "hall.html",
            request,
            scenes=hall_scenes(self.shown, events),
            look=look,
            address=address,
            code=_qr_code(address),
        )

    def overlay(self, request: PageRequest, table: int) -> str | None:
        if not 1 <= table <= self.shown.announced.hall.tables:
            return None
        return self._render("overlay.html", request, table=table, line=self.shown.current_or_last_match(table))

    def fragments(
        self, language: str, tables: Sequence[int], *, has_results: bool, has_calls: bool, is_chosen: bool
    ) -> dict[str, str]:
        """Render parts of the home page, by element id."""
        request = PageRequest("", language, is_chosen)
        found = {}
        for tile in self.shown.tiles:
            if tile.table in tables:
                found[f"t-{tile.table}"] = self._render("tile.html", request, one=tile)
        if has_calls:
            found["called"] = f'<section id="called">{self._render("called.html", request)}</section>'
        if has_results:
            found["latest"] = f'<section id="latest">{self._render("latest.html", request)}</section>'
        return found

    # --- pages --------------------------------------------------------------------------------------------------------

    def _home(self, request: PageRequest, rest: list[str]) -> str | None:
        return None if rest else self._render("home.html", request, page="home", watch="hall")

    def _people(self, request: PageRequest, rest: list[str]) -> str | None:
        if rest:
            return None
        typed = printable_name(request.typed)
        found = find_players(self.names, typed)
        return self._render(
            "people.html", request, page="people", watch="", typed=typed, found=found, everybody=self.names
        )

    def _person(self, request: PageRequest, rest: list[str]) -> str | None:
        person = self.person("/".join(rest))
        if person is None:
            return None
        mine = person_page(self.shown, person)
        return self._render("person.html", request, page="people", watch=f"person:{person.id}", mine=mine)

    def _order(self, request: PageRequest, rest: list[str]) -> str | None:
        part = _page_number(rest, self.shown.order)
        if part is None:
            return None
        rows: list[OrderRow] = list(self.shown.order[(part - 1) * _PART : part * _PART])
        grouped = [
            (key, list(own)) for key, own in groupby(rows, lambda row: (row.day, "" if row.is_on else _clock(row)))
        ]
        return self._render(
            "order.html", request, page="order", watch="order", rows=grouped, part=part,
            parts_count=_count_pages(self.shown.order),
        )  # fmt: skip

    def _results(self, request: PageRequest, rest: list[str]) -> str | None:
        part = _page_number(rest, self.shown.latest)
        if part is None:
            return None
        lines: Sequence[PublicMatch] = self.shown.latest[(part - 1) * _PART : part * _PART]
        return self._render(
            "results.html", request, page="results", watch="results", lines=lines, part=part,
            parts_count=_count_pages(self.shown.latest),
        )  # fmt: skip

    def _event(self, request: PageRequest, rest: list[str]) -> str | None:
        event = next((one for one in self.shown.events if rest and one.id == rest[0]), None)
        if event is None or len(rest) not in (1, 3):
            return None
        values = self._values(event.id, words_of(request.language))
        page, watch = f"event-{event.id}", f"event:{event.id}"
        if len(rest) == 1:
            matches = sum(len(lines) for stage in values.stages for _, lines in stage.rounds)
            return self._render(
                "event.html", request, page=page, watch=watch, values=values, is_short=matches <= _SHORT
            )
        stage = next((one for one in values.stages if one.key.stage == rest[1]), None)
        number = _number(rest[2], 0 if stage is None else len(stage.rounds))
        if stage is None or number is None:
            return None
        label, lines = stage.rounds[number - 1]
        return self._render("round.html", request, page=page, watch=watch, event=event, label=label, lines=lines)

    def _rules(self, request: PageRequest, rest: list[str]) -> str | None:
        if rest:
            return None
        state = self.shown.view.state
        rulebooks = []
        for event in self.shown.events:
            stages = []
            for stage in event.stages:
                rounds = [one.fixture.round for one in state.in_stage(StageKey(event.id, stage.id))]
                stages.append((stage, stage_rules(stage, rounds or ["group"])))
            rulebooks.append((event, stages))
        return self._render("rules.html", request, page="rules", watch="rules", rulebooks=rulebooks)

    # --- rendering ----------------------------------------------------------------------------------------------------

    def _values(self, event: str, words: PublicWords) -> EventValues:
        if (event, words.code) not in self._events:
            self._events[event, words.code] = event_values(self.shown, self.shown.view.state.event(event), words.why)
        return self._events[event, words.code]

    def _render(self, template: str, request: PageRequest, **values: Any) -> str:
        base = f"/t/{quote(self.shown.tournament)}"
        language = f"?lang={request.language}" if request.is_language_chosen else ""

        def link(path: str, *, plain: bool = False) -> str:
            return f"{base}{path}{'' if plain else language}"

        def here(code: str) -> str:
            return f"{base}{quote(request.path)}?lang={code}"

        return render(
            template,
            shown=self.shown,
            words=words_of(request.language),
            is_language_chosen=request.is_language_chosen,
            languages=[(code, words_of(code).language) for code in LANGUAGES],
            link=link,
            here=here,
            **values,
        )


def _qr_code(address: str) -> Markup | None:
    try:
        return Markup(qr_svg(address)) if address else None
    except CarromError:
        return None


def _clock(row: OrderRow) -> str:
    return f"{row.begins:%H:%M}"


def _count_pages(rows: Sequence[object]) -> int:
    return max(1, -(-len(rows) // _PART))


def _page_number(rest: list[str], rows: Sequence[object]) -> int | None:
    """Read a page number: 1 by default, None if missing."""
    if not rest:
        return 1
    return None if len(rest) > 1 else _number(rest[0], _count_pages(rows))


def _number(text: str, most: int) -> int | None:
    """Read a number in our own spelling only, so that pages have one URL."""
    return next((number for number in range(1, most + 1) if str(number) == text), None)
