import type { AmountType, Terms } from './amounts.js';
import type { ShopService } from './shop.js';

/** What an operator did with a charge, by its own books. */
export type ChargeDeed = 'unseen' | 'seen' | 'accepted' | 'refused' | 'wrong code' | 'booked';

/** A charge as its operator knows it. */
export interface OperatorCharge {
  /** `d12/1` in stories. */
  name: string;
  sale: PhoneSale;
  reference: string;
  operator: string;
  /** Nobody takes money there. */
  test: boolean;
  gross: number;
  deed: ChargeDeed;
  /** Where the gateway says it is: which of several it is that counts. */
  state: string;
  /** Business time of the call. */
  begunAt: Date;
  /** How often its money was given back. */
  reversals: number;
  /** Its money was entered as nobody's. */
  stray: boolean;
  /** Words of it that reached the gateway, or may have. */
  said: Set<string>;
  /** The last report of it was not answered, so it will be repeated. */
  unanswered: boolean;
}

/** A sale that is charged to a phone bill, as partner and payer know it. */
export interface PhoneSale {
  kind: 'phone';
  name: string;
  service: ShopService;
  type: AmountType;
  amount: number;
  /** Of each operator, on the day it was made. */
  terms: Readonly<Record<string, Terms>>;
  charges: OperatorCharge[];
  /** The charge whose money the gateway has entered as the partner's. */
  counted: OperatorCharge | null;
}
