import type { PayerPayment } from '../../../products/payments/checkout/payment-page.js';

/**
 * The screen of the page: the payment's stage or, when the payer has a next step, the kind of step.
 * - `closed`: the service is closed or its partner is blocked, so the payer cannot pay
 * - `code`: the payer enters a BLIK code
 * - `apps`: the payer chooses one of several apps that have the alias registered
 * - `app`: the payer confirms in the bank's app
 * - `away`: the payer is redirected to the acquirer's page
 * - `display`: the payer scans, copies or prints a payment code
 */
export type Screen = Exclude<PayerPayment['stage'], 'step'> | RecurringScreen | 'closed' | 'code' | 'apps' | 'app' | 'away' | 'display';

interface ScreenRule {
  template: string;
  /** The index of the current one of the three steps on the page; 3 when all are done. */
  step: number;
  /** The payer has to act before the payment expires, so the page shows the deadline. */
  payerMustAct?: true;
  /** The page reloads when the payment changes without an action on this page. */
  isFollowed?: true;
  /** The outcome may take long, and the payer need not stay on the page. */
  isSlow?: true;
}

export const LAST_STEP = 3;

const ENDED: ScreenRule = { template: 'ended', step: LAST_STEP };
/** Ended payments. Money that arrives late may still make them paid. */
const MAY_BECOME_PAID: ScreenRule = { ...ENDED, isFollowed: true };
const WAITING: ScreenRule = { template: 'waiting', step: 2, isFollowed: true, isSlow: true };

export const SCREENS: Record<Screen, ScreenRule> = {
  closed: { template: 'closed', step: LAST_STEP },
  choose: { template: 'choose', step: 0, payerMustAct: true },
  consent: { template: 'consent', step: 0, payerMustAct: true },
  charge: { template: 'charge', step: 0, payerMustAct: true, isFollowed: true },
  expecting: { template: 'awaiting-partner', step: 0, isFollowed: true },
  code: { template: 'code', step: 1, payerMustAct: true },
  apps: { template: 'apps', step: 1, payerMustAct: true },
  app: { template: 'app', step: 1, isFollowed: true },
  away: { template: 'redirect', step: 1, payerMustAct: true, isFollowed: true },
  display: { template: 'display', step: 1, isFollowed: true, isSlow: true },
  waiting: WAITING,
  confirmed: WAITING,
  checking: WAITING,
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

/**
 * - `consent`: the payer can accept the offered mandate
 * - `charge`: the payer has to confirm a charge first
 * - `expecting`: the shop has to act next
 * - `choose`: the page says that no channel can be used at the moment
 */
type RecurringScreen = 'consent' | 'charge' | 'expecting' | 'choose';

/** The screen of a recurring payment without a pending attempt. It never offers a payment without the mandate. */
function recurringScreen({ recurring, channels }: PayerPayment): RecurringScreen {
  if (channels.length === 0) return 'choose';
  if (recurring?.mandate?.awaitsPayer) return 'charge';
  return recurring?.mandate?.part === 'offered' ? 'consent' : 'expecting';
}
