import { byAmount } from './payment-scenarios.js';
import type { ResponseMode, RefundState, Step } from './scenario.js';

export interface RefundScenario {
  /** Amount of the refund in minor units; null stands for all other amounts. */
  amountMinor: number | null;
  outcome: string;
  responseMode?: ResponseMode;
  /** The refund is pending until its first step. */
  steps: readonly Step<RefundState>[];
}

const DONE: Step<RefundState> = { state: 'DONE', afterSeconds: 2 };
const ACCOUNT_CLOSED = { state: 'FAILED', cause: 'ACCOUNT_CLOSED' } as const;

/** Scenarios of refunds, by amount. Only the amounts 777.91 to 777.99 choose a scenario, as for payments. */
export const REFUND_SCENARIOS: readonly RefundScenario[] = [
  { amountMinor: 777_91, outcome: 'rejected: too late', steps: [{ state: 'REJECTED', afterSeconds: 0, cause: 'TOO_LATE' }] },
  { amountMinor: 777_92, outcome: 'slow: done 30 seconds later', steps: [{ ...DONE, afterSeconds: 30 }] },
  {
    amountMinor: 777_93,
    outcome: 'no response; a poll finds the refund, which is done after 10 seconds',
    responseMode: 'never',
    steps: [{ ...DONE, afterSeconds: 10, callbackCount: 0 }],
  },
  { amountMinor: 777_94, outcome: 'done, and reported three times', steps: [{ ...DONE, callbackCount: 3 }] },
  { amountMinor: 777_95, outcome: 'pending, then failed: the account is closed', steps: [{ ...ACCOUNT_CLOSED, afterSeconds: 2 }] },
  { amountMinor: 777_96, outcome: 'done, but failed a minute later', steps: [DONE, { ...ACCOUNT_CLOSED, afterSeconds: 60 }] },
  {
    amountMinor: 777_97,
    outcome: 'done, and reported before the response to the call',
    responseMode: 'after the callback',
    steps: [{ ...DONE, afterSeconds: 0 }],
  },
  { amountMinor: 777_98, outcome: 'done, but not reported: only a poll says so', steps: [{ ...DONE, callbackCount: 0 }] },
  { amountMinor: 777_99, outcome: 'pending for three days, then done', steps: [{ ...DONE, afterSeconds: 3 * 86_400 }] },
  { amountMinor: null, outcome: 'pending, and done 2 seconds later', steps: [DONE] },
];

export function refundScenarioOf(amountMinor: number): RefundScenario {
  return byAmount(REFUND_SCENARIOS, amountMinor);
}
