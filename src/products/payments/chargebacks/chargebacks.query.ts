import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { IS_BOOKED_SINCE } from './is-booked-since.js';

export interface ListedChargeback {
  at: Date;
  /** `booked`: it is in the ledger; `for_staff`: it is not, somebody has to look at it at the acquirer. */
  state: 'booked' | 'for_staff';
  connector: string;
  eventId: string;
  transactionId: string | null;
  partnerId: string | null;
  channel: string | null;
  test: boolean | null;
  /** What the payer gets back, in minor units; null when nobody can say. */
  amountMinor: number | null;
  currency: string | null;
  /** In minor units of PLN: out of the wallet, and what the partner owes beyond it. */
  availableMinor: number | null;
  receivableMinor: number | null;
}

type Row = Omit<ListedChargeback, 'amountMinor' | 'availableMinor' | 'receivableMinor'> &
  Record<'amountMinor' | 'availableMinor' | 'receivableMinor', string | null>;

@Injectable()
export class ChargebacksQuery {
  constructor(private readonly dataSource: DataSource) {}

  /** Newest first. */
  async run(limit: number): Promise<ListedChargeback[]> {
    const rows = await this.dataSource.query<Row[]>(
      `(SELECT created_at AS at, 'booked' AS state, connector, event_id AS "eventId", transaction_id AS "transactionId", partner_id AS "partnerId", channel, test,
          amount_minor AS "amountMinor", currency, available_minor AS "availableMinor", receivable_minor AS "receivableMinor"
        FROM payment_chargeback ORDER BY created_at DESC LIMIT $1)
       UNION ALL
       (SELECT r.received_at, 'for_staff', r.connector, coalesce(r.event_name, r.event_id), a.transaction_id, NULL, a.channel, a.test, r.amount_minor, r.currency, NULL, NULL
        FROM payment_report r LEFT JOIN payment_attempt a ON a.reference = r.attempt_reference
        WHERE r.effect = 'for_staff' AND r.kind = 'chargeback' AND NOT ${IS_BOOKED_SINCE} ORDER BY r.received_at DESC LIMIT $1)
       ORDER BY at DESC LIMIT $1`,
      [limit],
    );
    return rows.map(({ amountMinor, availableMinor, receivableMinor, ...row }) => ({
      ...row,
      amountMinor: minor(amountMinor),
      availableMinor: minor(availableMinor),
      receivableMinor: minor(receivableMinor),
    }));
  }
}

const minor = (text: string | null): number | null => (text === null ? null : Number(text));
