import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { BusinessClock } from '../../../../common/time/clocks.js';
import { Environment } from '../../../../runtime/config/environment.js';
import { runNamed } from '../../../../runtime/database/named-query.js';
import type { PaymentAttempt } from '../payment-attempt.entity.js';

export const VELOCITY_WINDOW_MS = 3_600_000;

/** Counts no further than the limit. A trigger fills in an attempt's partner. */
const counted = (column: string): { name: string; text: string } => ({
  name: `payment_velocity_${column}`,
  text: `SELECT count(*)::int AS paid FROM (SELECT FROM payment_attempt
         WHERE partner_id = (SELECT partner_id FROM service WHERE id = $1) AND ${column} = $2
           AND state IN ('paid', 'held') AND updated_at > $3 LIMIT $4) AS recent`,
});

const RULES = [
  { name: 'velocity_address', property: 'payerIp', limit: 'holdPerAddress', count: counted('payer_ip') },
  { name: 'velocity_email', property: 'payerEmail', limit: 'holdPerEmail', count: counted('payer_email') },
  { name: 'velocity_system_id', property: 'systemId', limit: 'holdPerSystemId', count: counted('system_id') },
] as const;

/**
 * Whether a payer pays suspiciously often. Counted are the attempts of the last hour that took money, in all services of one partner: what a
 * payer does at one partner, or a partner says of its payers, must not hold another partner's money.
 */
@Injectable()
export class VelocityQuery {
  constructor(
    private readonly clock: BusinessClock,
    private readonly environment: Environment,
  ) {}

  /** @returns name of the first rule that the attempt would break if it were paid now; null when none. */
  async broken(tx: EntityManager, attempt: PaymentAttempt): Promise<string | null> {
    const since = new Date(this.clock.now().getTime() - VELOCITY_WINDOW_MS);
    for (const { name, property, limit, count } of RULES) {
      const [most, value] = [this.environment.payment[limit], attempt[property]];
      if (most === 0 || value === null) continue;
      const [row] = await runNamed<{ paid: number }>(tx, count, [attempt.serviceId, value, since, most]);
      if ((row?.paid ?? 0) >= most) return name;
    }
    return null;
  }
}
