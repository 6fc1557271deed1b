import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { SystemClock } from '../../../common/time/clocks.js';
import { Service } from './service.entity.js';

export type ServiceChanges = Partial<
  Pick<Service, 'name' | 'status' | 'notifyUrl' | 'amountRendering' | 'serviceIdName' | 'notifyUserAgent' | 'retryScheduleSeconds'>
>;

/** Changes the part of a service that every product has. */
@Injectable()
export class UpdateService {
  constructor(private readonly clock: SystemClock) {}

  /** Holds the service's row from then on, so that changes of one service take turns, those of a product's details included. */
  async run(tx: EntityManager, serviceId: string, changes: ServiceChanges): Promise<void> {
    await tx.update(Service, { id: serviceId }, { ...changes, updatedAt: this.clock.now() });
  }
}
