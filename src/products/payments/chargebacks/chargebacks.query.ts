import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { SeekCursor } from '../../../common/pagination/seek-cursor.js';
import { IS_BOOKED_LATER } from './is-booked-later.js';

export interface ListedChargeback {
  /** The item's id in this list. */
  id: string;
  /** Time of the booking, or of the callback's receipt. */
  at: Date;
  /** `booked`: in the ledger. `for_staff`: not in the ledger, staff have to resolve the chargeback with the acquirer. */
  state: 'booked' | 'for_staff';
  connector: string;
  eventId: string;
  transactionId: string | null;
  partnerId: string | null;
  channel: string | null;
  test: boolean | null;
  /** The amount that the payer gets, in minor units of `currency`; null when not known. */
  amountMinor: number | null;
  currency: string | null;
  /** Grosz taken from the wallet, and grosz that the partner owes because the wallet had too little. */
  availableMinor: number | null;
  receivableMinor: number | null;
}

/** A row as the database driver returns it, with each `bigint` as text. */
type Row = Omit<ListedChargeback, 'amountMinor' | 'availableMinor' | 'receivableMinor'> &
  Record<'amountMinor' | 'availableMinor' | 'receivableMinor', string | null>;

/** SQL: a callback has no id of its own, so its id in the list is made from account and event id. */
const CALLBACK_ID = `md5(r.connector || ' ' || r.event_id)::uuid`;

@Injectable()
export class ChargebacksQuery {
  constructor(private readonly dataSource: DataSource) {}

  /** Newest first. @param cursor the last chargeback of the previous page. */
  async run(pageSize: number, cursor: SeekCursor | null = null): Promise<ListedChargeback[]> {
    const rows = await this.dataSource.query<Row[]>(
      `(SELECT id, created_at AS at, 'booked' AS state, connector, event_id AS "eventId", transaction_id AS "transactionId", partner_id AS "partnerId", channel, test,
          amount_minor AS "amountMinor", currency, available_minor AS "availableMinor", receivable_minor AS "receivableMinor"
        FROM payment_chargeback WHERE ($2::timestamptz IS NULL OR (created_at, id) < ($2, $3)) ORDER BY created_at DESC, id DESC LIMIT $1)
       UNION ALL
       (SELECT ${CALLBACK_ID}, r.received_at, 'for_staff', r.connector, coalesce(r.event_name, r.event_id), a.transaction_id, NULL, a.channel, a.test, r.amount_minor, r.currency, NULL, NULL
        FROM payment_callback r LEFT JOIN payment_attempt a ON a.reference = r.attempt_reference
        WHERE r.effect = 'for_staff' AND r.kind = 'chargeback' AND NOT ${IS_BOOKED_LATER}
          AND ($2::timestamptz IS NULL OR (r.received_at, ${CALLBACK_ID}) < ($2, $3)) ORDER BY r.received_at DESC, 1 DESC LIMIT $1)
       ORDER BY at DESC, id DESC LIMIT $1`,
      [pageSize, cursor?.at ?? null, cursor?.id ?? null],
    );
    return rows.map(({ amountMinor, availableMinor, receivableMinor, ...row }) => ({
      ...row,
      amountMinor: toNumber(amountMinor),
      availableMinor: toNumber(availableMinor),
      receivableMinor: toNumber(receivableMinor),
    }));
  }
}

const toNumber = (text: string | null): number | null => (text === null ? null : Number(text));
