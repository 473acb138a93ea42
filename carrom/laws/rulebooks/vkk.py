"""`vkk`: a club tournament under Laws 27–151, with one game of six boards (I-22)."""

from carrom.laws.clauses.endings import ENDINGS
from carrom.laws.rulebook import Rulebook

VKK = Rulebook(
    id="vkk",
    title="VKK tournament",
    endings=ENDINGS,
    boards=6,
    level_at_limit=("vkk:level",),
    toss_winner_breaks="vkk:toss",
)
