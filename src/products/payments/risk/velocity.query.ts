import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { BusinessClock } from '../../../common/time/clocks.js';
import { Environment } from '../../../runtime/config/environment.js';
import { runNamed } from '../../../runtime/database/named-query.js';

/** The payer of an attempt, and the service that the payment belongs to. */
export interface AttemptPayer {
  serviceId: string;
  payerIp: string | null;
  payerEmail: string | null;
  /** The payer's id in the partner's system. */
  systemId: string | null;
}

/** Velocity is counted over one hour. */
export const VELOCITY_WINDOW_MS = 3_600_000;

/** The query counts no further than the limit. A trigger sets the partner of an attempt. */
const countQuery = (column: string): { name: string; text: string } => ({
  name: `payment_velocity_${column}`,
  text: `SELECT count(*)::int AS paid FROM (SELECT FROM payment_attempt
         WHERE partner_id = (SELECT partner_id FROM service WHERE id = $1) AND ${column} = $2
           AND state IN ('paid', 'held') AND updated_at > $3 LIMIT $4) AS recent`,
});

const RULES = [
  { name: 'velocity_address', property: 'payerIp', limit: 'holdPerAddress', count: countQuery('payer_ip') },
  { name: 'velocity_email', property: 'payerEmail', limit: 'holdPerEmail', count: countQuery('payer_email') },
  { name: 'velocity_system_id', property: 'systemId', limit: 'holdPerSystemId', count: countQuery('system_id') },
] as const;

/**
 * Checks whether a payer pays suspiciously often. The query counts the paid and held attempts of the last hour in all services of one
 * partner. The payments at one partner, and the payer's data that one partner sends, must not cause another partner's money to be held.
 */
@Injectable()
export class VelocityQuery {
  constructor(
    private readonly clock: BusinessClock,
    private readonly environment: Environment,
  ) {}

  /** @returns name of the first rule that the attempt would break if it were paid now; null when it would break none. */
  async findViolatedRule(tx: EntityManager, attempt: AttemptPayer): Promise<string | null> {
    const since = new Date(this.clock.now().getTime() - VELOCITY_WINDOW_MS);
    for (const { name, property, limit, count } of RULES) {
      const [maxPaid, value] = [this.environment.payment[limit], attempt[property]];
      // The setting 0 switches the rule off.
      if (maxPaid === 0 || value === null) continue;
      const [row] = await runNamed<{ paid: number }>(tx, count, [attempt.serviceId, value, since, maxPaid]);
      if ((row?.paid ?? 0) >= maxPaid) return name;
    }
    return null;
  }
}
