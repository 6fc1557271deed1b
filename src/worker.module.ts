import { Module } from '@nestjs/common';
import { DirectBillingModule } from './direct-billing/direct-billing.module.js';
import { SmsModule } from './sms/sms.module.js';
import { WebhookDeliveryModule } from './webhooks/webhook-delivery.module.js';

/** Everything that happens without a request: deliveries and due work. */
@Module({ imports: [DirectBillingModule, SmsModule, WebhookDeliveryModule] })
export class WorkerModule {}
