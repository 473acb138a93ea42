"""What everybody at a table is told of its events: each is written once for each language in which somebody listens."""

from collections.abc import Callable

import msgspec

from carrom.match import Match
from carrom.physics import Trace
from carrom.server.live.agreement import Agreement
from carrom.server.live.audience import Audience
from carrom.server.tell.events import encode_trace, event_message, simulate_again
from carrom.server.tell.long_ago import Remembered
from carrom.server.tell.page_view import page_view
from carrom.server.tell.retold import Retold
from carrom.server.tell.umpire_words import known_language
from carrom.server.wire import messages as m, values as v

_encoder = msgspec.json.Encoder()
_KEPT = 12
"""So many events back the traces of strokes are kept, for those who come back and have missed them."""


class Telling:
    """The events of one match in words, views and traces. `times` are now and since when a stroke's clock may run."""

    def __init__(
        self, match_id: str, agreed: Agreement, retold: Retold | None, times: Callable[[], tuple[float, float]]
    ) -> None:
        self._id, self._times = match_id, times
        self._retold = retold or Retold(0)
        self.begin_anew(agreed)
        self._traces: dict[int, v.TraceJson] = {}
        self._remembered = Remembered()

    def begin_anew(self, agreed: Agreement) -> None:
        """From now on everything is told with these names. What was written down before is told to nobody any more."""
        self.agreed = agreed
        self._edition = object()

    def keep_traces(self, played: list[tuple[Match, Trace | None]]) -> None:
        """The traces of these strokes, encoded once for all who are told of them."""
        self._traces |= {step.number: encode_trace(trace) for step, trace in played if trace is not None}
        for number in [number for number in self._traces if number <= played[-1][0].number - _KEPT]:
            del self._traces[number]

    def broadcast(self, audience: Audience, match: Match, key: str | None, event: bytes | None = None) -> None:
        """The last event of `match`, to everybody."""
        encoded = dict[str, bytes]()
        for listener in list(audience.listeners):
            # Whoever asks for a language that we do not have costs no message of his own.
            language = known_language(listener.language)
            if language not in encoded:
                encoded[language] = _encoder.encode(self._message(match, language, key, event))
            listener.tell(encoded[language])

    def retell(self, match: Match, language: str, *, is_last: bool) -> bytes:
        """An event of some time ago, for somebody who missed it. Many may have: it is written once for all of them."""
        language = known_language(language)
        if is_last:
            return _encoder.encode(self._message(match, language))  # it says how much time is left now
        return self._retold.get(
            (self._id, self._edition, match.number, language), lambda: self._message(match, language)
        )

    def view(self, match: Match, language: str) -> m.PageView:
        now, clock_from = self._times()
        ago = self._remembered.of(match)
        return page_view(match, self.agreed, language, now=now, clock_from=clock_from, ago=ago)

    def _message(self, match: Match, language: str, key: str | None = None, event: bytes | None = None) -> m.Happened:
        """The last event of `match`. A stroke is worked out again only if it is long ago, or another server's."""
        trace = self._traces.get(match.number)
        if trace is None:
            again = simulate_again(match)
            trace = None if again is None else encode_trace(again)
        return event_message(match, self.view(match, language), trace, key, event)
