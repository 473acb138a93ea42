// The board's clock; replaceable for tests and films.

export interface Clock {
  now(): number;
  next(step: () => void): void;
}

const NO_FRAME_MS = 250;

export const WALL_CLOCK: Clock = {
  now: () => performance.now() / 1000,
  next: (step) => {
    // Hidden pages get no frames; a timeout ends their strokes, so that the bell can ring.
    const frame = requestAnimationFrame(() => {
      clearTimeout(timer);
      step();
    });
    const timer = setTimeout(() => {
      cancelAnimationFrame(frame);
      step();
    }, NO_FRAME_MS);
  },
};
