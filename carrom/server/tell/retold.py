"""Messages of some time ago as they were written, for all who missed them: one piece of memory for all matches."""

import threading
from collections.abc import Callable, Hashable

import msgspec

_encoder = msgspec.json.Encoder()


class Retold:
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
        message = _encoder.encode(make())
        with self._lock:
            self._size += len(message) - len(self._kept.pop(key, b""))
            self._kept[key] = message
            while self._size > self._most and self._kept:
                self._size -= len(self._kept.pop(next(iter(self._kept))))
        return message
