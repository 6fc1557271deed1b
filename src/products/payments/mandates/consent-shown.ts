/** The proof of what a payer agreed to: which words in which language, with which values, when, and from where. */
export interface ConsentShown {
  textVersion: string;
  language: string;
  /** As they stood in the text, by the name of each. */
  values: Readonly<Record<string, string>>;
  /** ISO 8601. */
  shownAt: string;
  address: string;
}
