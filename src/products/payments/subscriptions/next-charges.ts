import type { DataSource } from 'typeorm';
import { nextChargeAt } from '../mandates/next-charge.js';
import type { SubscriptionTerms } from '../mandates/terms.js';
import type { SubscriptionStatus } from './states.js';

export interface Chargeable extends SubscriptionTerms {
  id: string;
  status: SubscriptionStatus;
  activatedAt: Date | null;
  chargeCount: number;
}

/**
 * @returns the earliest time of the next charge by subscription id. null: no more charge is allowed, or the partner alone decides the time.
 */
export async function nextCharges(
  source: DataSource,
  subscriptions: readonly Chargeable[],
  now: Date,
  zone: string,
): Promise<(id: string) => Date | null> {
  const openSubscriptions = subscriptions.filter(({ status }) => status === 'subscription_active' || status === 'subscription_pending');
  const rows = await source.query<{ id: string; period: number | null }[]>(
    `SELECT subscription_id AS id, max(period) AS period FROM payment_charge WHERE subscription_id = ANY ($1) AND state <> 'free' GROUP BY subscription_id`,
    [openSubscriptions.map(({ id }) => id)],
  );
  const lastPeriods = new Map(rows.map(({ id, period }) => [id, period]));
  const nextById = new Map(
    openSubscriptions.map((row) => {
      const progress = { mandateActiveAt: row.activatedAt, count: row.chargeCount, lastPeriod: lastPeriods.get(row.id) ?? null };
      return [row.id, nextChargeAt(row, progress, now, zone)];
    }),
  );
  return (id) => nextById.get(id) ?? null;
}
