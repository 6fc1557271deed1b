import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { type AttemptPayer, VELOCITY_WINDOW_MS } from './velocity.query.js';

/** Paid and held payments of one payer within the velocity window before the attempt's last change. */
export interface PayerActivity {
  /** Whether the payer is identified by IP address or by e-mail address. */
  by: 'address' | 'email';
  /** At the payment's partner. */
  here: number;
  /** At all other partners. */
  elsewhere: number;
  /** Number of other partners with such a payment. */
  partners: number;
}

/** Maximum number of payments that the query counts at one partner. */
const MAX_COUNTED = 1_000;

// The indexes begin with the partner, so each partner is looked up separately. There are some thousands at most.
const countPaidSql = (column: string): string => `
  SELECT coalesce(sum(paid) FILTER (WHERE own), 0)::int AS here, coalesce(sum(paid) FILTER (WHERE NOT own), 0)::int AS elsewhere,
    (count(*) FILTER (WHERE NOT own AND paid > 0))::int AS partners
  FROM (SELECT p.id = (SELECT partner_id FROM service WHERE id = $1) AS own, (SELECT count(*) FROM (SELECT FROM payment_attempt a
      WHERE a.partner_id = p.id AND a.${column} = $2 AND a.state IN ('paid', 'held') AND a.updated_at > $3 AND a.updated_at <= $4
      LIMIT ${MAX_COUNTED}) AS payments) AS paid FROM partner p) AS counted`;

const CRITERIA = [
  { by: 'address', property: 'payerIp', text: countPaidSql('payer_ip') },
  { by: 'email', property: 'payerEmail', text: countPaidSql('payer_email') },
] as const;

/**
 * Counts how often the payer of a payment has paid, also at other partners, for staff who review held payments. No payment is held because
 * of this count. Payers are not compared by `systemId`, because it is an id in one partner's system.
 */
@Injectable()
export class PayerActivityQuery {
  constructor(private readonly dataSource: DataSource) {}

  /** @param attempt the paid attempt, or the latest. An IP or e-mail address that the attempt does not have is left out. */
  async run(attempt: AttemptPayer & { updatedAt: Date }): Promise<PayerActivity[]> {
    const until = attempt.updatedAt;
    const since = new Date(until.getTime() - VELOCITY_WINDOW_MS);
    const applicableCriteria = CRITERIA.filter(({ property }) => attempt[property] !== null);
    return Promise.all(
      applicableCriteria.map(async ({ by, property, text }) => {
        const [row] = await this.dataSource.query<Omit<PayerActivity, 'by'>[]>(text, [attempt.serviceId, attempt[property], since, until]);
        return { by, here: row?.here ?? 0, elsewhere: row?.elsewhere ?? 0, partners: row?.partners ?? 0 };
      }),
    );
  }
}
