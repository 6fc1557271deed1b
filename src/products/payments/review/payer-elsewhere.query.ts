import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { PaymentAttempt } from '../attempts/payment-attempt.entity.js';
import { VELOCITY_WINDOW_MS } from '../attempts/outcome/velocity.query.js';

/** Payments that one payer made in the hour before: at the partner of the payment, at others, and at how many of these. */
export interface PayerSeen {
  by: 'address' | 'email';
  here: number;
  elsewhere: number;
  partners: number;
}

/** Of each partner no more are counted. */
const MOST = 1_000;

// The indexes begin with the partner: one look for each, and there are thousands of partners at most.
const seen = (column: string): string => `
  SELECT coalesce(sum(paid) FILTER (WHERE own), 0)::int AS here, coalesce(sum(paid) FILTER (WHERE NOT own), 0)::int AS elsewhere,
    (count(*) FILTER (WHERE NOT own AND paid > 0))::int AS partners
  FROM (SELECT p.id = (SELECT partner_id FROM service WHERE id = $1) AS own, (SELECT count(*) FROM (SELECT FROM payment_attempt a
      WHERE a.partner_id = p.id AND a.${column} = $2 AND a.state IN ('paid', 'held') AND a.updated_at > $3 AND a.updated_at <= $4
      LIMIT ${MOST}) AS payments) AS paid FROM partner p) AS counted`;

const WAYS = [
  { by: 'address', property: 'payerIp', text: seen('payer_ip') },
  { by: 'email', property: 'payerEmail', text: seen('payer_email') },
] as const;

/**
 * How often the payer of a payment has paid, at other partners too: for staff, who judge what is held. By itself it holds nothing. The
 * `systemId` is left out: it is an id of one partner's system, and says nothing at another.
 */
@Injectable()
export class PayerElsewhereQuery {
  constructor(private readonly dataSource: DataSource) {}

  /** @param attempt that was paid, or the latest; nobody has paid by what it does not know. */
  async run(attempt: PaymentAttempt): Promise<PayerSeen[]> {
    const until = attempt.updatedAt;
    const since = new Date(until.getTime() - VELOCITY_WINDOW_MS);
    const known = WAYS.filter(({ property }) => attempt[property] !== null);
    return Promise.all(
      known.map(async ({ by, property, text }) => {
        const [row] = await this.dataSource.query<Omit<PayerSeen, 'by'>[]>(text, [attempt.serviceId, attempt[property], since, until]);
        return { by, here: row?.here ?? 0, elsewhere: row?.elsewhere ?? 0, partners: row?.partners ?? 0 };
      }),
    );
  }
}
