import { Module } from '@nestjs/common';
import { DirectBillingModule } from './products/direct-billing/direct-billing.module.js';
import { PaymentsModule } from './products/payments/payments.module.js';
import { SmsModule } from './products/sms/sms.module.js';
import { PeopleModule } from './platform/people/people.module.js';
import { WebhookDeliveryModule } from './platform/webhooks/webhook-delivery.module.js';

/** The modules of a worker, whose work no request starts: notification deliveries and scheduled tasks. */
@Module({ imports: [DirectBillingModule, SmsModule, PaymentsModule, WebhookDeliveryModule, PeopleModule] })
export class WorkerModule {}
