// Time as the board sees it; tests and films put their own in its place.

export interface Clock {
  now(): number;
  next(step: () => void): void;
}

const NO_FRAME_MS = 250;

export const WALL_CLOCK: Clock = {
  now: () => performance.now() / 1000,
  next: (step) => {
    // A page that nobody sees gets no frames. Its stroke ends all the same, so that it can ring when it is its turn.
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
