import type { PayerPayment } from '../../../products/payments/checkout/payment-page.js';
import { type RecurringScreen, recurringScreen } from './mandate/recurring-screen.js';

/** Which page is shown: the payment's stage or, when the payer has a step to take, the kind of step. */
export type Screen = Exclude<PayerPayment['stage'], 'step'> | RecurringScreen | 'closed' | 'code' | 'apps' | 'app' | 'away' | 'display';

interface FaceRule {
  template: string;
  /** The current one of the three steps that pages show, from 0; 3 when all are done. */
  step: number;
  /** The payer has something to do until the payment's time runs out. */
  acts?: true;
  /** The page reloads when the payment changes without the payer's action here. */
  follows?: true;
  /** It may take long, and the payer need not stay. */
  isSlow?: true;
}

export const LAST_STEP = 3;

const ENDED: FaceRule = { template: 'ended', step: LAST_STEP };
/** Late money may still make these paid. */
const MAY_TURN: FaceRule = { ...ENDED, follows: true };
const WAITS: FaceRule = { template: 'waiting', step: 2, follows: true, isSlow: true };

export const SCREENS: Record<Screen, FaceRule> = {
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
  failed: MAY_TURN,
  expired: MAY_TURN,
  canceled: MAY_TURN,
  refunded: ENDED,
  fraud: ENDED,
};

/** When the time to confirm is over, the page waits for the channel's answer: only the channel knows whether the payer confirmed. */
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
