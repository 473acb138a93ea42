"""`icf`: the Laws of Carrom, 1–151."""

from carrom.laws.clauses.endings import ENDINGS
from carrom.laws.rulebook import Rulebook

ICF = Rulebook(
    id="icf",
    title="Laws of Carrom",
    endings=ENDINGS,
    games=3,
    boards_limit_until="pre-quarter-final",
)
