import { ApiProperty } from '@nestjs/swagger';
import { formatTimestamp } from '../../../common/time/timestamp.js';
import type { RowOf } from '../../../runtime/database/rows/row-selection.js';
import { ALIAS_STATUSES, type AliasStatus } from './states.js';
import type { ALIAS_LIST } from './alias.list.js';
import { ALIAS_TYPES, type AliasType } from './payment-alias.entity.js';

export type AliasColumns = RowOf<typeof ALIAS_LIST.selection>;

export class AliasResponse {
  @ApiProperty({ format: 'uuid' })
  id: string;

  @ApiProperty({ enum: ALIAS_TYPES })
  type: AliasType;

  @ApiProperty({ example: 'customer-7' })
  value: string;

  @ApiProperty({ example: 'Books of the month', description: 'Shown in the payer’s app.' })
  label: string;

  @ApiProperty({ type: String, nullable: true, description: 'Which app knows the payer by it; null for a PAYID and while none is known.' })
  blik_key: string | null;

  @ApiProperty({ enum: ALIAS_STATUSES })
  status: AliasStatus;

  @ApiProperty({ type: String, format: 'date-time', nullable: true, description: 'null when it has no end, or was unregistered.' })
  expires_at: string | null;

  @ApiProperty({ type: String, format: 'date-time' })
  created_at: string;

  @ApiProperty({ type: String, format: 'date-time' })
  updated_at: string;

  static from({ id, type, value, label, blikKey, status, expiresAt, createdAt, updatedAt }: AliasColumns, zone: string): AliasResponse {
    const hasEnd = expiresAt !== null && status !== 'alias_unregistered';
    return {
      id,
      type,
      value,
      label,
      blik_key: blikKey,
      status,
      expires_at: hasEnd ? formatTimestamp(expiresAt, zone) : null,
      created_at: formatTimestamp(createdAt, zone),
      updated_at: formatTimestamp(updatedAt, zone),
    };
  }
}
