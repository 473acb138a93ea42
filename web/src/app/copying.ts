// Copy and share, also on plain HTTP, where browsers deny the clipboard API.

/** Resolves to whether it was copied. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyByCommand(text);
  }
}

function copyByCommand(text: string): boolean {
  const field = document.createElement("textarea");
  field.value = text;
  field.readOnly = true;
  field.className = "unseen";
  // Next to the focus: outside an open dialog nothing can be selected.
  (document.activeElement?.closest("dialog") ?? document.body).append(field);
  field.select();
  try {
    return document.execCommand("copy");
  } catch {
    return false;
  } finally {
    field.remove();
  }
}

export function canShare(): boolean {
  return typeof navigator.share === "function";
}

/** Open the phone's share sheet; cancelling is no error. */
export function shareLink(title: string, url: string): void {
  navigator.share({ title, url }).catch(() => undefined);
}
