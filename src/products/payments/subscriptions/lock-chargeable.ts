import { DomainError } from '../../../common/errors/domain-error.js';
import { isUuid } from '../../../common/validation/is-uuid.js';
import type { UnitOfWork } from '../../../platform/changes/unit-of-work.js';
import { ROW_LOCK } from '../../../runtime/database/row-lock.js';
import { liveAttempt } from '../attempts/lock-attempt.js';
import { RECURRING_CHANNEL } from '../channels/channel-availability.js';
import { PaymentTransaction } from '../transactions/payment-transaction.entity.js';
import { MAX_ATTEMPTS } from '../channels/limits.js';
import { OPEN_STATUSES } from '../transactions/payment-transitions.js';
import { PaymentCharge } from '../attempts/payment-charge.entity.js';

/**
 * Locks a payment that sets up a subscription or is charged under one.
 * @returns a function that checks the payment's state. It is called after all other checks of the request. It throws DomainError
 * TRANSACTION_NOT_NEW, CHANNEL_NOT_USABLE, ATTEMPT_IN_PROGRESS.
 * @throws DomainError TRANSACTION_NOT_FOUND, also for a payment of another service and for a malformed id.
 */
export async function lockChargeable(unit: UnitOfWork, serviceId: string, id: string, now: Date): Promise<() => PaymentTransaction> {
  const where = { id, serviceId };
  const row = isUuid(id) ? await unit.tx.findOne(PaymentTransaction, { where, lock: ROW_LOCK }) : null;
  if (!row) throw new DomainError('TRANSACTION_NOT_FOUND');
  const live = await liveAttempt(unit, id);
  const isCharged = await unit.tx.existsBy(PaymentCharge, { transactionId: id, state: 'running' });
  return () => {
    if (!OPEN_STATUSES.includes(row.status) || row.expiresAt <= now || row.attemptCount >= MAX_ATTEMPTS)
      throw refusal('TRANSACTION_NOT_NEW', `The transaction is ${row.expiresAt <= now ? 'past its time' : row.status}.`);
    if (row.directChannel !== RECURRING_CHANNEL)
      throw refusal('CHANNEL_NOT_USABLE', 'The transaction’s directChannel is not blik-recurrent.');
    if (live || isCharged) throw refusal('ATTEMPT_IN_PROGRESS', 'The transaction is being paid.');
    return row;
  };
}

function refusal(code: 'CHANNEL_NOT_USABLE' | 'TRANSACTION_NOT_NEW' | 'ATTEMPT_IN_PROGRESS', message: string): DomainError {
  return new DomainError(code, { message });
}
