import type { Answering, PaymentState, Step } from './story.js';

export interface PaymentStory {
  /** Last two digits of the amount; null stands for all others. */
  ending: string | null;
  outcome: string;
  /** Of the call that begins the payment, and what is true at once. */
  start?: { answering: Answering; steps?: readonly Step<PaymentState>[] };
  /** Once the payer confirmed. */
  confirmed: readonly Step<PaymentState>[];
}

const PAID: Step<PaymentState> = { state: 'PAID', afterSeconds: 0 };

/** What happens at the acquirer's pages, by the amount: the one table behind the simulation, its page and the document. */
export const PAYMENT_STORIES: readonly PaymentStory[] = [
  { ending: '91', outcome: 'refused: no funds', confirmed: [{ state: 'FAILED', afterSeconds: 0, cause: 'INSUFFICIENT_FUNDS' }] },
  { ending: '92', outcome: 'slow: paid 30 seconds later', confirmed: [{ ...PAID, afterSeconds: 30 }] },
  {
    ending: '93',
    outcome: 'the start is not answered; whoever asks finds the payment, which was paid after 10 seconds',
    start: { answering: 'never', steps: [{ ...PAID, afterSeconds: 10, reports: 0 }] },
    confirmed: [PAID],
  },
  { ending: '94', outcome: 'paid, and reported three times', confirmed: [{ ...PAID, reports: 3 }] },
  {
    ending: '95',
    outcome: 'contradictory: reported as paid, then as failed',
    confirmed: [PAID, { state: 'FAILED', afterSeconds: 4, cause: 'GENERAL_ERROR' }],
  },
  {
    ending: '96',
    outcome: 'late: reported as expired, and 10 seconds later as paid',
    confirmed: [
      { state: 'EXPIRED', afterSeconds: 0, fromExpiry: true },
      { ...PAID, afterSeconds: 10, fromExpiry: true },
    ],
  },
  {
    ending: '97',
    outcome: 'paid without the payer, and reported before the start is answered',
    start: { answering: 'after the report', steps: [PAID] },
    confirmed: [PAID],
  },
  { ending: '98', outcome: 'paid, but told only to who asks', confirmed: [{ ...PAID, reports: 0 }] },
  {
    ending: '99',
    outcome: 'abandoned: nothing comes of it, and it expires',
    confirmed: [{ state: 'EXPIRED', afterSeconds: 0, fromExpiry: true }],
  },
  { ending: null, outcome: 'paid at once, and reported', confirmed: [PAID] },
];

export function paymentStoryOf(amountMinor: number): PaymentStory {
  return byEnding(PAYMENT_STORIES, amountMinor);
}

/** The row of the last two digits, or the one for all others. */
export function byEnding<Row extends { ending: string | null }>(rows: readonly Row[], amountMinor: number): Row {
  const digits = String(amountMinor % 100).padStart(2, '0');
  const found = rows.find(({ ending }) => ending === null || ending === digits);
  if (!found) throw new Error('The table has no row for all other amounts');
  return found;
}
