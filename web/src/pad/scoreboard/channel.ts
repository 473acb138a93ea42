// What is shown goes to a second window too: a scoreboard for the hall or a stream.

import type { PadView } from "../types.ts";

const channel = typeof BroadcastChannel === "undefined" ? null : new BroadcastChannel("carrom-scoreboard");
const last = new Map<string, PadView>();

if (channel) {
  channel.onmessage = ({ data }: MessageEvent<{ ask?: string }>) => {
    const shown = data.ask === undefined ? undefined : last.get(data.ask);
    if (data.ask !== undefined && shown) channel.postMessage({ id: data.ask, shown });
  };
}

/** Tells every scoreboard of this match. */
export function broadcast(id: string, shown: PadView): void {
  last.set(id, shown);
  channel?.postMessage({ id, shown });
}

/** Listens to a match that another window keeps; asks at once how it stands. Answers how to stop. */
export function listen(id: string, heard: (shown: PadView) => void): () => void {
  if (typeof BroadcastChannel === "undefined") return () => undefined;
  const own = new BroadcastChannel("carrom-scoreboard");
  own.onmessage = ({ data }: MessageEvent<{ id?: string; shown?: PadView }>) => {
    if (data.id === id && data.shown) heard(data.shown);
  };
  own.postMessage({ ask: id });
  return () => own.close();
}
