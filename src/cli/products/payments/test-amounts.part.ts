import type { PaymentAttempt } from '../../../products/payments/attempts/payment-attempt.entity.js';
import type { PaymentRefund } from '../../../products/payments/refunds/payment-refund.entity.js';
import { chosenByAmount } from '../../../sandbox/acquirer/scenarios/chosen-by-amount.js';
import type { Section } from '../../output/layout.js';

/** The account of the sandbox's acquirer. */
const SIMULATED = 'sandbox';
const BY_CODE = ['blik', 'blik-level0'];
const BY_MANDATE = 'blik-recurrent';

/** The outcomes that test amounts chose at the sandbox's acquirer. Without this part such an outcome would look like a fault of the gateway. */
export function testAmountsPart(attempts: readonly PaymentAttempt[], refunds: readonly PaymentRefund[]) {
  const chosen = [
    ...attempts.filter(isSimulated).map(({ channel, amountMinor }) => chosenByAmount(paidBy(channel), amountMinor)),
    ...refunds.filter(isSimulated).map(({ amountMinor }) => chosenByAmount('refund', amountMinor)),
  ];
  const json = [...new Set(chosen)].filter((description) => description !== null);
  return { json, blocks: json.length > 0 ? [['Test amounts', json.join('\n')] satisfies Section] : [] };
}

const isSimulated = ({ connector }: { connector: string }): boolean => connector === SIMULATED;

const paidBy = (channel: string) => (BY_CODE.includes(channel) ? 'code' : channel === BY_MANDATE ? 'charge' : 'page');
