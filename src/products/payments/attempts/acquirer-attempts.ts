import type { OpenGauge } from '../../../platform/remote-operations/open-gauges.js';
import { acquirerReferences, acquirerResource } from '../acquirers/acquirer-resource.js';
import type { AttemptState } from './states.js';
import { PaymentAttempt } from './payment-attempt.entity.js';

export type AttemptKey = Pick<PaymentAttempt, 'reference' | 'transactionId'>;

/**
 * Attempts at acquirers. After a hint, paid and held attempts are polled, too: the hint may mean that the money was not captured. Setup
 * payments (amount 0) are not, because their mandates are polled.
 */
export const ATTEMPTS = acquirerResource({
  entity: PaymentAttempt,
  id: 'reference',
  key: ['reference', 'transactionId'],
  polledOnHint: `next_poll_at IS NOT NULL OR (state IN ('paid', 'held') AND amount_minor > 0)`,
});

/**
 * The refunds that reverse suspense money. Their references are columns of the attempts. Reversals are found by the gateway's reference
 * alone.
 */
export const REVERSALS = acquirerReferences(
  {
    entity: PaymentAttempt,
    id: 'reversalReference',
    key: ['reference', 'transactionId'],
    polledOnHint: `state IN ('return_due', 'returned', 'suspense')`,
  },
  null,
);

const OPEN_STATES: readonly AttemptState[] = ['sent', 'pending', 'authorized', 'lapsed', 'return_due'];

export const OPEN_ATTEMPTS: OpenGauge = {
  source: 'open-attempts',
  gauge: 'payment_oldest_open_attempt_seconds',
  help: 'Age in its state of the oldest attempt that is polled, by state. 0 when there is none.',
  table: 'payment_attempt',
  provider: 'connector',
  state: 'state',
  since: 'updated_at',
  isOpen: 'next_poll_at IS NOT NULL',
  states: OPEN_STATES,
};
