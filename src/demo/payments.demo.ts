import { Injectable } from '@nestjs/common';
import type { Service } from '../platform/partners/services/service.entity.js';
import { CreatePaymentService } from '../products/payments/services/create-payment-service.js';
import type { DemoProduct } from './demo-product.js';

/** With every channel there is. */
@Injectable()
export class PaymentsDemo implements DemoProduct {
  readonly area = 'payment';

  constructor(private readonly create: CreatePaymentService) {}

  createService(partnerId: string): Promise<Service> {
    return this.create.run({ partnerId, name: 'Demo Online Payments' });
  }
}
