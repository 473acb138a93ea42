// Sends the state of a match to scoreboards in other windows.

import type { PadView } from "../types.ts";

const channel = typeof BroadcastChannel === "undefined" ? null : new BroadcastChannel("carrom-scoreboard");
const last = new Map<string, PadView>();

if (channel) {
  channel.onmessage = ({ data }: MessageEvent<{ ask?: string }>) => {
    const shown = data.ask === undefined ? undefined : last.get(data.ask);
    if (data.ask !== undefined && shown) channel.postMessage({ id: data.ask, shown });
  };
}

export function broadcast(id: string, shown: PadView): void {
  last.set(id, shown);
  channel?.postMessage({ id, shown });
}

/** Listen to a match in another window, asking for its state at once. Returns a function to stop. */
export function listen(id: string, heard: (shown: PadView) => void): () => void {
  if (typeof BroadcastChannel === "undefined") return () => undefined;
  const own = new BroadcastChannel("carrom-scoreboard");
  own.onmessage = ({ data }: MessageEvent<{ id?: string; shown?: PadView }>) => {
    if (data.id === id && data.shown) heard(data.shown);
  };
  own.postMessage({ ask: id });
  return () => own.close();
}
