"""How people and tournaments get in: entry lists, spreadsheets, dates as written, dumps of SoL."""
