import { ApiProperty } from '@nestjs/swagger';
import { amountToNumber } from '../../../common/money/amount.js';
import { formatTimestamp } from '../../../common/time/timestamp.js';
import { PLN } from '../exchange-rates/rate.js';
import type { RefundRow } from './refund-statements.js';
import { REFUND_STATUSES, type RefundStatus } from './states.js';

export class RefundResponse {
  @ApiProperty({ format: 'uuid' })
  id: string;

  @ApiProperty({ enum: REFUND_STATUSES })
  status: RefundStatus;

  @ApiProperty({ type: Number, example: 10, description: 'What the payer gets.' })
  amount: number;

  @ApiProperty({ example: 'EUR', description: 'The currency that was paid in.' })
  currency: string;

  @ApiProperty({ type: Number, example: 43.65, description: 'What it takes from the wallet.' })
  wallet_amount: number;

  @ApiProperty({ example: 'PLN' })
  wallet_currency: string;

  @ApiProperty({ type: String, format: 'date-time' })
  created_at: string;

  @ApiProperty({ type: String, format: 'date-time' })
  updated_at: string;

  static from({ id, status, amountMinor, currency, walletMinor, createdAt, updatedAt }: RefundRow, zone: string): RefundResponse {
    return {
      id,
      status,
      amount: amountToNumber(amountMinor),
      currency,
      wallet_amount: amountToNumber(walletMinor),
      wallet_currency: PLN,
      created_at: formatTimestamp(createdAt, zone),
      updated_at: formatTimestamp(updatedAt, zone),
    };
  }
}

export class RefundCreated {
  @ApiProperty({ format: 'uuid' })
  refund_id: string;
}
