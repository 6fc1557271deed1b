/** Characters that show a text in another order than it is written in, or are not shown at all. */
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\p{Bidi_Control}]/gu;
const LINE_BREAKS = /[\s\u0085\u2028\u2029]+/g;
/** With or without a scheme: phones make a link of any word that has a dot and something like a domain behind it. */
const LINKS = /(?:[a-z][a-z\d+.-]*:\/\/|www\.)\S*|[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)*\.\p{L}{2,}(?:[/?#]\S*)?/giu;

/**
 * A partner's text as it may stand in the operator's SMS beside the code: one line, as it reads, and without links. The payer sees the
 * whole of it on the page. @returns null when nothing is left.
 */
export function operatorText(description: string | null): string | null {
  const text = (description ?? '').replace(INVISIBLE, '').replace(LINKS, '').replace(LINE_BREAKS, ' ').trim();
  return text === '' ? null : text;
}
