"""`python -m carrom.physics.warm`: compile the simulator ahead of use."""

import sys
from time import perf_counter

from carrom.physics.build import cache_folder


def main() -> int:
    from carrom.equipment import Position, Stroke
    from carrom.physics.stroke import simulate

    print("physics: compiling the stroke, once (about 15 s) ...", end="", flush=True)
    start = perf_counter()
    simulate(Position(()), Stroke(0.0, -252.6, 0.0, 1.0))
    print(f" done in {perf_counter() - start:.1f} s, kept in {cache_folder()}", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
