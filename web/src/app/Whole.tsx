// Around a whole app: where a part of it throws, a sentence and a way on stand there instead of half a page.

import type { ComponentChildren, JSX } from "preact";
import { useErrorBoundary } from "preact/hooks";

interface Words {
  /** What is wrong, and what the button says. */
  readonly said: string;
  readonly again: string;
}

export function Whole({ words, children }: { words: () => Words; children: ComponentChildren }): ComponentChildren {
  const [error] = useErrorBoundary((thrown: unknown) => reportError(thrown)); // the browser's log has it still
  return error ? <LoadAgain {...words()} id="broken" /> : children;
}

/** What somebody reads whose page cannot go on. */
export function LoadAgain({ said, again, id }: Words & { readonly id: string }): JSX.Element {
  return (
    <div class="banner bad" role="alert" data-testid={id}>
      <p>
        <b>{said}</b>
      </p>
      <button onClick={() => location.reload()}>{again}</button>
    </div>
  );
}
