import type { Service } from '../../platform/partners/services/service.entity.js';
import type { Cell } from '../output/cell.js';
import type { Session } from '../session.js';

/** A service as all its commands print it; `retry_schedule` is in seconds, null stands for the default. */
export function serviceView(service: Service, session: Session) {
  return {
    id: service.id,
    partner_id: service.partnerId,
    area: service.area,
    name: service.name,
    status: service.status,
    notify_url: service.notifyUrl,
    amounts: service.amountRendering,
    service_id_name: service.serviceIdName,
    user_agent: service.notifyUserAgent,
    retry_schedule: service.retryScheduleSeconds,
    created_at: session.timestamp(service.createdAt),
    updated_at: session.timestamp(service.updatedAt),
  } satisfies Record<string, Cell>;
}
