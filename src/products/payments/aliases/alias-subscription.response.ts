import { ApiProperty } from '@nestjs/swagger';
import { RECURRING_MODELS, type RecurringModel } from '../../../connectors/channels/port/consent.js';

export class AliasSubscriptionBlik {
  @ApiProperty({ enum: RECURRING_MODELS })
  model: RecurringModel;
}

export class AliasSubscriptionCancelled {
  @ApiProperty({ enum: ['system', 'antifraud', 'merchant', 'payer', 'blik'] })
  by: string;

  @ApiProperty({ type: String, nullable: true })
  reason: string | null;
}

/** What a PAYID was given for. */
export class AliasSubscriptionResponse {
  @ApiProperty({ format: 'uuid' })
  id: string;

  @ApiProperty({ example: 'subscription_active' })
  status: string;

  @ApiProperty({ enum: ['BLIK', 'CARD'] })
  mode: string;

  @ApiProperty({ type: AliasSubscriptionBlik })
  blik: AliasSubscriptionBlik;

  @ApiProperty({ type: String, nullable: true, example: '1M' })
  frequency: string | null;

  @ApiProperty({ type: String, nullable: true, description: 'Date of the first charge that is possible.' })
  initiation_date: string | null;

  @ApiProperty({ type: Number, nullable: true, example: 120 })
  total_amount_limit: number | null;

  @ApiProperty({ type: 'integer', nullable: true, example: 12 })
  total_transactions_limit: number | null;

  @ApiProperty({ type: AliasSubscriptionCancelled, nullable: true })
  cancelled: AliasSubscriptionCancelled | null;

  @ApiProperty({ type: String, format: 'date-time' })
  created_at: string;

  @ApiProperty({ type: String, format: 'date-time' })
  updated_at: string;
}
