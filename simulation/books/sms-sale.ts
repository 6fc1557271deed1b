import type { ShopService } from './shop.js';

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
