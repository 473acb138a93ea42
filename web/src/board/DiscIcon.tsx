// A piece as a small picture in a text.

import type { JSX } from "preact";
import { prefs } from "../prefs.ts";
import { drawing } from "./discs.ts";
import type { DiscKind } from "./geometry.ts";
import { lookOf } from "./look.ts";

export function DiscIcon({ kind, label }: { kind: DiscKind; label?: string }): JSX.Element {
  return (
    // biome-ignore lint/a11y/useAriaPropsSupportedByRole: it has a label only where it is an image
    <span
      class="disc-icon"
      role={label ? "img" : undefined}
      aria-label={label}
      aria-hidden={label ? undefined : true}
      dangerouslySetInnerHTML={{ __html: drawing(kind, lookOf(prefs.value)) }}
    />
  );
}
