/** Properties of a language in addition to its texts. */
export interface Language {
  /** The locale that determines the format of numbers, money and dates. */
  region: string;
  /** The language's own name and its word for "language", for the language switch. */
  name: string;
  language: string;
  /** The plural forms, as `Intl.PluralRules` names them. */
  plurals: readonly Intl.LDMLPluralRule[];
  /** Whether amounts have the currency's sign (`zł`) or code (`PLN`). */
  currency: 'symbol' | 'code';
  /** Names of time zones, where payers would not understand the abbreviation of `Intl`. */
  zones?: Readonly<Record<string, string>>;
}
