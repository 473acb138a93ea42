"""The browser game's server: `create_app(settings, store)`; `carrom serve` runs it."""

from carrom.server.app import create_app
from carrom.server.settings import Settings, data_folder
from carrom.server.stores.opening import store_at
from carrom.server.stores.sqlite import SqliteStore
from carrom.server.stores.store import Store

__all__ = ["Settings", "SqliteStore", "Store", "create_app", "data_folder", "store_at"]
