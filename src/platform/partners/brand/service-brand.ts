import type { Locale } from '../../../common/locale.js';

/** How a service looks to payers; null members use the gateway's look. */
export interface ServiceBrand {
  /** Instead of the partner's name. */
  name: string | null;
  /** SHA-256 of the logo's bytes in hex, and their format. */
  logo: { hash: string; type: LogoType } | null;
  /** `#rrggbb`, readable in both themes. */
  accent: string | null;
  /** For payers whose browser asks for no language that the pages have. */
  language: Locale | null;
  /** The shop's contact for payers: an e-mail or https address. */
  contact: string | null;
  /** Where payers withdraw from the contract with the shop: an https address. */
  withdrawalUrl: string | null;
}

export type LogoType = 'svg' | 'png';
