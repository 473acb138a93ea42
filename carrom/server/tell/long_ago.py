"""What a view still says of events long ago. Few events change it: nobody searches the whole match after a stroke."""

from dataclasses import dataclass

from carrom.match import Match
from carrom.match.log import acts
from carrom.match.parties import Party
from carrom.server.live.noted import aid_agreed
from carrom.server.wire import messages as m

_TURNS_IT = (acts.Remark, acts.Concede, acts.Correct)


@dataclass(frozen=True, slots=True)
class LongAgo:
    """Which sides would have hints and what-if for both, and what was conceded."""

    aids: tuple[Party, ...]
    conceded: tuple[m.Concession, ...]

    @classmethod
    def of(cls, match: Match) -> "LongAgo":
        """Read from the whole match."""
        found = list[m.Concession]()
        for event in match.effective():
            if isinstance(event.act, acts.Concede):
                score = match.after(event.number - 1).course.score
                found.append(m.Concession(event.act.what, event.act.party, 1 if score is None else score.number))
        return cls(tuple(aid_agreed(match)), tuple(found))


class Remembered:
    """The last that was read, which holds until something happens that turns it."""

    def __init__(self) -> None:
        self._last: tuple[Match | None, LongAgo] = (None, LongAgo((), ()))  # one value: several threads tell

    def of(self, match: Match) -> LongAgo:
        """The same as `LongAgo.of`, from what is known of the match one event before."""
        last, known = self._last
        if match is last:
            return known
        is_next = last is not None and match.before is last
        if not is_next or match.event is None or isinstance(match.event.act, _TURNS_IT):
            known = LongAgo.of(match)
        self._last = match, known
        return known
