"""Match events for browsers, encoded once per language."""

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

_encoder = msgspec.json.Encoder()


def encode_trace(trace: Trace) -> v.TraceJson:
    """Straight from the kernel's rows: a break has a hundred segments."""
    segments = trace.tracks.tolist()
    for row in segments:
        row[0] = int(row[0])
    parts = {"duration": trace.duration, "discs": trace.discs, "segments": segments, "events": trace.event_rows()}
    return msgspec.Raw(_encoder.encode(parts))


def encode_event(match: Match) -> bytes:
    if match.event is None:
        raise LookupError("nothing has happened yet")
    return _encoder.encode(match.event.json())


def event_message(
    match: Match, view: m.Snapshot, trace: v.TraceJson | None, key: str | None = None, event: bytes | None = None
) -> m.Happened:
    """The message for the last event of `match`, which led to `view`."""
    before = match.before
    if before is None:
        raise LookupError("nothing has happened yet")
    pieces = None
    if trace is not None and before.board is not None and before.board.position is not None:
        pieces = v.piece_rows(before.board.position)
    return m.Happened(match.number, key, msgspec.Raw(event or encode_event(match)), view, trace, pieces)


def simulate_again(match: Match) -> Trace | None:
    """Simulate the last event, a stroke whose trace is no longer cached; None if it is no stroke."""
    act, before = match.event and match.event.act, match.before
    if not isinstance(act, acts.StrokeMade) or act.aim is None or before is None:
        return None
    board = before.board
    if board is None or board.position is None:
        return None
    return simulate(board.position, act.aim, seat=before.course.seat(board.turn))


class ReplayBuffer:
    """Encoded messages for reconnecting clients, least recently used dropped first. Thread-safe."""

    def __init__(self, most_bytes: int) -> None:
        self._most = most_bytes
        self._size = 0
        self._kept: dict[Hashable, bytes] = {}
        self._lock = threading.Lock()

    def get(self, key: Hashable, make: Callable[[], msgspec.Struct]) -> bytes:
        with self._lock:
            if key in self._kept:
                found = self._kept[key] = self._kept.pop(key)
                return found
        # Made twice at times: cheaper than under the lock.
        message = _encoder.encode(make())
        with self._lock:
            self._size += len(message) - len(self._kept.pop(key, b""))
            self._kept[key] = message
            while self._size > self._most and self._kept:
                self._size -= len(self._kept.pop(next(iter(self._kept))))
        return message


_TRACES_KEPT = 12


class MatchFeed:
    """Sends a match's events to everyone watching, each in their own language.

    `times` returns now and the time before which no stroke clock ran.
    """

    def __init__(
        self,
        match_id: str,
        agreed: Agreement,
        replay_buffer: ReplayBuffer | None,
        times: Callable[[], tuple[float, float]],
    ) -> None:
        self._id, self._times = match_id, times
        self._replay_buffer = replay_buffer or ReplayBuffer(0)
        self.use_names(agreed)
        self._traces: dict[int, v.TraceJson] = {}
        self._remembered = HistoryCache()

    def use_names(self, agreed: Agreement) -> None:
        """Use new names, and ignore messages with the old ones."""
        self.agreed = agreed
        self._edition = object()

    def keep_traces(self, played: list[tuple[Match, Trace | None]]) -> None:
        self._traces |= {step.number: encode_trace(trace) for step, trace in played if trace is not None}
        for number in [number for number in self._traces if number <= played[-1][0].number - _TRACES_KEPT]:
            del self._traces[number]

    def broadcast(self, audience: Audience, match: Match, key: str | None, event: bytes | None = None) -> None:
        encoded = dict[str, bytes]()
        for listener in list(audience.listeners):
            # Unknown languages share the English message.
            language = supported_language(listener.language)
            if language not in encoded:
                encoded[language] = _encoder.encode(self._message(match, language, key, event))
            listener.send(encoded[language])

    def resend(self, match: Match, language: str, *, is_last: bool) -> bytes:
        """An earlier event, cached per language."""
        language = supported_language(language)
        if is_last:
            return _encoder.encode(self._message(match, language))  # it has the time left
        return self._replay_buffer.get(
            (self._id, self._edition, match.number, language), lambda: self._message(match, language)
        )

    def view(self, match: Match, language: str) -> m.Snapshot:
        now, clock_from = self._times()
        history = self._remembered.of(match)
        return build_snapshot(match, self.agreed, language, now=now, clock_from=clock_from, history=history)

    def _message(self, match: Match, language: str, key: str | None = None, event: bytes | None = None) -> m.Happened:
        trace = self._traces.get(match.number)
        if trace is None:
            simulated = simulate_again(match)
            trace = None if simulated is None else encode_trace(simulated)
        return event_message(match, self.view(match, language), trace, key, event)
