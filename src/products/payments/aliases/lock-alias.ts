import type { UnitOfWork } from '../../../platform/changes/unit-of-work.js';
import { ROW_LOCK } from '../../../runtime/database/row-lock.js';
import type { AliasSubject } from './alias-subject.js';
import { PaymentAlias } from './payment-alias.entity.js';

/** A word from outside names the account that it came from: one acquirer cannot speak of another's alias. */
export type AliasName = { id: string; connector?: string } | { providerRef: string; connector: string };

// Whatever may make one value active in an app takes its turn: the row of the one before is looked for under this lock.
const TAKE_TURNS = "SELECT pg_advisory_xact_lock(hashtextextended('payment-alias:' || $1 || ':' || $2, 0))";

/** An alias of type UID, locked after all others of its value; those of type PAYID are moved with their subscriptions. @returns null when there is none. */
export async function lockAlias(unit: UnitOfWork, { alias }: AliasSubject, name: AliasName): Promise<PaymentAlias | null> {
  const found = await unit.tx.findOneBy(PaymentAlias, { ...name, type: 'UID' });
  if (!found) return null;
  await unit.tx.query(TAKE_TURNS, [found.serviceId, found.value]);
  return unit.lock(alias, found.id);
}

/** Another one by which the app knows the same payer for the same service already. The caller has the value's turn. */
export async function predecessorOf(
  { tx }: UnitOfWork,
  { id, serviceId, value }: PaymentAlias,
  blikKey: string | null,
): Promise<PaymentAlias | null> {
  const [found] = await tx.query<{ id: string }[]>(PREDECESSOR, [serviceId, value, blikKey ?? '', id]);
  return found ? tx.findOne(PaymentAlias, { where: { id: found.id }, lock: ROW_LOCK }) : null;
}

const PREDECESSOR = `
  SELECT id FROM payment_alias WHERE service_id = $1 AND value = $2 AND coalesce(blik_key, '') = $3 AND type = 'UID' AND status = 'alias_active' AND id <> $4`;
