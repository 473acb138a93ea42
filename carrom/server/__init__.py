"""The server: `create_app(settings, store)`; `carrom serve` runs it."""

from typing import TYPE_CHECKING, Any

from carrom.server.settings import Settings, data_folder
from carrom.server.stores.opening import store_at
from carrom.server.stores.sqlite import SqliteStore
from carrom.server.stores.store import Store

if TYPE_CHECKING:
    from carrom.server.app import create_app

__all__ = ["Settings", "SqliteStore", "Store", "create_app", "data_folder", "store_at"]


def __getattr__(name: str) -> Any:
    """Import the app on demand: a store alone does not need it."""
    if name == "create_app":
        from carrom.server.app import create_app

        return create_app
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
