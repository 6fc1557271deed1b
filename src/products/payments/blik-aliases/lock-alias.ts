import type { UnitOfWork } from '../../../platform/changes/unit-of-work.js';
import { ROW_LOCK } from '../../../runtime/database/row-lock.js';
import type { AliasKey } from './acquirer-aliases.js';
import { ALIAS } from './alias-subject.js';
import { PaymentAlias } from './payment-alias.entity.js';

// Two registrations of one value must not both become active in an app. So the predecessor is looked up under a lock on the value.
const LOCK_VALUE = "SELECT pg_advisory_xact_lock(hashtextextended('payment-alias:' || $1 || ':' || $2, 0))";

/** Locks the value of an alias of type UID, then its row. Aliases of type PAYID change under the locks of their subscriptions. */
export async function lockAlias(unit: UnitOfWork, { id, serviceId, value }: AliasKey): Promise<PaymentAlias> {
  await unit.tx.query(LOCK_VALUE, [serviceId, value]);
  return unit.lockExisting(ALIAS, id);
}

/** The active alias of the same service and value in the same app, if there is one. The caller holds the value's lock. */
export async function predecessorOf(
  { tx }: UnitOfWork,
  { id, serviceId, value }: PaymentAlias,
  blikKey: string | null,
): Promise<PaymentAlias | null> {
  const [predecessor] = await tx.query<{ id: string }[]>(FIND_PREDECESSOR, [serviceId, value, blikKey ?? '', id]);
  return predecessor ? tx.findOne(PaymentAlias, { where: { id: predecessor.id }, lock: ROW_LOCK }) : null;
}

const FIND_PREDECESSOR = `
  SELECT id FROM payment_alias WHERE service_id = $1 AND value = $2 AND coalesce(blik_key, '') = $3 AND type = 'UID' AND status = 'alias_active' AND id <> $4`;
