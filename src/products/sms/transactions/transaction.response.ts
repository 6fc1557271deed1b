import { ApiProperty } from '@nestjs/swagger';
import { amountToNumber } from '../../../common/money/amount.js';
import { formatTimestamp } from '../../../common/time/timestamp.js';
import { SHORT_NUMBERS } from '../numbers/catalogue.js';

/** A row as the queries read it; amounts in minor units of PLN, and all bigints, as the driver's text. */
export interface SmsTransactionRow {
  id: string;
  from_number: string;
  send_number: number;
  code: string;
  used_at: Date | null;
  net_minor: string;
  sent_at: Date;
}

export const SMS_TRANSACTION_COLUMNS = 'id, from_number, send_number, code, used_at, net_minor, sent_at, created_at';

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

  static from(row: SmsTransactionRow, zone: string): SmsTransactionResponse {
    return {
      id: Number(row.id),
      from: Number(row.from_number),
      code: row.code,
      used: row.used_at !== null,
      send_number: row.send_number,
      value: amountToNumber(Number(row.net_minor)),
      send_at: formatTimestamp(row.sent_at, zone),
    };
  }
}
