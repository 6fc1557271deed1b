/** Properties of a language besides its texts. */
export interface Language {
  /** The region that sets the format of numbers, money and dates. */
  region: string;
  /** Its name in the language itself, and its word for "language", for the switch. */
  name: string;
  language: string;
  /** Its plural forms, as `Intl.PluralRules` names them. */
  plurals: readonly Intl.LDMLPluralRule[];
  /** Whether amounts have the currency's sign (`zł`) or code (`PLN`). */
  currency: 'symbol' | 'code';
  /** Names of time zones after a moment, where payers would not understand the abbreviation of `Intl`. */
  zones?: Readonly<Record<string, string>>;
}
