import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { runNamed } from '../../../runtime/database/named-query.js';
import { type RowOf, selectionOf } from '../../../runtime/database/rows/row-selection.js';
import { DirectBillingTransaction } from './direct-billing-transaction.entity.js';

const AMOUNT_COLUMNS = selectionOf(DirectBillingTransaction, ['amountMinor', 'amountType']);

const READ_AMOUNT = {
  name: 'direct_billing_requested_value',
  text: `SELECT ${AMOUNT_COLUMNS.columns()} FROM direct_billing_transaction WHERE id = $1 AND service_id = $2`,
};

/** Reads the amount of the partner's create request. The payer may pay another amount. */
@Injectable()
export class RequestedValueQuery {
  constructor(private readonly dataSource: DataSource) {}

  /** @param transactionId a UUID. */
  async findRequestedAmount(serviceId: string, transactionId: string): Promise<RowOf<typeof AMOUNT_COLUMNS> | null> {
    return AMOUNT_COLUMNS.rows(await runNamed<object>(this.dataSource, READ_AMOUNT, [transactionId, serviceId]))[0] ?? null;
  }
}
