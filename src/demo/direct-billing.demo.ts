import { Injectable } from '@nestjs/common';
import type { Service } from '../platform/partners/services/service.entity.js';
import { CreateDirectBillingService } from '../products/direct-billing/services/create-direct-billing-service.js';
import type { DemoProduct } from './demo-product.js';

/** Creates the demo partner's service for charges on phone bills. */
@Injectable()
export class DirectBillingDemo implements DemoProduct {
  readonly area = 'directbilling';

  constructor(private readonly create: CreateDirectBillingService) {}

  createService(partnerId: string): Promise<Service> {
    return this.create.run({ partnerId, name: 'Demo DirectBilling', suffix: 'DEMO' });
  }
}
