"""The server's log, as text or JSON lines (`--log json`), without URL fragments and headers, which carry secrets."""

import contextvars
import json
import logging
import sys
import time
import traceback
from typing import Literal

_QUIET = 10.0
"""Seconds during which a repeated message is dropped."""
LogFormat = Literal["text", "json"]
request_id: contextvars.ContextVar[str] = contextvars.ContextVar("request_id", default="")
"""Current request's id, also sent to the client."""


class _JsonFormatter(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        entry = {
            "at": f"{time.strftime('%Y-%m-%dT%H:%M:%S', time.gmtime(record.created))}.{int(record.msecs):03d}Z",
            "level": record.levelname.lower(),
            "where": record.name,
            "text": record.getMessage(),
        }
        if request_id.get():
            entry["request"] = request_id.get()
        if record.exc_info and record.exc_info[1] is not None:
            entry["fault"] = self.formatException(record.exc_info)
        return json.dumps(entry, ensure_ascii=False)


class _TextFormatter(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        text = super().format(record)
        return f"{text} [request {request_id.get()}]" if request_id.get() else text


class _RepeatFilter(logging.Filter):
    """Clients could fill the disk with repeated errors."""

    def __init__(self) -> None:
        super().__init__()
        self._last_seen: dict[str, float] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        fault = record.exc_info[1] if record.exc_info else None
        may_repeat = record.levelno == logging.WARNING or fault is not None
        if not may_repeat or not record.name.startswith("uvicorn"):
            return True
        if isinstance(fault, UnicodeError):
            record.exc_info = record.exc_text = None  # not our error
            record.levelno, record.levelname = logging.WARNING, "WARNING"
        text, now = f"{record.getMessage()}{_place(fault)}", record.created
        if now - self._last_seen.get(text, -_QUIET) < _QUIET:
            return False
        self._last_seen = {
            text: now,
            **{old: at for old, at in self._last_seen.items() if now - at < _QUIET and old != text},
        }
        return True


def _place(fault: BaseException | None) -> str:
    """The error's place, without its message, which a client may choose."""
    steps = traceback.extract_tb(fault.__traceback__) if fault is not None else []
    return f" {type(fault).__name__} {steps[-1].filename}:{steps[-1].lineno}" if steps else ""


def set_up_logs(form: LogFormat) -> None:
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(_JsonFormatter() if form == "json" else _TextFormatter("%(levelname)s %(name)s: %(message)s"))
    handler.addFilter(_RepeatFilter())
    root = logging.getLogger()
    for old in list(root.handlers):
        root.removeHandler(old)
    root.addHandler(handler)
    root.setLevel(logging.WARNING)
