import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { OPEN_STATUSES, type PaymentStatus } from '../transactions/payment-transitions.js';
import { type RowOf, selectionOf } from '../../../runtime/database/rows/row-selection.js';
import { PaymentTransaction } from '../transactions/payment-transaction.entity.js';
import type { PaymentLink } from './payment-link.entity.js';

/** After these a single link can be paid again. The trigger `payment_link_takes` has the same list. */
const UNPAID: readonly PaymentStatus[] = ['transaction_failure', 'transaction_expired', 'transaction_canceled'];

const SHOWN = selectionOf(PaymentTransaction, [
  'id',
  'payerTransactionId',
  'status',
  'amountMinor',
  'currency',
  'channel',
  'paidAt',
  'createdAt',
]);
export type PaymentOfLink = RowOf<typeof SHOWN>;
const MOST = 20;

/** What was paid with links. */
@Injectable()
export class PaymentsOfLinkQuery {
  constructor(private readonly dataSource: DataSource) {}

  /** The payment of a single link that the payer can go on with, or that used it up; null when there is none. */
  async ofSingle(linkId: string): Promise<{ id: string; isOpen: boolean } | null> {
    const [row] = await this.dataSource.query<{ id: string; status: PaymentStatus }[]>(
      'SELECT id, status FROM payment_transaction WHERE link_id = $1 AND status <> ALL ($2) ORDER BY status = ANY ($3), created_at LIMIT 1',
      [linkId, UNPAID, OPEN_STATUSES],
    );
    return row ? { id: row.id, isOpen: OPEN_STATUSES.includes(row.status) } : null;
  }

  /** Which of these links are for one payment, and were paid. */
  async used(links: readonly Pick<PaymentLink, 'id' | 'singleUse'>[]): Promise<ReadonlySet<string>> {
    const single = links.filter(({ singleUse }) => singleUse).map(({ id }) => id);
    if (single.length === 0) return new Set();
    const rows = await this.dataSource.query<{ id: string }[]>(
      'SELECT DISTINCT link_id AS id FROM payment_transaction WHERE link_id = ANY ($1) AND status <> ALL ($2)',
      [single, [...UNPAID, ...OPEN_STATUSES]],
    );
    return new Set(rows.map(({ id }) => id));
  }

  /** The latest ones. */
  async latest(linkId: string): Promise<PaymentOfLink[]> {
    return SHOWN.rows(
      await this.dataSource.query<PaymentOfLink[]>(
        `SELECT ${SHOWN.columns()} FROM payment_transaction WHERE link_id = $1 ORDER BY created_at DESC, id DESC LIMIT ${MOST}`,
        [linkId],
      ),
    );
  }
}
