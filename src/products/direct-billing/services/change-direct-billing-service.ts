import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { DirectBillingServiceDetails } from './direct-billing-service-details.entity.js';
import { audited } from '../../../platform/audit/audited.js';

export type DirectBillingServiceChanges = Partial<Pick<DirectBillingServiceDetails, 'suffix'>>;

/** Changes the DirectBilling details of a service. `ChangeTariffService` changes the tariffs. */
@Injectable()
export class ChangeDirectBillingService {
  /** @param changes a missing property is not changed. */
  async run(tx: EntityManager, serviceId: string, changes: DirectBillingServiceChanges): Promise<void> {
    if (Object.keys(changes).length === 0) return;
    const rows = { table: 'direct_billing_service', subjectColumn: 'service_id', excludedColumns: ['service_id'] };
    await audited(tx, { action: 'service.set', subject: 'service', id: serviceId, rows }, () =>
      tx.update(DirectBillingServiceDetails, { serviceId }, changes),
    );
  }
}
