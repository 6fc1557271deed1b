import type { ResponseMode, PaymentState, Step } from './scenario.js';

/** Names of the scenarios that the acquirer's page offers. `PAYMENT_SCENARIOS` describes each in `outcome`. */
export type ScenarioChoice = 'slow' | 'repeated' | 'contradictory' | 'late' | 'polled' | 'abandoned';

export interface PaymentScenario {
  /** In minor units of any currency; null stands for all other amounts. */
  amountMinor: number | null;
  outcome: string;
  /** The form value that chooses the scenario on the acquirer's page, at any amount. */
  choice?: ScenarioChoice;
  /** When the request that starts the payment gets its response, and steps that need no payer. */
  start?: { responseMode: ResponseMode; steps?: readonly Step<PaymentState>[] };
  /** Steps after the payer has confirmed. */
  confirmed: readonly Step<PaymentState>[];
}

const PAID: Step<PaymentState> = { state: 'PAID', afterSeconds: 0 };

/**
 * Scenarios of payments on the acquirer's pages, by amount. The sandbox, its pages and the documentation use this table.
 * Only the amounts 777.91 to 777.99 choose a scenario, so that ordinary prices such as 49.99 are paid.
 */
export const PAYMENT_SCENARIOS: readonly PaymentScenario[] = [
  { amountMinor: 777_91, outcome: 'refused: no funds', confirmed: [{ state: 'FAILED', afterSeconds: 0, cause: 'INSUFFICIENT_FUNDS' }] },
  { amountMinor: 777_92, choice: 'slow', outcome: 'slow: paid 30 seconds later', confirmed: [{ ...PAID, afterSeconds: 30 }] },
  {
    amountMinor: 777_93,
    outcome: 'no response to the start; a poll finds the payment, which is paid after 10 seconds',
    start: { responseMode: 'never', steps: [{ ...PAID, afterSeconds: 10, callbackCount: 0 }] },
    confirmed: [PAID],
  },
  { amountMinor: 777_94, choice: 'repeated', outcome: 'paid, and reported three times', confirmed: [{ ...PAID, callbackCount: 3 }] },
  {
    amountMinor: 777_95,
    choice: 'contradictory',
    outcome: 'conflict: reported as paid, then as failed',
    confirmed: [PAID, { state: 'FAILED', afterSeconds: 4, cause: 'GENERAL_ERROR' }],
  },
  {
    amountMinor: 777_96,
    choice: 'late',
    outcome: 'late: reported as expired, and 10 seconds later as paid',
    confirmed: [
      { state: 'EXPIRED', afterSeconds: 0, fromExpiry: true },
      { ...PAID, afterSeconds: 10, fromExpiry: true },
    ],
  },
  {
    amountMinor: 777_97,
    outcome: 'paid without the payer, and reported before the response to the start',
    start: { responseMode: 'after the callback', steps: [PAID] },
    confirmed: [PAID],
  },
  {
    amountMinor: 777_98,
    choice: 'polled',
    outcome: 'paid, but not reported: only a poll says so',
    confirmed: [{ ...PAID, callbackCount: 0 }],
  },
  {
    amountMinor: 777_99,
    choice: 'abandoned',
    outcome: 'abandoned: nothing happens, and it expires',
    confirmed: [{ state: 'EXPIRED', afterSeconds: 0, fromExpiry: true }],
  },
  { amountMinor: null, outcome: 'paid immediately, and reported', confirmed: [PAID] },
];

export function paymentScenarioOf(amountMinor: number): PaymentScenario {
  return byAmount(PAYMENT_SCENARIOS, amountMinor);
}

/** The row of the amount, or the row for all other amounts. */
export function byAmount<Row extends { amountMinor: number | null }>(rows: readonly Row[], amountMinor: number): Row {
  const matching = rows.find((row) => row.amountMinor === null || row.amountMinor === amountMinor);
  if (!matching) throw new Error('A table of scenarios needs a row with the amount null for all other amounts');
  return matching;
}
