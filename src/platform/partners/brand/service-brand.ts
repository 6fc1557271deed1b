import type { Locale } from '../../../common/locale.js';

/** The brand of a service on payers' pages. A null member uses the gateway's look. */
export interface ServiceBrand {
  /** Replaces the partner's name on payers' pages. */
  name: string | null;
  /** SHA-256 of the logo's bytes in hex, and their format. */
  logo: { hash: string; type: LogoType } | null;
  /** `#rrggbb`, readable in the pages' light theme. The dark theme lightens it (`accentThemes`). */
  accent: string | null;
  /** For payers whose browser accepts none of the languages of the pages. */
  language: Locale | null;
  /** The partner's contact for payers: an e-mail address or an https URL. */
  contact: string | null;
  /** https URL of the partner's page for a consumer's right of withdrawal: there the payer withdraws from the contract with the partner. */
  withdrawalUrl: string | null;
}

export type LogoType = 'svg' | 'png';
