import { In } from 'typeorm';
import type { UnitOfWork } from '../../../platform/changes/unit-of-work.js';
import type { AttemptKey } from './acquirer-attempts.js';
import { PaymentAttempt } from './payment-attempt.entity.js';
import type { PaymentTransaction } from '../transactions/payment-transaction.entity.js';
import type { PaymentSubjects } from './payment-subjects.js';
import { LIVE_STATES } from './attempt-transitions.js';

export interface LockedAttempt {
  unit: UnitOfWork;
  row: PaymentTransaction;
  attempt: PaymentAttempt;
}

/** An attempt under the lock of its payment, which whoever changes one of its attempts holds. */
export async function lockAttempt(unit: UnitOfWork, { payment }: PaymentSubjects, key: AttemptKey): Promise<LockedAttempt> {
  const row = await unit.lockExisting(payment, key.transactionId);
  // Read under the lock: until then another process may change it.
  return { unit, row, attempt: await unit.tx.findOneByOrFail(PaymentAttempt, { reference: key.reference }) };
}

/** The one attempt of a payment that is alive. The caller holds the payment's lock. */
export function liveAttempt({ tx }: UnitOfWork, transactionId: string): Promise<PaymentAttempt | null> {
  return tx.findOneBy(PaymentAttempt, { transactionId, state: In([...LIVE_STATES]) });
}
