"""What is new between two states of a tournament, for who has a page of it open: small, and encoded once for all."""

from dataclasses import dataclass, field, replace

import msgspec

from carrom.server.public.pages import Pages
from carrom.server.public.values.lines import MatchLine
from carrom.server.public.values.shown import Shown, Tile
from carrom.tournament.draws.bracket import MatchId
from carrom.tournament.log.line_ups import who_plays

_MOST_TILES = 12
"""Tables whose fresh look is sent along; where more have changed, pages ask for themselves."""


@dataclass(frozen=True, slots=True, kw_only=True)
class News:
    """Scores that moved, tables that look otherwise, and everything that somebody may be looking at and that has
    changed: `event:S`, `person:asha`, `table:4`, `order`, `results`, `hall`, or `all`."""

    id: str
    seq: int
    scores: dict[str, tuple[str, str]] = field(default_factory=dict)
    tables: tuple[int, ...] = ()
    has_calls: bool = False
    has_results: bool = False
    touched: tuple[str, ...] = ()

    @property
    def is_empty(self) -> bool:
        """Whether nobody has to hear of it."""
        return not (self.scores or self.touched)

    def encoded(self, pages: Pages, language: str, *, is_chosen: bool) -> bytes:
        """As the stream carries it."""
        html = pages.fragments(
            language, self.tables, has_results=self.has_results, has_calls=self.has_calls, is_chosen=is_chosen
        )
        told = {"seq": self.seq, "scores": self.scores, "html": html, "touched": self.touched}
        body = msgspec.json.encode({key: value for key, value in told.items() if value or key == "seq"})
        return b"event: news\nid: %b\ndata: %b\n\n" % (self.id.encode(), body)


def news_between(old: Shown, new: Shown, id: str) -> News:
    """What somebody who has seen the old state has to hear."""
    if _frame(old) != _frame(new):
        return News(id=id, seq=new.seq, touched=("all",))
    scores: dict[str, tuple[str, str]] = {}
    touched: dict[str, None] = {}
    before = {line.match: line for line in old.lines}
    for line in new.lines:
        known = before.pop(line.match, None)
        if known == line:
            continue
        if known is not None and known.stand == line.stand == "playing" and _unscored(known) == _unscored(line):
            scores[line.match] = (line.sides[0].points, line.sides[1].points)
            continue
        touched |= dict.fromkeys(_concerned(new, line.match))
        if known is not None:
            touched |= dict.fromkeys(_concerned(old, line.match))
    for match in before:
        touched |= dict.fromkeys(_concerned(old, match))
    tables = _changed_tables(old, new)
    has_results = _unscored_lines(old.latest[:6]) != _unscored_lines(new.latest[:6])
    has_calls = old.called != new.called
    if old.planned != new.planned:
        touched["order"] = None
    if has_results:
        touched["results"] = None
    touched |= dict.fromkeys(f"table:{table}" for table in tables)
    if len(tables) > _MOST_TILES:
        touched["hall"] = None
        tables = ()
    return News(
        id=id,
        seq=new.seq,
        scores=scores,
        tables=tables,
        has_calls=has_calls,
        has_results=has_results,
        touched=tuple(touched),
    )


def _frame(shown: Shown) -> tuple[object, ...]:
    """What every page hangs on."""
    state = shown.view.state
    return state.definition, state.people, state.entries, state.draws, shown.withheld


def _concerned(shown: Shown, match: MatchId) -> list[str]:
    """The pages of an event and of the people who play a match."""
    record = shown.view.state.matches[match]
    entries = [entry for entry in shown.view.sides(match) if entry is not None]
    people = [one for entry in entries for one in who_plays(shown.view.state, record, entry)]
    return [f"event:{record.key.event}", *(f"person:{one}" for one in people)]


def _changed_tables(old: Shown, new: Shown) -> tuple[int, ...]:
    before = _by_table(old)
    after = _by_table(new)
    return tuple(table for table in after if before.get(table) != after[table])


def _by_table(shown: Shown) -> dict[int, list[Tile]]:
    found: dict[int, list[Tile]] = {}
    for tile in shown.tiles:
        # The score is told by itself, and the expected end is on no page.
        bare = replace(tile, line=None if tile.line is None else _unscored(tile.line), until=None)
        found.setdefault(tile.table, []).append(bare)
    return found


def _unscored_lines(lines: tuple[MatchLine, ...]) -> list[MatchLine]:
    return [line if line.stand != "playing" else _unscored(line) for line in lines]


def _unscored(line: MatchLine) -> MatchLine:
    if line.stand != "playing":
        return line
    first, second = (replace(side, points="") for side in line.sides)
    return replace(line, sides=(first, second))
