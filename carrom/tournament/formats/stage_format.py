"""What a format of a stage is: a value that says what it draws, when it is whole and how it shows.

A format knows draws and nothing of the log: whoever asks it (`carrom.tournament.desk.drawing`) hands over all that a
draw needs. So a new one is one file and one line in `carrom.tournament.formats`.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Annotated, Any, Literal, Protocol

from carrom.base.codec import Name, ReadBy, mapping_without_nulls, reader_for
from carrom.tournament.draws.bracket import Draw, Fixture, LoserOf, MatchId, Slot, WinnerOf
from carrom.tournament.draws.draw_json import rounds_json

Shape = Literal["tree", "tables"]


class StageSettings(Protocol):
    """What a stage's definition may say to its format."""

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
    """All that a draw may depend on. `names` are the entries, the `seeds` first of them seeded."""

    stage: StageSettings
    title: str
    """What messages call the stage."""
    names: Sequence[str] = ()
    seeds: int = 0
    random: int | str | None = None
    apart: Mapping[str, str] = field(default_factory=dict)
    rubbers: Sequence[str] = ()
    places: tuple[int, int] | None = None
    """Of a stage that follows groups: how many there are, and how many of each go on."""
    sizes: Sequence[int] = ()
    """How many are in each of them."""
    beaten: Sequence[MatchId] | None = None
    """Of a plate beside a knock-out: the matches in it that are the first for both sides."""
    beaten_after_bye: Sequence[MatchId] = ()
    """Those that are the first for one side, who had a bye, where the plate takes such losers too."""
    drawn: int = 0
    """Rounds drawn before, of a format that is drawn in rounds. The rest says what came of them."""
    ranking: Sequence[str] = ()
    """Who stays, in the order of the table."""
    standing: Mapping[str, int] = field(default_factory=dict)
    """Their places in it; who shares one is ordered by lot."""
    points: Mapping[str, float] = field(default_factory=dict)
    met: Sequence[tuple[str, str]] = ()
    byes: Sequence[str] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Drawing:
    """Matches, numbered from M1, and the groups whose tables they make."""

    fixtures: tuple[Fixture, ...]
    groups: tuple[tuple[str, ...], ...] = ()

    def numbered(self, numbers: Iterable[MatchId]) -> tuple[Fixture, ...]:
        """The same matches under the tournament's own numbers."""
        new = dict(zip((one.id for one in self.fixtures), numbers, strict=False))
        return tuple(replace(one, id=new[one.id], slots=renumbered(one.slots, new)) for one in self.fixtures)


class DrawLine(Protocol):
    """A line of `carrom draw` for one format: its fields, and how its answer comes from the format's own draw."""

    def answer(self, draw: Callable[[ToDraw], Drawing]) -> dict[str, Any]: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class EntriesLine:
    """The line of a format that asks for nothing but entries; those of others add to it."""

    format: str
    entries: tuple[Name, ...]
    random: int | None = None

    def wanted(self) -> ToDraw:
        return ToDraw(stage=LineSettings(), title="the draw", names=self.entries, random=self.random)

    def answer(self, draw: Callable[[ToDraw], Drawing]) -> dict[str, Any]:
        return {"rounds": rounds_json(draw(self.wanted()).fixtures)}


@dataclass(frozen=True, slots=True, kw_only=True)
class LineSettings:
    """What a line may say of the settings of a stage."""

    groups: int | None = None
    group_size: int | None = None
    rounds: int | None = None
    third_place: bool = False
    reset: bool = True


Apart = Annotated[Mapping[str, str], ReadBy(mapping_without_nulls(reader_for(Name)))]
"""The club of each entry that has one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SeededLine(EntriesLine):
    """A line whose entries may be seeded and kept apart, as in every tree."""

    seeds: int = 0
    apart: Apart = field(default_factory=dict)

    def seeded(self, settings: LineSettings) -> ToDraw:
        """What is to be drawn, with the settings of the format."""
        return replace(EntriesLine.wanted(self), stage=settings, seeds=self.seeds, apart=self.apart)


@dataclass(frozen=True, slots=True, kw_only=True)
class StageFormat:
    """One way to play a stage."""

    name: str
    """As files and commands write it."""
    draw: Callable[[ToDraw], Drawing]
    line: type[DrawLine] = EntriesLine
    """What `carrom draw` reads for it."""
    shape: Shape
    """A tree shows and gives its prizes by matches, tables by places."""
    round_prefixes: tuple[str, ...] = ()
    """How the names of its rounds begin, if they are others than those of a knock-out or a group."""
    reads: tuple[str, ...] = ()
    """What its draw takes from the definition of a stage, by the names of its keys."""
    lacks: Callable[[StageSettings], str | None] = lambda stage: None
    """What the definition of a stage leaves out that the format needs; None if nothing."""
    is_whole: Callable[[StageSettings, int], bool] = lambda stage, drawn: drawn > 0
    """Whether so many draws are all that the stage has."""
    in_rounds: bool = False
    """Every round is drawn when the one before is played."""
    has_groups: bool = False
    """Several tables, each with a name."""
    has_ties: bool = False
    """Matches are rubbers of ties between teams."""
    is_consolation: bool = False
    """It is for those who are out, fed by the first stage of its event and beside all others."""
    can_follow: bool = False
    """Whether it can be drawn from the places of the stage before."""


def fixtures_of(draw: Draw, *, group: int | None = None, after: int = 0) -> list[Fixture]:
    """The matches of a draw, numbered on from so many."""
    renamed = {match.id: MatchId(f"M{after + number}") for number, match in enumerate(draw.matches(), 1)}
    return [
        Fixture(id=renamed[match.id], round=one.stage, slots=renumbered(match.slots, renamed), group=group, turn=turn)
        for turn, one in enumerate(draw.rounds, 1)
        for match in one.matches
    ]


def renumbered(slots: tuple[Slot, Slot], new: Mapping[MatchId, MatchId]) -> tuple[Slot, Slot]:
    """Slots that name matches by their new numbers."""
    first, second = (
        replace(slot, match=new.get(slot.match, slot.match)) if isinstance(slot, WinnerOf | LoserOf) else slot
        for slot in slots
    )
    return first, second
