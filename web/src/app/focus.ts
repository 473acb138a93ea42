// Where the focus goes when what had it is gone: a button that was pressed leaves with its question, a page with its link.

let last: Element | null = null;

globalThis.addEventListener?.("focusin", ({ target }) => {
  last = target as Element;
});
// Who takes the focus away himself wants it nowhere; of what is removed no browser says so.
globalThis.addEventListener?.("focusout", ({ target }) =>
  queueMicrotask(() => {
    if (document.activeElement === document.body && (target as Element).isConnected) last = null;
  }),
);

/** Gives the focus to this, if what had it is no longer there; nothing is scrolled. */
export function catchFocus(element: HTMLElement | null | undefined): void {
  if (!element || !last || last.isConnected || document.activeElement !== document.body) return;
  if (!element.hasAttribute("tabindex")) element.tabIndex = -1;
  element.focus({ preventScroll: true });
}
