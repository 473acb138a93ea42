// A modal dialog, closed by Escape or a click outside. The app supplies the texts.

import type { ComponentChildren, JSX, RefObject } from "preact";
import { useEffect, useRef } from "preact/hooks";

/** Opens a `dialog` as modal while it is rendered. */
export function useModal(): RefObject<HTMLDialogElement | null> {
  const box = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const dialog = box.current;
    dialog?.showModal();
    return () => dialog?.close();
  }, []);
  return box;
}

export function ModalDialog({
  title,
  close,
  onClose,
  children,
}: {
  title: string;
  close: string;
  onClose: () => void;
  children: ComponentChildren;
}): JSX.Element {
  const box = useModal();
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes it by itself (onCancel)
    <dialog
      ref={box}
      onCancel={onClose}
      onClick={(event) => event.target === box.current && onClose()}
      aria-label={title}
      data-keep
    >
      <header>
        <h2>{title}</h2>
        <button class="quiet" onClick={onClose} aria-label={close}>
          ✕
        </button>
      </header>
      <div class="dialog-body">{children}</div>
    </dialog>
  );
}
