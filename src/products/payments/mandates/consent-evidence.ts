/** Evidence of a consent: the version, the language and the values of the text, the time, and the payer's IP address. */
export interface ConsentEvidence {
  textVersion: string;
  language: string;
  /** The values that were put into the text, by name. */
  values: Readonly<Record<string, string>>;
  /** When the payer consented to the text that was shown, in ISO 8601. */
  shownAt: string;
  address: string;
}
