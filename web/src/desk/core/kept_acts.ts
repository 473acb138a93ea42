// Lists that all tabs of this browser share, such as the acts that wait for the server. Each line is kept under a name of
// its own: a tab that kept the whole list would write over what another one has added.

import { type Signal, signal } from "@preact/signals";

interface Line {
  readonly key: string;
  /** When it was added, in milliseconds; no two of one tab have the same. */
  readonly at: number;
}

export class SharedList<T extends Line> {
  /** All lines, of whichever tab, the oldest first. */
  readonly all: Signal<readonly T[]> = signal([]);
  private readonly prefix: string;
  /** What the browser did not keep: it lasts as long as this tab. */
  private readonly unkept = new Map<string, T>();

  /** `before` is the name under which the whole list was kept once; `renew` makes a line of what stands there. */
  constructor(name: string, before: string, renew: (old: T, at: number) => T) {
    this.prefix = `${name}/`;
    try {
      const old = JSON.parse(localStorage.getItem(before) ?? "[]") as readonly T[];
      for (const [number, one] of old.entries()) this.put(renew(one, number));
      localStorage.removeItem(before);
    } catch {
      // Nothing was kept.
    }
    addEventListener("storage", ({ key }) => {
      if (key === null || key.startsWith(this.prefix)) this.look();
    });
    this.look();
  }

  put(line: T): void {
    this.unkept.delete(line.key);
    try {
      localStorage.setItem(this.prefix + line.key, JSON.stringify(line));
    } catch {
      this.unkept.set(line.key, line);
    }
    this.look();
  }

  remove(key: string): void {
    this.unkept.delete(key);
    try {
      localStorage.removeItem(this.prefix + key);
    } catch {
      // It was not kept either.
    }
    this.look();
  }

  private look(): void {
    const found = [...this.unkept.values()];
    try {
      for (let n = 0; n < localStorage.length; n++) {
        const name = localStorage.key(n) ?? "";
        if (name.startsWith(this.prefix)) found.push(JSON.parse(localStorage.getItem(name) ?? "null"));
      }
    } catch {
      // A browser that keeps nothing has what this tab knows.
    }
    this.all.value = found.filter(Boolean).sort((one, other) => one.at - other.at || (one.key < other.key ? -1 : 1));
  }
}
