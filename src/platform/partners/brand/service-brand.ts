import type { Locale } from '../../../common/locale.js';

/** How a service looks to payers; what is null is the gateway's own. */
export interface ServiceBrand {
  /** Instead of the partner's name. */
  name: string | null;
  /** SHA-256 of the logo's bytes in hex, and what they are. */
  logo: { hash: string; type: LogoType } | null;
  /** `#rrggbb`, readable in both themes. */
  accent: string | null;
  /** Of payers whose browser asks for none that the pages speak. */
  language: Locale | null;
  /** Where payers reach the shop: an e-mail or https address. */
  contact: string | null;
}

export type LogoType = 'svg' | 'png';
