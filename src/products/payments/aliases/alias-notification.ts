import { formatTimestamp } from '../../../common/time/timestamp.js';
import type { EventObject } from '../../../platform/webhooks/outbox/event-body.js';
import type { PaymentAlias } from './payment-alias.entity.js';

export const ALIAS_NOTIFICATION_TYPE = 'blik:alias_status_changed';

/** What a notification about an alias says, in the order of signing. */
export function aliasNotificationData(alias: PaymentAlias, zone: string): EventObject {
  return {
    id: alias.id,
    service_id: alias.serviceId,
    type: alias.type,
    value: alias.value,
    label: alias.label,
    status: alias.status,
    created_at: formatTimestamp(alias.createdAt, zone),
    updated_at: formatTimestamp(alias.updatedAt, zone),
  };
}
