import type { PaymentAttempt } from '../../../products/payments/attempts/payment-attempt.entity.js';
import type { PaymentRefund } from '../../../products/payments/refunds/payment-refund.entity.js';
import { describeAmountOutcome } from '../../../sandbox/acquirer/scenarios/chosen-by-amount.js';
import type { ResultPart } from '../../output/result.js';

/** The sandbox's acquirer, as the column `connector` names it. */
const SANDBOX_CONNECTOR = 'sandbox';
const CODE_CHANNELS = ['blik', 'blik-level0'];
const MANDATE_CHANNEL = 'blik-recurrent';

/**
 * The outcomes that test amounts chose at the sandbox's acquirer. Without them in `transaction show`, staff would take such an outcome for
 * a fault of the gateway.
 */
export function testAmountsPart(attempts: readonly PaymentAttempt[], refunds: readonly PaymentRefund[]): ResultPart {
  const descriptions = [
    ...attempts.filter(isAtSandbox).map(({ channel, amountMinor }) => describeAmountOutcome(triggerOf(channel), amountMinor)),
    ...refunds.filter(isAtSandbox).map(({ amountMinor }) => describeAmountOutcome('refund', amountMinor)),
  ];
  const sentences = [...new Set(descriptions)].filter((description) => description !== null);
  return { json: { test_amounts: sentences }, ...(sentences.length > 0 && { text: ['Test amounts', sentences.join('\n')] }) };
}

const isAtSandbox = ({ connector }: { connector: string }): boolean => connector === SANDBOX_CONNECTOR;

/** What a payment on the channel is for the sandbox: a BLIK code, a charge under a mandate or a payment on the acquirer's page. */
const triggerOf = (channel: string) => (CODE_CHANNELS.includes(channel) ? 'code' : channel === MANDATE_CHANNEL ? 'charge' : 'page');
