/** The proof of what a payer agreed to: the text's version and language, its values, the time and the payer's address. */
export interface ConsentEvidence {
  textVersion: string;
  language: string;
  /** The values in the text, by name. */
  values: Readonly<Record<string, string>>;
  /** ISO 8601. */
  shownAt: string;
  address: string;
}
