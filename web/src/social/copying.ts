// Copying and sharing, also where the browser grants neither: a page of a home network has no secure address.

/** Whether it was copied. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyOldWay(text);
  }
}

function copyOldWay(text: string): boolean {
  const field = document.createElement("textarea");
  field.value = text;
  field.readOnly = true;
  field.className = "unseen";
  // Beside whatever has the focus: outside of an open dialog nothing can be selected.
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

/** Opens the phone's own sheet; whoever closes it has changed his mind. */
export function shareLink(title: string, url: string): void {
  navigator.share({ title, url }).catch(() => undefined);
}
