import { Injectable } from '@nestjs/common';
import type { Service } from '../platform/partners/services/service.entity.js';
import { CreateServiceForPayments } from '../products/payments/services/create-service-for-payments.js';
import type { DemoProduct } from './demo-product.js';

/** Creates the demo partner's service for online payments, with all channels. */
@Injectable()
export class PaymentsDemo implements DemoProduct {
  readonly area = 'payment';

  constructor(private readonly create: CreateServiceForPayments) {}

  createService(partnerId: string): Promise<Service> {
    return this.create.run({ partnerId, name: 'Demo Online Payments' });
  }
}
