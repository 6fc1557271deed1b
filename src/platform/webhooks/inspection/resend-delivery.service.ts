import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { SystemClock } from '../../../common/time/clocks.js';
import { recordChange } from '../../audit/audited.js';
import { EndpointWaker } from '../wake-up/endpoint-waker.js';
import { reschedule, type ResendOutcome } from './reschedule.js';
import { EVERY_SERVICE, isInScope, type ServiceScope } from '../../listing/service-scope.js';

const FIND = `
  SELECT d.service_id FROM webhook_delivery d JOIN service s ON s.id = d.service_id
  WHERE d.event_id = $1 AND ${isInScope('s', '$2', '$3')}`;

const CHANGING: readonly ResendOutcome[] = ['sending', 'waiting'];

/** Sends a delivery again, whatever its status; its retry schedule starts anew. The order within a subject is kept. */
@Injectable()
export class ResendDeliveryService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly clock: SystemClock,
    private readonly waker: EndpointWaker,
  ) {}

  /** @param scope of the person who asks. @returns null when there is no such delivery in it. */
  async run(deliveryId: string, { partnerId, serviceIds }: ServiceScope = EVERY_SERVICE): Promise<ResendOutcome | null> {
    const [found] = await this.dataSource.query<{ service_id: string }[]>(FIND, [deliveryId, partnerId, serviceIds]);
    if (!found) return null;
    const outcome = await this.dataSource.transaction(async (tx) => {
      const rescheduled = (await reschedule(tx, [deliveryId], this.clock.now())).get(deliveryId) ?? null;
      if (rescheduled && CHANGING.includes(rescheduled))
        await recordChange(tx, { action: 'delivery.resend', subject: 'delivery', id: deliveryId, after: { outcome: rescheduled } });
      return rescheduled;
    });
    this.waker.wake(found.service_id);
    return outcome;
  }
}
