// Share a file with the phone's share sheet, or download it.

export async function hand(name: string, text: string, type = "text/plain"): Promise<void> {
  const file = new File([text], name, { type });
  if (navigator.canShare?.({ files: [file] }) && isPhone()) {
    try {
      await navigator.share({ files: [file], title: name });
      return;
    } catch (error) {
      if (error instanceof DOMException && error.name === "AbortError") return;
    }
  }
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

function isPhone(): boolean {
  return matchMedia("(pointer: coarse)").matches;
}

/** A name that any file system accepts. */
export function fileName(title: string, ending: string): string {
  const plain = title.replace(/[\\/:*?"<>|\s]+/g, "-").replace(/^-+|-+$/g, "") || "match";
  return `${plain}.${ending}`;
}
