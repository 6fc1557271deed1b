import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { runNamed } from '../../../runtime/database/named-query.js';
import { type RowOf, selectionOf } from '../../../runtime/database/rows/row-selection.js';
import { DirectBillingTransaction } from './direct-billing-transaction.entity.js';

const ASKED = selectionOf(DirectBillingTransaction, ['amountMinor', 'amountType']);

const READ = {
  name: 'direct_billing_asked_value',
  text: `SELECT ${ASKED.columns()} FROM direct_billing_transaction WHERE id = $1 AND service_id = $2`,
};

/** What a partner asked for when it created a transaction, which is not always what the payer pays. */
@Injectable()
export class AskedValueQuery {
  constructor(private readonly dataSource: DataSource) {}

  /** @param transactionId a UUID. */
  async of(serviceId: string, transactionId: string): Promise<RowOf<typeof ASKED> | null> {
    return ASKED.rows(await runNamed<object>(this.dataSource, READ, [transactionId, serviceId]))[0] ?? null;
  }
}
