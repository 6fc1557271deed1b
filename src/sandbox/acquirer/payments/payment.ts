import type { PaymentState } from '../magic/story.js';

/** A payment as the acquirer's books show it at one moment. */
export interface Payment {
  id: string;
  reference: string;
  method: string;
  amountMinor: number;
  currency: string;
  seller: string;
  description: string;
  returnUrl: string;
  expiresAt: Date;
  state: 'WAITING' | PaymentState;
  cause: string | null;
  /** What is taken or about to be, which is not always what was asked for. */
  seenMinor: number;
  /** Until when the payer can confirm in the bank's app; null while nothing is asked there. */
  waitsUntil: Date | null;
  /** The code or alias that was asked about; otherwise the one that waits, or the latest. */
  code: PaymentCode | null;
}

export interface PaymentCode {
  reference: string;
  state: 'WAITING' | 'FAILED' | 'PAID';
  cause: string | null;
  /** Apps that know the alias which was tried. */
  alternatives: readonly { key: string; label: string }[];
}
