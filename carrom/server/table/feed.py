"""What everybody at a table is told of its events: each is written once for each language in which somebody listens."""

import threading
from collections.abc import Callable, Hashable

import msgspec

from carrom.match import Match
from carrom.match.log import acts
from carrom.physics import Trace, simulate
from carrom.server.table.agreement import Agreement
from carrom.server.table.presence import Audience
from carrom.server.table.snapshot import HistoryCache, build_snapshot
from carrom.server.table.umpire_words import supported_language
from carrom.server.wire import messages as m, values as v

_event_encoder = msgspec.json.Encoder()


def encode_trace(trace: Trace) -> v.TraceJson:
    """A `StrokeTrace` as JSON, straight from the kernel's rows: a break has some hundred pieces of path."""
    segments = trace.tracks.tolist()
    for row in segments:
        row[0] = int(row[0])
    parts = {"duration": trace.duration, "discs": trace.discs, "segments": segments, "events": trace.event_rows()}
    return msgspec.Raw(_event_encoder.encode(parts))


def encode_event(match: Match) -> bytes:
    """The last event of `match` as the store keeps it and everybody is told of it."""
    if match.event is None:
        raise LookupError("nothing has happened yet")
    return _event_encoder.encode(match.event.json())


def event_message(
    match: Match, view: m.Snapshot, trace: v.TraceJson | None, key: str | None = None, event: bytes | None = None
) -> m.Happened:
    """The last event of `match`, which `view` shows, with the trace of the stroke if it was one."""
    before = match.before
    if before is None:
        raise LookupError("nothing has happened yet")
    pieces = None
    if trace is not None and before.board is not None and before.board.position is not None:
        pieces = v.piece_rows(before.board.position)
    return m.Happened(match.number, key, msgspec.Raw(event or encode_event(match)), view, trace, pieces)


def simulate_again(match: Match) -> Trace | None:
    """The trace of the stroke that was the last event, from how the striker was played; for those who come when it
    is no longer kept."""
    act, before = match.event and match.event.act, match.before
    if not isinstance(act, acts.StrokeMade) or act.aim is None or before is None:
        return None
    board = before.board
    if board is None or board.position is None:
        return None
    return simulate(board.position, act.aim, seat=before.course.seat(board.turn))


_replay_encoder = msgspec.json.Encoder()


class ReplayBuffer:
    """Encoded messages by their key, the longest unused forgotten first. Threads may share it."""

    def __init__(self, most_bytes: int) -> None:
        self._most = most_bytes
        self._size = 0
        self._kept: dict[Hashable, bytes] = {}
        self._lock = threading.Lock()

    def get(self, key: Hashable, make: Callable[[], msgspec.Struct]) -> bytes:
        """The message of this key, made if nobody has asked for it lately."""
        with self._lock:
            if key in self._kept:
                found = self._kept[key] = self._kept.pop(key)  # used last
                return found
        # Two may make it at once: that costs a little work, and waiting would cost everybody.
        message = _replay_encoder.encode(make())
        with self._lock:
            self._size += len(message) - len(self._kept.pop(key, b""))
            self._kept[key] = message
            while self._size > self._most and self._kept:
                self._size -= len(self._kept.pop(next(iter(self._kept))))
        return message


_encoder = msgspec.json.Encoder()
_TRACES_KEPT = 12
"""So many events back the traces of strokes are kept, for those who come back and have missed them."""


class MatchFeed:
    """The events of one match in words, views and traces. `times` are now and since when a stroke's clock may run."""

    def __init__(
        self, match_id: str, agreed: Agreement, retold: ReplayBuffer | None, times: Callable[[], tuple[float, float]]
    ) -> None:
        self._id, self._times = match_id, times
        self._retold = retold or ReplayBuffer(0)
        self.use_names(agreed)
        self._traces: dict[int, v.TraceJson] = {}
        self._remembered = HistoryCache()

    def use_names(self, agreed: Agreement) -> None:
        """From now on everything is told with these names. What was written down before is told to nobody any more."""
        self.agreed = agreed
        self._edition = object()

    def keep_traces(self, played: list[tuple[Match, Trace | None]]) -> None:
        """The traces of these strokes, encoded once for all who are told of them."""
        self._traces |= {step.number: encode_trace(trace) for step, trace in played if trace is not None}
        for number in [number for number in self._traces if number <= played[-1][0].number - _TRACES_KEPT]:
            del self._traces[number]

    def broadcast(self, audience: Audience, match: Match, key: str | None, event: bytes | None = None) -> None:
        """The last event of `match`, to everybody."""
        encoded = dict[str, bytes]()
        for listener in list(audience.listeners):
            # Whoever asks for a language that we do not have costs no message of his own.
            language = supported_language(listener.language)
            if language not in encoded:
                encoded[language] = _encoder.encode(self._message(match, language, key, event))
            listener.tell(encoded[language])

    def resend(self, match: Match, language: str, *, is_last: bool) -> bytes:
        """An event of some time ago, for somebody who missed it. Many may have: it is written once for all of them."""
        language = supported_language(language)
        if is_last:
            return _encoder.encode(self._message(match, language))  # it says how much time is left now
        return self._retold.get(
            (self._id, self._edition, match.number, language), lambda: self._message(match, language)
        )

    def view(self, match: Match, language: str) -> m.Snapshot:
        now, clock_from = self._times()
        ago = self._remembered.of(match)
        return build_snapshot(match, self.agreed, language, now=now, clock_from=clock_from, ago=ago)

    def _message(self, match: Match, language: str, key: str | None = None, event: bytes | None = None) -> m.Happened:
        """The last event of `match`. A stroke is worked out again only if it is long ago, or another server's."""
        trace = self._traces.get(match.number)
        if trace is None:
            again = simulate_again(match)
            trace = None if again is None else encode_trace(again)
        return event_message(match, self.view(match, language), trace, key, event)
