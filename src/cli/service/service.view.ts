import type { INestApplicationContext } from '@nestjs/common';
import type { Service } from '../../platform/partners/services/service.entity.js';
import type { Cell } from '../output/cell.js';
import { viewOf } from '../output/view.js';
import { requireProduct } from '../products/products.js';
import type { Session } from '../session.js';

/** `retry_schedule` is in seconds. Null is the default schedule. */
export const SERVICE = viewOf<Service>()({
  id: 'id',
  partner_id: 'partnerId',
  area: 'area',
  name: 'name',
  status: 'status',
  notify_url: 'notifyUrl',
  amounts: 'amountRendering',
  service_id_name: 'serviceIdName',
  user_agent: 'notifyUserAgent',
  retry_schedule: 'retryScheduleSeconds',
  created_at: 'createdAt',
  updated_at: 'updatedAt',
}).only('id', 'area', 'name', 'status', 'notify_url', 'partner_id');

/** The fields of a service, with those that its product adds. */
export async function serviceRecord(app: INestApplicationContext, service: Service, session: Session): Promise<Record<string, Cell>> {
  const details = await requireProduct(service.area).services.show(app, service.id);
  return { ...SERVICE.json(service, session), ...details };
}
