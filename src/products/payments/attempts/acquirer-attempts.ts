import { acquirerNames, acquirerResource, type OpenGauge } from '../at-channel/acquirer-resource.js';
import type { AttemptState } from './attempt-transitions.js';
import { PaymentAttempt } from './payment-attempt.entity.js';

export type AttemptKey = Pick<PaymentAttempt, 'reference' | 'transactionId'>;

/** Attempts at acquirers. Money that is on record may be so wrongly. */
export const ATTEMPTS = acquirerResource({
  entity: PaymentAttempt,
  id: 'reference',
  key: ['reference', 'transactionId'],
  polledOnHint: `ask_at IS NOT NULL OR (state IN ('paid', 'held') AND amount_minor > 0)`,
});

/** The refunds by which money that is no payment's goes back, under the names that attempts have for them. */
export const RETURNS = acquirerNames(
  {
    entity: PaymentAttempt,
    id: 'returnReference',
    key: ['reference', 'transactionId'],
    polledOnHint: `state IN ('return_due', 'returned', 'suspense')`,
  },
  null,
);

const OPEN_STATES: readonly AttemptState[] = ['sent', 'pending', 'authorized', 'lapsed', 'return_due'];

export const OPEN_ATTEMPTS: OpenGauge = {
  source: 'open-attempts',
  gauge: 'payment_oldest_open_attempt_seconds',
  help: 'How long the attempt that has been in the state longest has been in it, of those that the acquirer is asked about; 0 when there is none.',
  table: 'payment_attempt',
  state: 'state',
  since: 'updated_at',
  isOpen: 'ask_at IS NOT NULL',
  states: OPEN_STATES,
};
