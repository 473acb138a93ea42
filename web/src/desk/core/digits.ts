// Numbers as people type them: phones in Hindi and Urdu write digits of their own.

const DIGITS = ["०१२३४५६७८९", "۰۱۲۳۴۵۶۷۸۹", "٠١٢٣٤٥٦٧٨٩"];

/** The same text with digits of Devanagari, Urdu and Arabic as 0 to 9. */
export function plainDigits(text: string): string {
  return text.replace(/[०-९۰-۹٠-٩]/g, (digit) => String(DIGITS.find((ten) => ten.includes(digit))?.indexOf(digit)));
}

/** A whole number from 0, or null where none is written. */
export function readCount(text: string): number | null {
  const plain = plainDigits(text).trim();
  return /^\d{1,6}$/.test(plain) ? Number(plain) : null;
}

/** A match as it was typed, with or without its letter: M7; empty where it is none. */
export function matchNumber(text: string): string {
  const [, digits] = /^m?(\d+)$/i.exec(plainDigits(text.trim())) ?? [];
  return digits ? `M${digits}` : "";
}
