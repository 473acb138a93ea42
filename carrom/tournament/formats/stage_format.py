"""Interface of a stage format: how it is drawn, when it is complete, and how it is shown."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Annotated, Any, Literal, Protocol

from carrom.base.codec import Name, ReadBy, mapping_without_nulls, reader_for
from carrom.tournament.draws.bracket import Draw, Fixture, LoserOf, MatchId, Slot, WinnerOf
from carrom.tournament.draws.draw_json import rounds_json

Shape = Literal["tree", "tables"]


class StageSettings(Protocol):
    @property
    def groups(self) -> int | None: ...
    @property
    def group_size(self) -> int | None: ...
    @property
    def rounds(self) -> int | None: ...
    @property
    def third_place(self) -> bool: ...
    @property
    def reset(self) -> bool: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class ToDraw:
    """Everything a draw may depend on. `names` are the entries, the first `seeds` of them seeded."""

    stage: StageSettings
    title: str
    names: Sequence[str] = ()
    seeds: int = 0
    random: int | str | None = None
    apart: Mapping[str, str] = field(default_factory=dict)
    rubbers: Sequence[str] = ()
    places: tuple[int, int] | None = None
    """Number of groups before this stage, and how many of each advance."""
    sizes: Sequence[int] = ()
    """Their sizes."""
    beaten: Sequence[MatchId] | None = None
    """Plate beside a knockout: its matches that are the first for both sides."""
    beaten_after_bye: Sequence[MatchId] = ()
    """Matches that are the first for one side after a bye, if the plate takes such losers."""
    drawn: int = 0
    """Rounds drawn before, if drawn round by round; the fields below are their outcome."""
    ranking: Sequence[str] = ()
    """Remaining entries in table order."""
    standing: Mapping[str, int] = field(default_factory=dict)
    """Their places; entries that share one are ordered by lot."""
    points: Mapping[str, float] = field(default_factory=dict)
    met: Sequence[tuple[str, str]] = ()
    byes: Sequence[str] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Drawing:
    """Matches, numbered from M1, and the groups of their tables."""

    fixtures: tuple[Fixture, ...]
    groups: tuple[tuple[str, ...], ...] = ()

    def numbered(self, numbers: Iterable[MatchId]) -> tuple[Fixture, ...]:
        new = dict(zip((one.id for one in self.fixtures), numbers, strict=False))
        return tuple(replace(one, id=new[one.id], slots=renumbered(one.slots, new)) for one in self.fixtures)


class DrawLine(Protocol):
    """Line of `carrom draw` for one format."""

    def answer(self, draw: Callable[[ToDraw], Drawing]) -> dict[str, Any]: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class EntriesLine:
    """Line with entries only; other formats add fields."""

    format: str
    entries: tuple[Name, ...]
    random: int | None = None

    def wanted(self) -> ToDraw:
        return ToDraw(stage=LineSettings(), title="the draw", names=self.entries, random=self.random)

    def answer(self, draw: Callable[[ToDraw], Drawing]) -> dict[str, Any]:
        return {"rounds": rounds_json(draw(self.wanted()).fixtures)}


@dataclass(frozen=True, slots=True, kw_only=True)
class LineSettings:
    groups: int | None = None
    group_size: int | None = None
    rounds: int | None = None
    third_place: bool = False
    reset: bool = True


Apart = Annotated[Mapping[str, str], ReadBy(mapping_without_nulls(reader_for(Name)))]
"""Club of each entry that has one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SeededLine(EntriesLine):
    """Line for brackets, whose entries may be seeded and kept apart by club."""

    seeds: int = 0
    apart: Apart = field(default_factory=dict)

    def seeded(self, settings: LineSettings) -> ToDraw:
        return replace(EntriesLine.wanted(self), stage=settings, seeds=self.seeds, apart=self.apart)


@dataclass(frozen=True, slots=True, kw_only=True)
class StageFormat:
    name: str
    draw: Callable[[ToDraw], Drawing]
    line: type[DrawLine] = EntriesLine
    """How `carrom draw` reads a line."""
    shape: Shape
    """A tree is shown, and gives its prizes, by matches; tables by places."""
    round_prefixes: tuple[str, ...] = ()
    """How round names begin, if unlike a knockout's or group's."""
    reads: tuple[str, ...] = ()
    lacks: Callable[[StageSettings], str | None] = lambda stage: None
    """Needed setting that a stage lacks, or None."""
    is_whole: Callable[[StageSettings, int], bool] = lambda stage, drawn: drawn > 0
    """Whether a stage with so many draws is complete."""
    in_rounds: bool = False
    """Each round is drawn when the one before is over."""
    has_groups: bool = False
    has_ties: bool = False
    """Matches are rubbers of team ties."""
    is_consolation: bool = False
    """Fed by the first stage, beside all others."""
    can_follow: bool = False
    """Can be drawn from places of the previous stage."""


def fixtures_of(draw: Draw, *, group: int | None = None, after: int = 0) -> list[Fixture]:
    """Matches of a draw, numbered from `after` + 1."""
    renamed = {match.id: MatchId(f"M{after + number}") for number, match in enumerate(draw.matches(), 1)}
    return [
        Fixture(id=renamed[match.id], round=one.stage, slots=renumbered(match.slots, renamed), group=group, turn=turn)
        for turn, one in enumerate(draw.rounds, 1)
        for match in one.matches
    ]


def renumbered(slots: tuple[Slot, Slot], new: Mapping[MatchId, MatchId]) -> tuple[Slot, Slot]:
    first, second = (
        replace(slot, match=new.get(slot.match, slot.match)) if isinstance(slot, WinnerOf | LoserOf) else slot
        for slot in slots
    )
    return first, second
