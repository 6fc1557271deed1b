import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { DomainError } from '../../../common/errors/domain-error.js';
import { isUuid } from '../../../common/validation/is-uuid.js';
import { matching, searchNewest, type SearchScope } from '../../../platform/listing/search-newest.js';
import {
  joinNotifyStatus,
  NOTIFY_COLUMNS,
  type NotifyColumns,
  type NotifyStatus,
  notifyStatusOf,
} from '../../../platform/webhooks/outbox/notify-status.js';
import { batchedLookup } from '../../../runtime/database/batched-lookup.js';
import { runNamed } from '../../../runtime/database/named-query.js';
import { type RowOf, selectionOf } from '../../../runtime/database/rows/row-selection.js';
import { DirectBillingTransaction } from './direct-billing-transaction.entity.js';

const DETAIL_COLUMNS = selectionOf(DirectBillingTransaction, [
  'id',
  'serviceId',
  'status',
  'grossMinor',
  'netMinor',
  'operator',
  'phoneNumber',
  'control',
  'createdAt',
  'updatedAt',
]);
export type TransactionDetailRow = RowOf<typeof DETAIL_COLUMNS>;
type FoundRow = { id: string; serviceId: string } & NotifyColumns;

const READ_TRANSACTIONS = {
  name: 'direct_billing_transaction_show',
  text: `SELECT ${DETAIL_COLUMNS.columns('t')}, ${NOTIFY_COLUMNS}
         FROM direct_billing_transaction t ${joinNotifyStatus('t.id')} WHERE t.id = ANY ($1)`,
};

const AMOUNT_COLUMNS = selectionOf(DirectBillingTransaction, ['amountMinor', 'amountType']);
const READ_AMOUNT = {
  name: 'direct_billing_requested_value',
  text: `SELECT ${AMOUNT_COLUMNS.columns()} FROM direct_billing_transaction WHERE id = $1 AND service_id = $2`,
};

// SKIP LOCKED: a locked row is left for the next batch, so that no worker waits and no two workers expire the same transaction.
const LOCK_DUE = {
  name: 'direct_billing_transaction_due',
  text: `
    SELECT id FROM direct_billing_transaction t
    WHERE status = 'transaction_db_new' AND expires_at <= $1
      AND NOT EXISTS (SELECT FROM direct_billing_charge c WHERE c.transaction_id = t.id AND c.state = 'sent')
    ORDER BY expires_at LIMIT $2 FOR NO KEY UPDATE OF t SKIP LOCKED`,
};

const LISTED_COLUMNS = selectionOf(DirectBillingTransaction, [
  'id',
  'serviceId',
  'status',
  'grossMinor',
  'operator',
  'phoneNumber',
  'control',
  'createdAt',
]);

/** What staff search for. A property that is null does not restrict the result. */
export interface DirectBillingSearch extends SearchScope {
  control: string | null;
  /** `48XXXXXXXXX`: the country code of Poland and nine digits. */
  phoneNumber: string | null;
  operator: string | null;
  status: string | null;
  /** Gross price in minor units of PLN. */
  grossMinor: number | null;
  /** The first and the last id with the payer number (`idsOfPayerNumber`). */
  ids: readonly [string, string] | null;
  /** Complete ids that the person who searches entered, in contrast to the range of `ids`. */
  wholeIds?: readonly string[] | null;
}

/** Reads transactions: for partners those of one service, and for staff and tasks those of any service. */
@Injectable()
export class DirectBillingTransactionQueries {
  private readonly lookUp: (id: string) => Promise<FoundRow | null>;

  constructor(private readonly dataSource: DataSource) {
    this.lookUp = batchedLookup<FoundRow>(dataSource, READ_TRANSACTIONS, ({ id }) => id); // concurrent requests share one statement
  }

  /** @throws DomainError TRANSACTION_NOT_FOUND also for a transaction of another service and for a malformed id. */
  async transaction(serviceId: string, transactionId: string): Promise<{ row: TransactionDetailRow; notify: NotifyStatus }> {
    const foundRow = isUuid(transactionId) ? await this.lookUp(transactionId) : null;
    const [row] = foundRow?.serviceId === serviceId ? DETAIL_COLUMNS.rows([{ ...foundRow }]) : []; // a copy, because a concurrent request may get the same object
    if (!row) throw new DomainError('TRANSACTION_NOT_FOUND');
    return { row, notify: notifyStatusOf(row) };
  }

  /** The amount of the partner's create request. The payer may pay another amount. @param transactionId a UUID. */
  async requestedAmount(serviceId: string, transactionId: string): Promise<RowOf<typeof AMOUNT_COLUMNS> | null> {
    return AMOUNT_COLUMNS.rows(await runNamed<object>(this.dataSource, READ_AMOUNT, [transactionId, serviceId]))[0] ?? null;
  }

  /** Newest first. */
  newestMatching(search: DirectBillingSearch): Promise<RowOf<typeof LISTED_COLUMNS>[]> {
    return searchNewest(this.dataSource, 'directbilling', LISTED_COLUMNS, search, [
      matching('t.control = ?', search.control),
      search.ids && { sql: 't.id BETWEEN ? AND ?', values: search.ids },
      search.wholeIds ? { sql: 't.id = ANY (?::uuid[])', values: [search.wholeIds] } : null,
      matching('t.phone_number = ?', search.phoneNumber),
      matching('t.gross_minor = ?', search.grossMinor),
      matching('t.operator = ?', search.operator),
      matching('t.status = ?', search.status),
    ]);
  }

  /** @returns at most ten ids in the range, both ends included. */
  async idsBetween([first, last]: readonly [string, string]): Promise<string[]> {
    const rows = await this.dataSource.query<{ id: string }[]>(
      'SELECT id FROM direct_billing_transaction WHERE id BETWEEN $1 AND $2 ORDER BY id LIMIT 10',
      [first, last],
    );
    return rows.map(({ id }) => id);
  }

  /** Locks transactions that were not paid in time, until `tx` ends. @returns their ids. */
  async lockDueIds(tx: EntityManager, now: Date, maxCount: number): Promise<string[]> {
    return (await runNamed<{ id: string }>(tx, LOCK_DUE, [now, maxCount])).map(({ id }) => id);
  }
}
