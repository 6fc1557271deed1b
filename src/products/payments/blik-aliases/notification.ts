import { ApiProperty } from '@nestjs/swagger';
import { formatTimestamp } from '../../../common/time/timestamp.js';
import type { EventOf } from '../../../platform/webhooks/outbox/event-body.js';
import { defineNotification } from '../../../platform/webhooks/outbox/typed-notification.js';
import { ALIAS_STATUSES, type AliasStatus } from './states.js';
import { ALIAS_TYPES, type AliasType, type PaymentAlias } from './payment-alias.entity.js';

export class AliasNotificationData {
  @ApiProperty({ format: 'uuid' })
  id: string;

  @ApiProperty({ pattern: '^[0-9a-f]{8}$', example: '5f2c9a1b' })
  service_id: string;

  @ApiProperty({ enum: ALIAS_TYPES })
  type: AliasType;

  @ApiProperty({ example: 'customer-7' })
  value: string;

  @ApiProperty({ example: 'Books of the month' })
  label: string;

  @ApiProperty({ enum: ALIAS_STATUSES })
  status: AliasStatus;

  @ApiProperty({ type: String, format: 'date-time' })
  created_at: string;

  @ApiProperty({ type: String, format: 'date-time' })
  updated_at: string;
}

/** The order of the properties is the order in which they are signed. */
export const ALIAS_NOTIFICATION = defineNotification({
  type: 'blik:alias_status_changed',
  summary: 'The status of a BLIK alias has changed.',
  // A payment may offer a subscription, whose alias becomes active when the payer consents.
  causedBy: ['PaymentTransactions.create', 'BlikLevel0.create', 'BlikSubscriptions.create', 'BlikAliases.remove', 'BlikAliases.removeOne'],
  dataClass: AliasNotificationData,
  data(alias: PaymentAlias, zone): EventOf<AliasNotificationData> {
    const { id, ...rest } = notifiedAlias(alias, zone);
    return { id, service_id: alias.serviceId, ...rest };
  },
});

/** The alias without the service's id, for notifications that have the service's id in another place. */
export function notifiedAlias(alias: PaymentAlias, zone: string): EventOf<Omit<AliasNotificationData, 'service_id'>> {
  return {
    id: alias.id,
    type: alias.type,
    value: alias.value,
    label: alias.label,
    status: alias.status,
    created_at: formatTimestamp(alias.createdAt, zone),
    updated_at: formatTimestamp(alias.updatedAt, zone),
  };
}
