import type { PaymentState } from '../magic/story.js';

/** A payment as the acquirer's books show it at one moment. */
export interface Payment {
  id: string;
  reference: string;
  method: string;
  amountMinor: number;
  currency: string;
  description: string;
  returnUrl: string;
  expiresAt: Date;
  state: 'WAITING' | PaymentState;
  cause: string | null;
  /** What is taken or about to be, which is not always what was asked for. */
  seenMinor: number;
  /** The latest code or alias that was tried. */
  code: PaymentCode | null;
}

export interface PaymentCode {
  reference: string;
  state: 'WAITING' | 'FAILED' | 'PAID';
  cause: string | null;
  until: Date;
  /** Apps that know the alias which was tried. */
  alternatives: readonly { key: string; label: string }[];
}
