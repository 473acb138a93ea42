"""From a trace to what the judge is told: the seam between physics and laws."""

from __future__ import annotations

from carrom.laws import StrokeFacts
from carrom.match import Aim
from carrom.match.acts import Stroke as StrokeAct
from carrom.match.parties import Player as Person
from carrom.physics import Stroke, Trace
from carrom.play.player import Colour


def facts_of(trace: Trace, colour: Colour) -> StrokeFacts:
    """What happened in a simulated stroke by the side of this colour. A simulated stroke is always proper."""
    fell = trace.pocketed
    return StrokeFacts(
        touched=trace.touched,
        own=fell.count(colour),
        opponent=fell.count("black" if colour == "white" else "white"),
        queen="queen" in fell,
        striker="striker" in fell,
    )


def stroke_act(trace: Trace, stroke: Stroke, colour: Colour, by: Person | None = None) -> StrokeAct:
    """The same as an act for the match, with how the striker was played and where everything came to rest."""
    facts = facts_of(trace, colour)
    return StrokeAct(
        own=facts.own,
        opponent=facts.opponent,
        queen=facts.queen,
        striker=facts.striker,
        proper=facts.proper,
        touched=facts.touched,
        by=by,
        aim=Aim(stroke.x, stroke.y, stroke.direction, stroke.speed),
        rests=trace.rest,
    )
