// Names that are written from right to left inside sentences that are not: each stands for itself, so that figures and
// dashes beside it stay where the sentence has them.

const LETTER = "[\\p{Script=Arabic}\\p{Script=Hebrew}\\p{Script=Thaana}\\p{Script=Syriac}]";
const RUN = new RegExp(`${LETTER}(?:[\\p{M}\\u200c\\u200d.'’،؛؟ -]*${LETTER})*\\p{M}*`, "gu");

export interface Piece {
  readonly text: string;
  readonly isTurned: boolean;
}

/** A sentence, cut where its direction changes. */
export function pieces(sentence: string): readonly Piece[] {
  const found: Piece[] = [];
  let end = 0;
  for (const one of sentence.matchAll(RUN)) {
    if (one.index > end) found.push({ text: sentence.slice(end, one.index), isTurned: false });
    found.push({ text: one[0], isTurned: true });
    end = one.index + one[0].length;
  }
  if (end < sentence.length) found.push({ text: sentence.slice(end), isTurned: false });
  return found;
}

/** Names, and at every second place what stands between them: a pair, or a team and who plays for it. */
export function parts(name: string): readonly string[] {
  return name.split(/( \/ | – |: )/);
}
