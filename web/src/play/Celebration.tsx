// Confetti after a win, unless disabled.

import type { JSX } from "preact";
import { prefs } from "../prefs.ts";
import "./celebration.css";

const SHREDS = 28;

export function Celebration(): JSX.Element | null {
  if (!prefs.value.celebrate) return null;
  return (
    <div class="confetti" aria-hidden="true">
      {Array.from({ length: SHREDS }, (_, i) => (
        <i
          key={i}
          style={{
            left: `${(i * 37) % 100}%`,
            animationDelay: `${(i % 7) * 0.12}s`,
            animationDuration: `${2.2 + (i % 5) * 0.35}s`,
          }}
        />
      ))}
    </div>
  );
}
