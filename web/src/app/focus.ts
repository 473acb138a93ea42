// Where focus goes when the focused element is removed.

let last: Element | null = null;

globalThis.addEventListener?.("focusin", ({ target }) => {
  last = target as Element;
});
// Removing an element fires no focusout; a user moving focus does.
globalThis.addEventListener?.("focusout", ({ target }) =>
  queueMicrotask(() => {
    if (document.activeElement === document.body && (target as Element).isConnected) last = null;
  }),
);

/** Focus this element, without scrolling, if the focused one was removed. */
export function catchFocus(element: HTMLElement | null | undefined): void {
  if (!element || !last || last.isConnected || document.activeElement !== document.body) return;
  if (!element.hasAttribute("tabindex")) element.tabIndex = -1;
  element.focus({ preventScroll: true });
}
