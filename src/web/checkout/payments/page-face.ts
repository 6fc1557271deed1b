import type { PaymentPage } from '../../../products/payments/checkout/payment-page.js';
import { type RecurringFace, recurringFace } from './agreement/recurring-face.js';

/** Which page is shown: the stage, and within a step what the step wants. */
export type Face = Exclude<PaymentPage['stage'], 'step'> | RecurringFace | 'code' | 'apps' | 'app' | 'away' | 'display';

interface FaceRule {
  template: string;
  /** Of the three that payers are shown. */
  step: number;
  /** The payer has something to do until the payment's time runs out. */
  acts?: true;
  /** The page changes by itself: something may come that the payer does not do here. */
  follows?: true;
  /** It may take long, and the payer need not stay. */
  isSlow?: true;
}

/** The step after which nothing is left to be done. */
export const DONE = 3;

const ENDED: FaceRule = { template: 'ended', step: DONE };
/** Money that comes late turns these. */
const MAY_TURN: FaceRule = { ...ENDED, follows: true };
const WAITS: FaceRule = { template: 'waiting', step: 2, follows: true, isSlow: true };

export const FACES: Record<Face, FaceRule> = {
  choose: { template: 'choose', step: 0, acts: true },
  consent: { template: 'consent', step: 0, acts: true },
  charge: { template: 'charge', step: 0, acts: true, follows: true },
  expecting: { template: 'expecting', step: 0, follows: true },
  code: { template: 'code', step: 1, acts: true },
  apps: { template: 'apps', step: 1, acts: true },
  app: { template: 'app', step: 1, follows: true },
  away: { template: 'away', step: 1, acts: true, follows: true },
  display: { template: 'display', step: 1, follows: true, isSlow: true },
  waiting: WAITS,
  confirmed: WAITS,
  checking: WAITS,
  paid: { template: 'paid', step: DONE },
  failed: MAY_TURN,
  expired: MAY_TURN,
  canceled: MAY_TURN,
  refunded: ENDED,
  fraud: ENDED,
};

/** A confirmation whose time is over is waited for like any answer: only the channel knows whether it came. */
export function faceOf(view: PaymentPage, now: Date): Face {
  const { stage, step } = view;
  if (stage === 'choose' && view.recurring) return recurringFace(view);
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
