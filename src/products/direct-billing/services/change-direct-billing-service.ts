import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { DirectBillingServiceDetails } from './direct-billing-service-details.entity.js';

export type DirectBillingServiceChanges = Partial<Pick<DirectBillingServiceDetails, 'suffix'>>;

/** Changes what DirectBilling adds to a service; its tariffs are changed by `ChangeTariffService`. */
@Injectable()
export class ChangeDirectBillingService {
  /** @param changes what is not named stays as it is. */
  async run(tx: EntityManager, serviceId: string, changes: DirectBillingServiceChanges): Promise<void> {
    if (Object.keys(changes).length > 0) await tx.update(DirectBillingServiceDetails, { serviceId }, changes);
  }
}
