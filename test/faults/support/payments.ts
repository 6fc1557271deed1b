import { payerOf } from '../../support/payer.js';
import type { Shop } from '../../support/shop.js';
import { until } from '../../support/until.js';
import type { FaultWorld } from './fault-world.js';
import type { GatewayProcess } from './gateway-process.js';

const STATUSES = ['transaction_db_confirmed', 'transaction_db_payed'];

let phones = 100;

/** A separate phone number for each payment, because one number gets only a few codes in an hour. */
export const nextPhoneNumber = (): string => `500${(phones += 1)}700`;

/** Creates and pays a transaction. The operator's callback books it later. @returns its id. */
export async function makePayment(gateway: Pick<GatewayProcess, 'http'>, shop: Shop): Promise<string> {
  const created = await shop.create({ amount: 13.62 });
  if (created.status !== 200) throw new Error(`The transaction was not created: ${created.status} ${created.text}`);
  const id = created.body.data.transactionId as string;
  await payerOf(gateway, id).charge(nextPhoneNumber());
  return id;
}

/** Waits until both notifications of each payment are acknowledged, and checks their order. */
export async function waitUntilNotified(world: FaultWorld, shop: Shop, ids: string[]): Promise<void> {
  await until(
    () =>
      world.sql<{ id: string; told: string[] }>(
        `SELECT subject_id AS id, array_agg(status) AS told FROM webhook_delivery WHERE subject_id = ANY ($1) GROUP BY subject_id`,
        [ids],
      ),
    (rows) =>
      rows.length === ids.length && rows.every(({ told }) => told.length === 2 && told.every((status) => status === 'acknowledged')),
  );
  const received = shop.receiver.bodies<{ id: string; status: string }>();
  for (const id of ids) {
    // Delivery is at least once: a repetition is allowed, a step back is not.
    const statuses = received.filter((body) => body.id === id).map(({ status }) => status);
    const steps = statuses.filter((status, index) => status !== statuses[index - 1]);
    if (steps.join() !== STATUSES.join())
      throw new Error(`Payment ${id} has notifications of ${statuses.join() || 'no state'}, expected ${STATUSES.join()}`);
  }
}

/** Makes all leases expire, such as those of a killed worker. */
export async function expireLeases(world: FaultWorld): Promise<void> {
  await world.sql(
    `UPDATE webhook_delivery SET lease_until = past.at, next_attempt_at = past.at FROM (SELECT now() - interval '1 second' AS at) past
     WHERE lease_until IS NOT NULL`,
  );
}
