"""Who sits where: the sides of every match, frozen seats after corrections, and rulings."""
