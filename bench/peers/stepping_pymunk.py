"""Chipmunk through pymunk: surface friction by a joint of limited force, pockets by sensors, all in C."""

from __future__ import annotations

from typing import Any

import numpy as np
import pymunk

from carrom.equipment import sizes

from .world import AT_REST, EVEN, LONGEST, discs, frame, velocity

DIFFERS = "the same discs, board and pockets; one restitution, no friction at the rims"
LOOKS_EVERY = 10  # steps between checks for rest, which are slow from Python
DISC, POCKET = 1, 2
PIECES, STRIKERS = 1, 2


def play(places: Any, shot: Any, step: float = 1e-3) -> Any:
    space, bodies = _laid(places, shot)
    fallen: set[pymunk.Body] = set()

    def falls(arbiter: pymunk.Arbiter, space: pymunk.Space, data: object) -> None:
        body = arbiter.shapes[0].body
        if body not in fallen:
            fallen.add(body)
            space.add_post_step_callback(lambda space, key: space.remove(*key.shapes, *key.constraints, key), body)

    space.on_collision(DISC, POCKET, begin=falls)
    for _ in range(round(LONGEST / step / LOOKS_EVERY)):
        for _ in range(LOOKS_EVERY):
            space.step(step)
        if all(body.velocity.length < AT_REST for body in space.bodies):
            break
    return np.array([(np.nan, np.nan) if body in fallen else tuple(body.position) for body in bodies])


def _laid(places: Any, shot: Any) -> tuple[pymunk.Space, list[pymunk.Body]]:
    space = pymunk.Space()
    ground = space.static_body
    bounce = EVEN.restitution**0.5  # Chipmunk multiplies both values of a contact
    for a, b in frame():
        side = pymunk.Segment(ground, a, b, 0)
        side.elasticity = bounce
        space.add(side)
    # A disc reaches a sensor of radius R - r when its centre is within R.
    for centre in sizes.POCKETS:
        for kind, radius in ((PIECES, sizes.PIECE_RADIUS), (STRIKERS, sizes.STRIKER_RADIUS)):
            hole = pymunk.Circle(ground, sizes.POCKET_RADIUS - radius, centre)
            hole.sensor, hole.collision_type, hole.filter = True, POCKET, pymunk.ShapeFilter(mask=kind)
            space.add(hole)
    bodies = []
    for disc in discs(places, shot):
        body = pymunk.Body(disc.mass, pymunk.moment_for_circle(disc.mass, 0, disc.radius))
        body.position = disc.x, disc.y
        shape = pymunk.Circle(body, disc.radius)
        shape.elasticity, shape.collision_type = bounce, DISC
        shape.filter = pymunk.ShapeFilter(categories=STRIKERS if disc.is_striker else PIECES)
        rub = pymunk.PivotJoint(ground, body, (0, 0), (0, 0))
        rub.max_bias, rub.max_force = 0, disc.grip
        space.add(body, shape, rub)
        bodies.append(body)
    bodies[-1].velocity = velocity(shot)
    return space, bodies
