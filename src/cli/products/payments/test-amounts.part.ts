import type { PaymentAttempt } from '../../../products/payments/attempts/payment-attempt.entity.js';
import type { PaymentRefund } from '../../../products/payments/refunds/payment-refund.entity.js';
import { chosenByAmount } from '../../../sandbox/acquirer/scenarios/chosen-by-amount.js';
import type { Section } from '../../output/layout.js';

/** The account of the simulated acquirer. */
const SIMULATED = 'sandbox';
const BY_CODE = ['blik', 'blik-level0'];
const BY_MANDATE = 'blik-recurrent';

/** What amounts chose at the simulated acquirer. Without it a chosen outcome looks like a fault of the gateway. */
export function testAmountsPart(attempts: readonly PaymentAttempt[], refunds: readonly PaymentRefund[]) {
  const chosen = [
    ...attempts.filter(isSimulated).map(({ channel, amountMinor }) => chosenByAmount(paidBy(channel), amountMinor)),
    ...refunds.filter(isSimulated).map(({ amountMinor }) => chosenByAmount('refund', amountMinor)),
  ];
  const json = [...new Set(chosen)].filter((words) => words !== null);
  return { json, blocks: json.length > 0 ? [['Test amounts', json.join('\n')] satisfies Section] : [] };
}

const isSimulated = ({ connector }: { connector: string }): boolean => connector === SIMULATED;

const paidBy = (channel: string) => (BY_CODE.includes(channel) ? 'code' : channel === BY_MANDATE ? 'charge' : 'page');
