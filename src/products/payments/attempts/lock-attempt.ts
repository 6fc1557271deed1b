import { In } from 'typeorm';
import type { UnitOfWork } from '../../../platform/changes/unit-of-work.js';
import type { AttemptKey } from './acquirer-attempts.js';
import { PaymentAttempt } from './payment-attempt.entity.js';
import type { PaymentTransaction } from '../payments/payment-transaction.entity.js';
import { PAYMENT } from './payment-subject.js';
import { LIVE_STATES } from './states.js';

export interface LockedAttempt {
  unit: UnitOfWork;
  /** The attempt's payment, locked. */
  row: PaymentTransaction;
  attempt: PaymentAttempt;
}

/** Locks an attempt's payment. Attempts are changed only under the lock of their payment. */
export async function lockAttempt(unit: UnitOfWork, key: AttemptKey): Promise<LockedAttempt> {
  const row = await unit.lockExisting(PAYMENT, key.transactionId);
  // The attempt is read after the lock, because another process may have changed it before.
  return { unit, row, attempt: await unit.tx.findOneByOrFail(PaymentAttempt, { reference: key.reference }) };
}

/** The live attempt of a payment; null when there is none. The caller holds the payment's lock. */
export function findLiveAttempt({ tx }: UnitOfWork, transactionId: string): Promise<PaymentAttempt | null> {
  return tx.findOneBy(PaymentAttempt, { transactionId, state: In([...LIVE_STATES]) });
}
