import { DomainError } from '../../../common/errors/domain-error.js';
import { isUuid } from '../../../common/validation/is-uuid.js';
import type { UnitOfWork } from '../../../platform/changes/unit-of-work.js';
import { ROW_LOCK } from '../../../runtime/database/row-lock.js';
import { findLiveAttempt } from '../attempts/lock-attempt.js';
import { RECURRING_CHANNEL } from '../payment-methods/channel-availability.js';
import { PaymentTransaction } from '../payments/payment-transaction.entity.js';
import { MAX_ATTEMPTS } from '../payment-methods/limits.js';
import { OPEN_STATUSES } from '../payments/states.js';
import { PaymentCharge } from '../mandates/payment-charge.entity.js';

/**
 * Locks a payment that is to set up a subscription, or that is to be paid by a recurring charge.
 * @returns a function that checks the payment's state. The caller calls it after all other checks of the request. It throws DomainError
 * TRANSACTION_NOT_NEW, CHANNEL_NOT_USABLE, ATTEMPT_IN_PROGRESS.
 * @throws DomainError TRANSACTION_NOT_FOUND, also for a payment of another service and for a malformed id.
 */
export async function lockChargeable(unit: UnitOfWork, serviceId: string, id: string, now: Date): Promise<() => PaymentTransaction> {
  const where = { id, serviceId };
  const row = isUuid(id) ? await unit.tx.findOne(PaymentTransaction, { where, lock: ROW_LOCK }) : null;
  if (!row) throw new DomainError('TRANSACTION_NOT_FOUND');
  const currentAttempt = await findLiveAttempt(unit, id);
  const hasPendingCharge = await unit.tx.existsBy(PaymentCharge, { transactionId: id, state: 'running' });
  return () => {
    if (!OPEN_STATUSES.includes(row.status) || row.expiresAt <= now || row.attemptCount >= MAX_ATTEMPTS)
      throw rejection('TRANSACTION_NOT_NEW', `The transaction is ${row.expiresAt <= now ? 'past its time' : row.status}.`);
    if (row.directChannel !== RECURRING_CHANNEL)
      throw rejection('CHANNEL_NOT_USABLE', 'The transaction’s directChannel is not blik-recurrent.');
    if (currentAttempt || hasPendingCharge) throw rejection('ATTEMPT_IN_PROGRESS', 'The transaction is being paid.');
    return row;
  };
}

function rejection(code: 'CHANNEL_NOT_USABLE' | 'TRANSACTION_NOT_NEW' | 'ATTEMPT_IN_PROGRESS', message: string): DomainError {
  return new DomainError(code, { message });
}
