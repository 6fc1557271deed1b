import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { SystemClock } from '../../../common/time/clocks.js';
import { recordChange } from '../../audit/audited.js';
import { EndpointWaker } from '../wake-up/endpoint-waker.js';
import { rescheduleDeliveries, type ResendOutcome } from './reschedule.js';
import { EVERY_SERVICE, inScopeSql, type ServiceScope } from '../../listing/service-scope.js';

const FIND = `
  SELECT d.service_id FROM webhook_delivery d JOIN service s ON s.id = d.service_id
  WHERE d.event_id = $1 AND ${inScopeSql('s', '$2', '$3')}`;

/** The outcomes of a delivery that will be sent again. */
const RESCHEDULED_OUTCOMES: readonly ResendOutcome[] = ['sending', 'waiting'];

/**
 * Resends a delivery in any status and starts its retry schedule anew. Pending deliveries of one subject are still sent in the order of
 * their events.
 */
@Injectable()
export class ResendDeliveryService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly clock: SystemClock,
    private readonly waker: EndpointWaker,
  ) {}

  /** @param scope the services of the person who resends. @returns null when the delivery belongs to none of these services. */
  async run(deliveryId: string, { partnerId, serviceIds }: ServiceScope = EVERY_SERVICE): Promise<ResendOutcome | null> {
    const [delivery] = await this.dataSource.query<{ service_id: string }[]>(FIND, [deliveryId, partnerId, serviceIds]);
    if (!delivery) return null;
    const outcome = await this.dataSource.transaction(async (tx) => {
      const rescheduled = (await rescheduleDeliveries(tx, [deliveryId], this.clock.now())).get(deliveryId) ?? null;
      if (rescheduled && RESCHEDULED_OUTCOMES.includes(rescheduled))
        await recordChange(tx, { action: 'delivery.resend', subject: 'delivery', id: deliveryId, after: { outcome: rescheduled } });
      return rescheduled;
    });
    this.waker.wake(delivery.service_id);
    return outcome;
  }
}
