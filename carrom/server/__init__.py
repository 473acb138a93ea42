"""The browser game's server: `create_app(settings, store)`; `carrom serve` runs it."""

from carrom.server.app import create_app as create_app
from carrom.server.settings import Settings as Settings, data_folder as data_folder
from carrom.server.stores.sqlite import SqliteStore as SqliteStore, Store as Store
