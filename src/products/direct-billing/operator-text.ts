/** Characters that are invisible or change the order in which text is shown. */
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\p{Bidi_Control}]/gu;
const WHITESPACE = /[\s\u0085\u2028\u2029]+/g;
/** Links with or without a scheme, because phones show any word that looks like a domain as a link. */
const LINKS = /(?:[a-z][a-z\d+.-]*:\/\/|www\.)\S*|[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)*\.\p{L}{2,}(?:[/?#]\S*)?/giu;

/**
 * Reduces a partner's description to text that the operator may put into the SMS with the code: one line, without invisible characters and links.
 * The payer's page shows the whole description.
 * @returns null when nothing is left.
 */
export function operatorText(description: string | null): string | null {
  const text = (description ?? '').replace(INVISIBLE, '').replace(LINKS, '').replace(WHITESPACE, ' ').trim();
  return text === '' ? null : text;
}
