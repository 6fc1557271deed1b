const WORDS = /^\s*([a-z0-9_-]{1,32}\.[a-z0-9_-]{1,32})(?=[.\s]|$)/i;

/**
 * What a message begins with, in lower case: `tc.sklep` of `TC.SKLEP`, `tc.sklep some text` and `Tc.Sklep.some.text`.
 * Null when it does not begin with two words joined by a dot.
 */
export function keywordOf(text: string): string | null {
  return WORDS.exec(text)?.[1]?.toLowerCase() ?? null;
}
