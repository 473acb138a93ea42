// Error boundary of an app: a message and a reload button instead of half a page.

import type { ComponentChildren, JSX } from "preact";
import { useErrorBoundary } from "preact/hooks";

interface Words {
  readonly message: string;
  readonly again: string;
}

export function ErrorBoundary({
  words,
  children,
}: {
  words: () => Words;
  children: ComponentChildren;
}): ComponentChildren {
  const [error] = useErrorBoundary((thrown: unknown) => reportError(thrown)); // still reaches the browser's log
  return error ? <LoadAgain {...words()} id="broken" /> : children;
}

/** The page cannot continue: a message and a reload button. */
export function LoadAgain({ message, again, id }: Words & { readonly id: string }): JSX.Element {
  return (
    <div class="banner bad" role="alert" data-testid={id}>
      <p>
        <b>{message}</b>
      </p>
      <button onClick={() => location.reload()}>{again}</button>
    </div>
  );
}
