import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { amountToNumber } from '../../../common/money/amount.js';
import { formatTimestamp } from '../../../common/time/timestamp.js';
import { OPERATORS, type Operator } from '../../../connectors/operators/operator.port.js';
import type { NotifyStatus } from '../../../platform/webhooks/outbox/notify-status.js';
import type { RowOf } from '../../../runtime/database/rows/row-selection.js';
import type { TransactionDetailRow } from './transaction.queries.js';
import { DIRECT_BILLING_STATUSES, type DirectBillingStatus } from './states.js';
import type { TRANSACTION_LIST } from './transaction.list.js';

type ListedTransaction = RowOf<typeof TRANSACTION_LIST.selection>;

export class DirectBillingTransactionListItem {
  @ApiProperty({ format: 'uuid' })
  id: string;

  @ApiProperty({ enum: DIRECT_BILLING_STATUSES })
  status: DirectBillingStatus;

  @ApiProperty({ type: Number, format: 'float', example: 12.3, description: 'Gross value in PLN.' })
  value: number;

  @ApiProperty({ type: Number, format: 'float', example: 10, description: 'Net value in PLN.' })
  value_netto: number;

  @ApiProperty({ enum: OPERATORS, nullable: true, type: String, description: 'Null until the payer has chosen.' })
  operator: Operator | null;

  @ApiProperty({ type: String, format: 'date-time' })
  created_at: string;

  @ApiProperty({ type: String, format: 'date-time' })
  updated_at: string;

  static from(row: ListedTransaction, zone: string): DirectBillingTransactionListItem {
    return {
      id: row.id,
      status: row.status,
      value: amountToNumber(row.grossMinor),
      value_netto: amountToNumber(row.netMinor),
      operator: row.operator,
      created_at: formatTimestamp(row.createdAt, zone),
      updated_at: formatTimestamp(row.updatedAt, zone),
    };
  }
}

export class DirectBillingNotifyRecord {
  @ApiProperty({ description: 'Whether the latest event was acknowledged.' })
  is_send: boolean;

  @ApiProperty({ type: String, format: 'date-time', nullable: true, description: 'Last attempt; null before the first.' })
  last_send_at: string | null;

  @ApiProperty({ type: 'integer', example: 1, description: 'Attempts made.' })
  count: number;
}

export class DirectBillingTransactionDetail extends DirectBillingTransactionListItem {
  @ApiPropertyOptional({ type: String, nullable: true, example: '48500600700' })
  phoneNumber: string | null;

  @ApiPropertyOptional({ type: String, nullable: true, example: 'order-1' })
  control: string | null;

  @ApiProperty({ type: DirectBillingNotifyRecord })
  notify: DirectBillingNotifyRecord;

  static fromRow(row: TransactionDetailRow, notify: NotifyStatus, zone: string): DirectBillingTransactionDetail {
    const { id, status, value, value_netto, operator, created_at, updated_at } = DirectBillingTransactionListItem.from(row, zone);
    // Delivery attempts have system time. If business time was moved forward, they would seem older than the transaction.
    const lastSendAt = notify.lastSendAt && (notify.lastSendAt > row.createdAt ? notify.lastSendAt : row.createdAt);
    return {
      id,
      status,
      phoneNumber: row.phoneNumber,
      control: row.control,
      value,
      value_netto,
      operator,
      notify: { is_send: notify.isSend, last_send_at: lastSendAt && formatTimestamp(lastSendAt, zone), count: notify.count },
      created_at,
      updated_at,
    };
  }
}

export class DirectBillingTransactionCreated {
  @ApiProperty({ format: 'uuid' })
  transactionId: string;

  @ApiProperty({
    format: 'uri',
    example: 'https://pay.example/pay/directbilling/019a9d3e-5c1b-7a54-9f6e-2b8c4d1e7f30',
    description: 'The page the payer is sent to.',
  })
  redirectUrl: string;
}
