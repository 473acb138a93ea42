// The law explorer of the pad: the game's laws page, answered by the engine on this phone.

import { render } from "preact";
import { answerWithout } from "../api/http.ts";
import type { LawText, Situation, StrokeFacts } from "../api/wire.ts";
import { wordsAreThere } from "../i18n/speaking.ts";
import { Explorer } from "../pages/LawsPage.tsx";
import { prefs } from "../prefs.ts";
import { engine } from "./engine/engine.ts";
import { cacheFiles, isStatic } from "./engine/phone.ts";

void cacheFiles(() => true);

async function lawText(id: string): Promise<LawText> {
  const { laws } = await engine.call("laws", { words: id, language: prefs.value.language });
  const found = laws.find((law) => law.id === id);
  if (found === undefined) throw new Error(id);
  return found;
}

answerWithout((path, body) => {
  const { language } = prefs.value;
  if (path.startsWith("/api/laws/")) return lawText(decodeURIComponent(path.slice("/api/laws/".length)));
  if (path !== "/api/rule") return null;
  const { before, stroke } = body as { before: Situation; stroke: StrokeFacts };
  return engine.call("rulings", { before, stroke, language });
});

const root = document.getElementById("app") as HTMLElement;
void wordsAreThere().then(() => render(<Explorer home={isStatic() ? "./" : "/pad"} />, root));
