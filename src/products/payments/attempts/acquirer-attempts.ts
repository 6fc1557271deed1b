import { acquirerNames, acquirerResource } from '../at-channel/acquirer-resource.js';
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
