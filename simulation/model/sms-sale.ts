import type { PartnerService } from './shop.js';

/** Short numbers and their net prices, as listed in the contract. */
export const SMS_PRICES: Readonly<Record<number, number>> = { 7055: 50, 7255: 200, 7636: 600, 92555: 2500 };

/** A premium message that a payer sent. */
export interface SmsSale {
  kind: 'sms';
  name: string;
  service: PartnerService;
  /** Short number. */
  number: number;
  net: number;
  gross: number;
  /** The ledger has an entry of its money. */
  isPosted: boolean;
  /** The distinct answers that the payer got. */
  replies: Set<string>;
  /** How often its code was reported as unused. */
  unusedResponses: number;
  /** How often the partner's program was called about it. */
  callCount: number;
}
