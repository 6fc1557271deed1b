import { Module } from '@nestjs/common';
import { ApiDocsModule } from './api-docs/api-docs.module.js';
import { CheckoutModule } from './checkout/checkout.module.js';
import { DemoModule } from './demo/demo.module.js';
import { DirectBillingApiModule } from './direct-billing/direct-billing-api.module.js';
import { SmsApiModule } from './sms/sms-api.module.js';
import { NotificationSourcesModule } from './webhooks/notification-sources.module.js';

/** Everything that answers partners, payers and operators. */
@Module({ imports: [DirectBillingApiModule, SmsApiModule, NotificationSourcesModule, CheckoutModule, ApiDocsModule, DemoModule] })
export class ApiModule {}
