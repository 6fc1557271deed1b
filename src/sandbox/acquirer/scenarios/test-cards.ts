import type { PaymentCause } from './scenario.js';

export interface TestCard {
  number: string;
  outcome: string;
  /** The outcome that the number decides; null: the bank asks the payer, as with any other card. */
  payerDecision: 'confirm' | PaymentCause | null;
}

/** Publicly known test numbers. */
export const TEST_CARDS: readonly TestCard[] = [
  { number: '4242424242424242', outcome: 'the bank asks (3-D Secure)', payerDecision: null },
  { number: '5555555555554444', outcome: 'paid without being asked', payerDecision: 'confirm' },
  { number: '4000000000000002', outcome: 'refused by the bank', payerDecision: 'ISSUER_DECLINED' },
  { number: '4000000000009995', outcome: 'refused: no funds', payerDecision: 'INSUFFICIENT_FUNDS' },
  { number: '4000000000000069', outcome: 'refused: the card has expired', payerDecision: 'INSTRUMENT_INVALID' },
];
