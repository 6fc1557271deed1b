import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { OPEN_STATUSES, type PaymentStatus } from '../payments/states.js';
import { type RowOf, selectionOf } from '../../../runtime/database/rows/row-selection.js';
import { PaymentTransaction } from '../payments/payment-transaction.entity.js';
import type { PaymentLink } from './payment-link.entity.js';

/** A single-use link whose payment has one of these statuses can be paid again. The function `payment_transaction_matches_link` has the same list. */
const UNPAID_STATUSES: readonly PaymentStatus[] = ['transaction_failure', 'transaction_expired', 'transaction_canceled'];

const LISTED_COLUMNS = selectionOf(PaymentTransaction, [
  'id',
  'payerTransactionId',
  'status',
  'amountMinor',
  'currency',
  'channel',
  'paidAt',
  'createdAt',
]);
export type PaymentOfLink = RowOf<typeof LISTED_COLUMNS>;
const MAX_LISTED = 20;

/** Reads the payments of links. */
@Injectable()
export class PaymentsOfLinkQuery {
  constructor(private readonly dataSource: DataSource) {}

  /** The payment that has used a single-use link, or else an open payment of the link. null when there is neither. */
  async findOfSingleUse(linkId: string): Promise<{ id: string; isOpen: boolean } | null> {
    const [row] = await this.dataSource.query<{ id: string; status: PaymentStatus }[]>(
      'SELECT id, status FROM payment_transaction WHERE link_id = $1 AND status <> ALL ($2) ORDER BY status = ANY ($3), created_at LIMIT 1',
      [linkId, UNPAID_STATUSES, OPEN_STATUSES],
    );
    return row ? { id: row.id, isOpen: OPEN_STATUSES.includes(row.status) } : null;
  }

  /** @returns ids of the single-use links that were paid. */
  async findUsedLinks(links: readonly Pick<PaymentLink, 'id' | 'singleUse'>[]): Promise<ReadonlySet<string>> {
    const singleUseIds = links.filter(({ singleUse }) => singleUse).map(({ id }) => id);
    if (singleUseIds.length === 0) return new Set();
    const rows = await this.dataSource.query<{ id: string }[]>(
      'SELECT DISTINCT link_id AS id FROM payment_transaction WHERE link_id = ANY ($1) AND status <> ALL ($2)',
      [singleUseIds, [...UNPAID_STATUSES, ...OPEN_STATUSES]],
    );
    return new Set(rows.map(({ id }) => id));
  }

  /** The latest 20 payments of a link, newest first. */
  async findLatestPayments(linkId: string): Promise<PaymentOfLink[]> {
    return LISTED_COLUMNS.rows(
      await this.dataSource.query<PaymentOfLink[]>(
        `SELECT ${LISTED_COLUMNS.columns()} FROM payment_transaction WHERE link_id = $1 ORDER BY created_at DESC, id DESC LIMIT ${MAX_LISTED}`,
        [linkId],
      ),
    );
  }
}
