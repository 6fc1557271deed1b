import { ApiProperty } from '@nestjs/swagger';
import { amountToNumber } from '../../../common/money/amount.js';
import { formatTimestamp } from '../../../common/time/timestamp.js';
import type { RowOf } from '../../../runtime/database/rows/row-selection.js';
import { SHORT_NUMBERS } from '../numbers/catalogue.js';
import type { SMS_TRANSACTION_LIST } from './transaction.list.js';

export class SmsTransactionResponse {
  @ApiProperty({ type: 'integer', example: 1042 })
  id: number;

  @ApiProperty({ type: 'integer', example: 48500600700, description: 'Number the message was sent from.' })
  from: number;

  @ApiProperty({ example: 'A1B2C3', description: 'Code the payer received; empty where the partner’s program answers.' })
  code: string;

  @ApiProperty({ description: 'Whether the code has been used.' })
  used: boolean;

  @ApiProperty({ type: 'integer', enum: [...SHORT_NUMBERS] })
  send_number: number;

  @ApiProperty({ type: Number, example: 0.5, description: 'Net amount of the message in PLN.' })
  value: number;

  @ApiProperty({ type: String, format: 'date-time' })
  send_at: string;

  static from(row: RowOf<typeof SMS_TRANSACTION_LIST.selection>, zone: string): SmsTransactionResponse {
    return {
      id: Number(row.id),
      from: Number(row.fromNumber),
      code: row.code,
      used: row.usedAt !== null,
      send_number: row.sendNumber,
      value: amountToNumber(row.netMinor),
      send_at: formatTimestamp(row.sentAt, zone),
    };
  }
}
