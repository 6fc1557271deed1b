import { In } from 'typeorm';
import type { UnitOfWork } from '../../../platform/changes/unit-of-work.js';
import { PaymentAttempt } from './payment-attempt.entity.js';
import type { PaymentTransaction } from '../transactions/payment-transaction.entity.js';
import type { PaymentSubjects } from './payment-subjects.js';
import { LIVE_STATES } from './attempt-transitions.js';

/** A word from outside names the account that it came from: one acquirer cannot speak of another's attempt. */
export type AttemptName = { reference: string; connector?: string } | { providerRef: string; connector: string };

export interface LockedAttempt {
  unit: UnitOfWork;
  row: PaymentTransaction;
  attempt: PaymentAttempt;
}

/** An attempt under the lock of its payment, which whoever changes one of its attempts holds. @returns null when there is none. */
export async function lockAttempt(unit: UnitOfWork, { payment }: PaymentSubjects, name: AttemptName): Promise<LockedAttempt | null> {
  const found = await unit.tx.findOneBy(PaymentAttempt, { ...name });
  const row = found && (await unit.lock(payment, found.transactionId));
  if (!row) return null;
  // Read again under the lock: another process may have changed it meanwhile.
  return { unit, row, attempt: await unit.tx.findOneByOrFail(PaymentAttempt, { reference: found.reference }) };
}

/** The one attempt of a payment that is alive. The caller holds the payment's lock. */
export function liveAttempt({ tx }: UnitOfWork, transactionId: string): Promise<PaymentAttempt | null> {
  return tx.findOneBy(PaymentAttempt, { transactionId, state: In([...LIVE_STATES]) });
}
