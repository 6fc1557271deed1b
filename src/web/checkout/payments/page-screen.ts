import type { PayerPayment } from '../../../products/payments/checkout/payment-page.js';
import { type RecurringScreen, recurringScreen } from './mandate/recurring-screen.js';

/** The screen of the page: the payment's stage or, when the payer has a next step, the kind of step. */
export type Screen = Exclude<PayerPayment['stage'], 'step'> | RecurringScreen | 'closed' | 'code' | 'apps' | 'app' | 'away' | 'display';

interface ScreenRule {
  template: string;
  /** The index of the current one of the three steps on the page; 3 when all are done. */
  step: number;
  /** The payer has to act before the payment expires. */
  acts?: true;
  /** The page reloads when the payment changes without an action on this page. */
  follows?: true;
  /** The outcome may take long, and the payer need not stay on the page. */
  isSlow?: true;
}

export const LAST_STEP = 3;

const ENDED: ScreenRule = { template: 'ended', step: LAST_STEP };
/** Ended payments that late money may still make paid. */
const MAY_BECOME_PAID: ScreenRule = { ...ENDED, follows: true };
const WAITS: ScreenRule = { template: 'waiting', step: 2, follows: true, isSlow: true };

export const SCREENS: Record<Screen, ScreenRule> = {
  closed: { template: 'closed', step: LAST_STEP },
  choose: { template: 'choose', step: 0, acts: true },
  consent: { template: 'consent', step: 0, acts: true },
  charge: { template: 'charge', step: 0, acts: true, follows: true },
  expecting: { template: 'awaiting-partner', step: 0, follows: true },
  code: { template: 'code', step: 1, acts: true },
  apps: { template: 'apps', step: 1, acts: true },
  app: { template: 'app', step: 1, follows: true },
  away: { template: 'redirect', step: 1, acts: true, follows: true },
  display: { template: 'display', step: 1, follows: true, isSlow: true },
  waiting: WAITS,
  confirmed: WAITS,
  checking: WAITS,
  paid: { template: 'paid', step: LAST_STEP },
  failed: MAY_BECOME_PAID,
  expired: MAY_BECOME_PAID,
  canceled: MAY_BECOME_PAID,
  refunded: ENDED,
  fraud: ENDED,
};

/** When the time to confirm is over, the page waits for the outcome, because only the acquirer knows whether the payer confirmed. */
export function screenOf(view: PayerPayment, now: Date): Screen {
  const { stage, step } = view;
  if (view.closed) return 'closed';
  if (stage === 'choose' && view.recurring) return recurringScreen(view);
  if (stage !== 'step') return stage;
  switch (step.kind) {
    case 'needsCode':
      return step.alternatives.length > 0 ? 'apps' : 'code';
    case 'waitPayer':
      return step.until > now ? 'app' : 'waiting';
    case 'redirect':
      return 'away';
    case 'display':
      return 'display';
    case 'none':
      return 'waiting';
  }
}
