"""What the server's log says, and how: for people, or as lines of JSON (`--log json`). No secret is ever in it: links
have theirs behind `#`, sockets in a header, and neither is logged."""

import contextvars
import json
import logging
import sys
import time
from typing import Literal

Form = Literal["text", "json"]
request_id: contextvars.ContextVar[str] = contextvars.ContextVar("request_id", default="")
"""The request that is being answered: it is in the answer's head too, so that a complaint finds its line."""


class _Lines(logging.Formatter):
    """One line for each thing that is said, faults with all that belongs to them."""

    def format(self, record: logging.LogRecord) -> str:
        said = {
            "at": f"{time.strftime('%Y-%m-%dT%H:%M:%S', time.gmtime(record.created))}.{int(record.msecs):03d}Z",
            "level": record.levelname.lower(),
            "where": record.name,
            "text": record.getMessage(),
        }
        if request_id.get():
            said["request"] = request_id.get()
        if record.exc_info and record.exc_info[1] is not None:
            said["fault"] = self.formatException(record.exc_info)
        return json.dumps(said, ensure_ascii=False)


class _Words(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        text = super().format(record)
        return f"{text} [request {request_id.get()}]" if request_id.get() else text


def set_up_logs(form: Form) -> None:
    """Everything goes to standard error."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(_Lines() if form == "json" else _Words("%(levelname)s %(name)s: %(message)s"))
    root = logging.getLogger()
    for old in list(root.handlers):
        root.removeHandler(old)
    root.addHandler(handler)
    root.setLevel(logging.WARNING)
