import type { ShopService } from './shop.js';

/** Short numbers and their net prices, as the contract lists them. */
export const SMS_PRICES: Readonly<Record<number, number>> = { 7055: 50, 7255: 200, 7636: 600, 92555: 2500 };

/** A message that a payer sent and paid for. */
export interface SmsSale {
  kind: 'sms';
  name: string;
  service: ShopService;
  /** Short number. */
  number: number;
  net: number;
  gross: number;
  /** Its money stands in the ledger. */
  entered: boolean;
  /** What the payer was answered, each text once. */
  replies: Set<string>;
  /** How often its code was found unused. */
  firstUses: number;
  /** How often the partner's program was told of it. */
  told: number;
}
