"""Box2D v3 through pyb2d3: surface friction by a motor joint of limited force, pockets by sensors, all in C."""

from __future__ import annotations

from typing import Any

import numpy as np
import pyb2d3 as b2

from carrom.equipment import sizes

from .world import AT_REST, EVEN, LONGEST, discs, frame, is_over_pocket, velocity

DIFFERS = "the same discs, board and pockets; one restitution, no friction at the rims; 4 substeps, every disc a bullet"
LOOKS_EVERY, SUBSTEPS = 10, 4
FRAME, PIECES, STRIKERS = 1, 2, 4


def play(places: Any, shot: Any, step: float = 1e-3) -> Any:
    # Millimetres make Box2D's tolerances (0.005 units) small.
    world = b2.World(gravity=(0, 0), restitution_threshold=AT_REST, maximum_linear_speed=1e5)
    bodies = _laid(world, places, shot)
    rest = np.full((len(bodies), 2), np.nan)
    for _ in range(round(LONGEST / step / LOOKS_EVERY)):
        for _ in range(LOOKS_EVERY):
            world.step(step, SUBSTEPS)
            if world.get_sensor_events().begin_count:  # the binding says how many, not which
                for number in [number for number, body in bodies.items() if is_over_pocket(*body.position)]:
                    bodies.pop(number).destroy()
        if all(body.linear_velocity_magnitude() < AT_REST for body in bodies.values()):
            break
    for number, body in bodies.items():
        rest[number] = body.position
    return rest


def _laid(world: Any, places: Any, shot: Any) -> dict[int, Any]:
    ground = world.create_static_body(position=(0, 0))
    smooth = b2.surface_material(restitution=EVEN.restitution, friction=0.0)
    for a, b in frame():
        ground.create_shape(b2.shape_def(material=smooth, filter=_met_by(FRAME)), b2.segment(a, b))
    # A disc reaches a sensor of radius R - r when its centre is within R.
    for centre in sizes.POCKETS:
        for kind, radius in ((PIECES, sizes.PIECE_RADIUS), (STRIKERS, sizes.STRIKER_RADIUS)):
            hole = b2.shape_def(is_sensor=True, enable_sensor_events=True, filter=_met_by(FRAME, kind))
            ground.create_shape(hole, b2.circle(centre, sizes.POCKET_RADIUS - radius))
    bodies = {}
    for number, disc in enumerate(discs(places, shot)):
        body = world.create_dynamic_body(position=(disc.x, disc.y), is_bullet=True)
        shape = b2.shape_def(
            density=disc.mass / (np.pi * disc.radius**2),
            material=smooth,
            enable_sensor_events=True,
            filter=_met_by(STRIKERS if disc.is_striker else PIECES),
        )
        body.create_shape(shape, b2.circle((0, 0), disc.radius))
        world.create_motor_joint(
            body_a=ground,
            body_b=body,
            correction_factor=0.0,
            max_force=disc.grip,
            max_torque=0.0,
            collide_connected=True,
        )
        bodies[number] = body
    bodies[len(bodies) - 1].linear_velocity = velocity(shot)
    return bodies


def _met_by(category: int, mask: int = FRAME | PIECES | STRIKERS) -> Any:
    return b2.make_filter(category_bits=category, mask_bits=mask)
