// Every event of a match on its own line: who, what, result.

import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { DiscIcon } from "../app/ui.tsx";
import type { Kind } from "../board/geometry.ts";
import { t, wordsFor } from "../i18n/i18n.ts";
import type { Moment } from "../wire.ts";

const KINDS: readonly Kind[] = ["white", "black", "queen"];

export function Moments({
  moments,
  called,
  index,
  onShow,
}: {
  moments: readonly Moment[];
  called: (name: string) => string;
  index: number;
  onShow: (index: number) => void;
}): JSX.Element {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // Scroll the list, never the page.
    const box = list.current;
    const row = box?.querySelector<HTMLElement>("[aria-current=true]");
    if (!box || !row) return;
    const top = row.offsetTop - box.offsetTop;
    if (top < box.scrollTop || top + row.offsetHeight > box.scrollTop + box.clientHeight)
      box.scrollTop = top - box.clientHeight / 2;
  }, [index]);
  return (
    <div class="moments" ref={list} role="group" aria-label={t("replay")}>
      {moments.map((one, at) => (
        <button key={one.seq} aria-current={at === index} onClick={() => onShow(at)}>
          <span>
            {one.seq}. {one.name ? called(one.name) : ""}
          </span>
          {one.kind === "stroke" ? <Came moment={one} /> : <span>{wordsFor(`kind-${one.kind}`) ?? one.kind}</span>}
        </button>
      ))}
    </div>
  );
}

/** Pocketed pieces as pictures; a cross for the striker, a dash for nothing. */
function Came({ moment }: { moment: Moment }): JSX.Element {
  const ruling = moment.words.find((word) => word.code === "ruling");
  const count = (rows: Moment["before"], kind: Kind): number => rows.filter((row) => row[0] === kind).length;
  const fell = KINDS.flatMap((kind) =>
    Array.from({ length: Math.max(0, count(moment.before, kind) - count(moment.after, kind)) }, () => kind),
  );
  const isFoul = ruling?.data.striker === true;
  return (
    <span class="came">
      {fell.map((kind, at) => (
        <DiscIcon key={at} kind={kind} label={t(kind)} />
      ))}
      {isFoul && <DiscIcon kind="striker" label={t("ruled-striker")} />}
      {isFoul && <b class="bad">✗</b>}
      {!fell.length && !isFoul && (
        <span role="img" aria-label={t("nothing")}>
          –
        </span>
      )}
    </span>
  );
}
