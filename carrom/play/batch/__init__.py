"""Whole boards by the thousand: places as arrays, rulings by interned cases, chance by counting."""
