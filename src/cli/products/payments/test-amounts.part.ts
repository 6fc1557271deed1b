import type { PaymentAttempt } from '../../../products/payments/attempts/payment-attempt.entity.js';
import type { PaymentRefund } from '../../../products/payments/refunds/payment-refund.entity.js';
import { describeAmountOutcome } from '../../../sandbox/acquirer/scenarios/chosen-by-amount.js';
import type { Section } from '../../output/layout.js';

/** The account of the sandbox's acquirer. */
const SANDBOX_ACCOUNT = 'sandbox';
const CODE_CHANNELS = ['blik', 'blik-level0'];
const MANDATE_CHANNEL = 'blik-recurrent';

/**
 * The outcomes that test amounts chose at the sandbox's acquirer. Without this part such an outcome would look like a fault of the gateway.
 */
export function testAmountsPart(attempts: readonly PaymentAttempt[], refunds: readonly PaymentRefund[]) {
  const descriptions = [
    ...attempts.filter(isSimulated).map(({ channel, amountMinor }) => describeAmountOutcome(triggerOf(channel), amountMinor)),
    ...refunds.filter(isSimulated).map(({ amountMinor }) => describeAmountOutcome('refund', amountMinor)),
  ];
  const json = [...new Set(descriptions)].filter((description) => description !== null);
  return { json, blocks: json.length > 0 ? [['Test amounts', json.join('\n')] satisfies Section] : [] };
}

const isSimulated = ({ connector }: { connector: string }): boolean => connector === SANDBOX_ACCOUNT;

/** How the payer pays on a channel: this decides which test amounts apply. */
const triggerOf = (channel: string) => (CODE_CHANNELS.includes(channel) ? 'code' : channel === MANDATE_CHANNEL ? 'charge' : 'page');
