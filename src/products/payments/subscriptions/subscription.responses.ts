import { ApiProperty, ApiPropertyOptional, OmitType, PickType } from '@nestjs/swagger';
import { amountToNumber } from '../../../common/money/amount.js';
import { formatTimestamp } from '../../../common/time/timestamp.js';
import { RECURRING_MODELS, type RecurringModel } from '../../../connectors/acquirers/port/mandate.js';
import type { RowOf } from '../../../runtime/database/rows/row-selection.js';
import { AliasResponse, type AliasColumns } from '../blik-aliases/alias.response.js';
import type { SUBSCRIPTION_LIST } from './subscription.list.js';
import {
  CANCELLERS,
  type CancelledBy,
  SUBSCRIPTION_MODES,
  SUBSCRIPTION_STATUSES,
  type SubscriptionMode,
  type SubscriptionStatus,
} from './states.js';

const NULLABLE_TEXT = { type: String, nullable: true } as const;
const TIME = { type: String, format: 'date-time' } as const;

export class SubscriptionCancelled {
  @ApiProperty({ enum: CANCELLERS })
  by: CancelledBy;

  @ApiProperty({
    ...NULLABLE_TEXT,
    description:
      'For people. The words of the one who cancelled it through the gateway; a ticket code when it was refused; the channel’s own word, if it gave ' +
      'one, when the payer or BLIK ended it; `channel_not_reached` or `channel_does_not_know_it` when the payer was never asked; ' +
      '`payment_refused` when its payment was found to be fraud.',
  })
  reason: string | null;
}

export class SubscriptionBlik {
  @ApiProperty({ enum: RECURRING_MODELS })
  model: RecurringModel;

  @ApiProperty({ type: AliasResponse })
  alias: AliasResponse;
}

export type SubscriptionColumns = RowOf<typeof SUBSCRIPTION_LIST.selection>;

export class SubscriptionResponse {
  @ApiProperty({ format: 'uuid' })
  id: string;

  @ApiProperty({ enum: SUBSCRIPTION_STATUSES })
  status: SubscriptionStatus;

  @ApiProperty({ enum: SUBSCRIPTION_MODES })
  mode: SubscriptionMode;

  @ApiPropertyOptional({ type: SubscriptionBlik })
  blik?: SubscriptionBlik;

  @ApiProperty({ ...NULLABLE_TEXT, example: '1M' })
  frequency: string | null;

  @ApiProperty({ ...NULLABLE_TEXT, format: 'date', description: 'Day of the first possible charge.' })
  initiation_date: string | null;

  @ApiProperty({ type: Number, nullable: true, example: 359.88 })
  total_amount_limit: number | null;

  @ApiProperty({ type: 'integer', nullable: true, example: 12 })
  total_transactions_limit: number | null;

  @ApiProperty({ type: SubscriptionCancelled, nullable: true })
  cancelled: SubscriptionCancelled | null;

  @ApiProperty(TIME)
  created_at: string;

  @ApiProperty(TIME)
  updated_at: string;

  static from(row: SubscriptionColumns, alias: AliasColumns, zone: string): SubscriptionResponse {
    const { id, status, mode } = row;
    return { id, status, mode, blik: { model: row.model, alias: AliasResponse.from(alias, zone) }, ...subscriptionDetails(row, zone) };
  }
}

export class AliasSubscriptionBlik extends PickType(SubscriptionBlik, ['model']) {}

/** The subscription of a PAYID. */
export class AliasSubscriptionResponse extends OmitType(SubscriptionResponse, ['blik']) {
  @ApiProperty({ type: AliasSubscriptionBlik })
  blik: AliasSubscriptionBlik;
}

/** The fields that all responses about a subscription have. */
export function subscriptionDetails(row: SubscriptionColumns, zone: string): Omit<SubscriptionResponse, 'id' | 'status' | 'mode' | 'blik'> {
  const { initiationAt, totalLimitMinor, cancelledBy, cancelledReason } = row;
  return {
    frequency: row.frequency,
    initiation_date: initiationAt && formatTimestamp(initiationAt, zone).slice(0, 10),
    total_amount_limit: totalLimitMinor === null ? null : amountToNumber(totalLimitMinor),
    total_transactions_limit: row.countLimit,
    cancelled: cancelledBy && { by: cancelledBy, reason: cancelledReason },
    created_at: formatTimestamp(row.createdAt, zone),
    updated_at: formatTimestamp(row.updatedAt, zone),
  };
}

export class SubscriptionCreated {
  @ApiProperty({ format: 'uuid' })
  subscriptionId: string;

  @ApiProperty({ format: 'uuid' })
  aliasId: string;
}

export class ChargeCreated {
  @ApiProperty({
    description:
      'Whether a rule against fraud was broken, so that the payer has to confirm the charge on the page of its transaction first.',
  })
  needsUserConfirmation: boolean;
}
