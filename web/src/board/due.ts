// The piece being placed: where it is, and whether it may lie there.

import type { WhyNot } from "../api/wire.ts";
import type { Point } from "./geometry.ts";
import type { Stage } from "./stage.ts";
import { type BoardState, nearestSpot, spotFree, whyNot } from "./state.ts";

type Placing = NonNullable<BoardState["placing"]>;

const FIRST: Point = { x: 0, y: 40 };

export class DuePiece {
  point: Point = { x: 0, y: 0 };
  private readonly stage: Stage;
  private readonly refuse: (why: WhyNot) => void;
  private element: HTMLElement | null = null;
  private placing: Placing | null = null;

  constructor(stage: Stage, refuse: (why: WhyNot) => void) {
    this.stage = stage;
    this.refuse = refuse;
  }

  /** What to place now; null for nothing. The piece stays where it is while that is allowed. */
  wait(placing: Placing | null): void {
    const isNew = placing !== null && this.placing === null;
    this.placing = placing;
    if (placing && (isNew || !spotFree(placing.spots, this.point)))
      this.point = nearestSpot(placing.spots, FIRST) ?? this.point;
  }

  draw(): void {
    if (!this.placing) {
      this.remove();
      return;
    }
    this.element ??= this.stage.add(this.placing.kind);
    this.element.classList.add("cb-due");
    this.put(this.point, false);
  }

  remove(): void {
    this.element?.remove();
    this.element = null;
  }

  put(point: Point, drop: boolean): void {
    const { placing } = this;
    if (!placing) return;
    this.point = point;
    if (this.element) {
      this.stage.put(this.element, point);
      this.element.classList.toggle("cb-refused", !spotFree(placing.spots, point));
    }
    if (!drop) return;
    const spot = this.near(placing);
    if (spot) this.put(spot, false);
  }

  /** The spot, if allowed; otherwise reports why not. */
  spot(): Point | null {
    return this.placing && this.near(this.placing);
  }

  /** Snap to a free spot nearby: the server's grid is coarser than the law. */
  private near({ spots }: Placing): Point | null {
    const spot = nearestSpot(spots, this.point);
    if (spot && Math.hypot(spot.x - this.point.x, spot.y - this.point.y) <= spots.step) return spot;
    const why = whyNot(spots, this.point);
    if (why) this.refuse(why);
    return null;
  }
}
