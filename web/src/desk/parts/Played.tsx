// What somebody plays in, with the pair or the team where that is another name; what they have left says so.

import type { JSX } from "preact";
import type { PersonShown } from "../../wire.ts";
import { t } from "../words/words.ts";
import { Isolated } from "./basics.tsx";

export function Played({ one, isWhole = false }: { one: PersonShown; isWhole?: boolean }): JSX.Element {
  return (
    <>
      {Object.entries(one.plays).map(([event, entry], at) => {
        const text = entry === one.name && !isWhole ? event : `${event}: ${entry}`;
        return (
          <span key={event}>
            {at > 0 && " · "}
            {one.left.includes(event) ? (
              <>
                <s>
                  <Isolated text={text} />
                </s>{" "}
                ({t("has-left")})
              </>
            ) : (
              <Isolated text={text} />
            )}
          </span>
        );
      })}
    </>
  );
}
