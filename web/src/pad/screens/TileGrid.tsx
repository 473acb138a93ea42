// A tile for everything else that may happen now; most ask for the player and the law.

import type { JSX } from "preact";
import { useCallback, useState } from "preact/hooks";
import type { ActChoices, PadView } from "../../api/pad.ts";
import type { Act } from "../engine/questions.ts";
import type { MatchSession } from "../session.ts";
import { t, wordsFor } from "../words/words.ts";
import { Choices } from "./Choices.tsx";
import { kindWords } from "./labels.ts";
import { BottomSheet, Icon } from "./parts.tsx";
import { SignSheet } from "./Sign.tsx";
import { StrokePad } from "./StrokePad.tsx";

/** Observations with nothing to choose take one tap. A decision always asks. */
const AT_ONCE = [
  ...["timeout", "umpire-places", "pass", "striker-up", "place-called", "no-room", "forgo", "noticed", "removed"],
  ...["play", "interval", "called", "powder", "board-changed"],
];

export function strokeReasons(session: MatchSession): () => Promise<ActChoices> {
  return () => session.question("choices", { kind: "stroke", at: session.log.now() });
}

export function TileGrid({ session, shown }: { session: MatchSession; shown: PadView }): JSX.Element {
  const [offered, setOffered] = useState<ActChoices | null>(null);
  const close = (): void => setOffered(null);
  const act = (one: Act): void => {
    close();
    scrollTo({ top: 0 }); // back to the keys
    void session.tap(one);
  };
  const open = useCallback(
    async (kind: string): Promise<void> => {
      if (kind === "stroke") {
        setOffered({ kind, choices: [] });
        return;
      }
      const { choices } = await session.question("choices", { kind, at: session.log.now() });
      const only = choices.length === 1 && AT_ONCE.includes(kind) ? choices[0] : undefined;
      if (only && !only.needs) act(only.act);
      else setOffered({ kind, choices });
    },
    [session],
  );
  return (
    <section class="tiles" aria-label={t("else-happened")}>
      {shown.layout.tiles.map(({ group, kinds }) => (
        <Group key={group} group={group} kinds={kinds} onOpen={open} />
      ))}
      {offered?.kind === "sign" && <SignSheet session={session} offered={offered} onClose={close} />}
      {offered && offered.kind !== "sign" && (
        <BottomSheet title={offered.kind === "stroke" ? t("early-break") : kindWords(offered.kind)} onClose={close}>
          {offered.kind === "stroke" && shown.layout.stroke ? (
            <StrokePad form={shown.layout.stroke} onStroke={act} reasons={strokeReasons(session)} />
          ) : (
            <Choices
              offered={offered}
              names={shown.names}
              onChoose={act}
              turn={shown.view.board?.turn.player ?? null}
            />
          )}
        </BottomSheet>
      )}
    </section>
  );
}

interface GroupProps {
  readonly group: string;
  readonly kinds: readonly string[];
  readonly onOpen: (kind: string) => Promise<void>;
}

function Group({ group, kinds, onOpen }: GroupProps): JSX.Element {
  const name = wordsFor(`group-${group}`) ?? group;
  return (
    <div class="tile-group" data-group={group} role="group" aria-label={name}>
      <h3>{name}</h3>
      <div>
        {kinds.map((kind) => (
          <button key={kind} class="tile" data-testid={`tile-${kind}`} onClick={() => void onOpen(kind)}>
            <Icon name={kind === "stroke" ? "fell" : kind} />
            <span>{kind === "stroke" ? t("early-break") : kindWords(kind)}</span>
          </button>
        ))}
      </div>
    </div>
  );
}
