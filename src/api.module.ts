import { Module } from '@nestjs/common';
import { ApiDocsModule } from './web/api-docs/api-docs.module.js';
import { CheckoutModule } from './web/checkout/checkout.module.js';
import { DemoModule } from './demo/demo.module.js';
import { DirectBillingApiModule } from './products/direct-billing/direct-billing-api.module.js';
import { PaymentsApiModule } from './products/payments/payments-api.module.js';
import { SmsApiModule } from './products/sms/sms-api.module.js';
import { ReconciliationApiModule } from './platform/reconciliation/reconciliation-api.module.js';
import { PeopleModule } from './platform/people/people.module.js';
import { NotificationSourcesModule } from './platform/webhooks/notification-sources.module.js';

/** The modules of a process that serves requests of partners, payers and providers. Its panel needs `PeopleModule`. */
@Module({
  imports: [
    DirectBillingApiModule,
    SmsApiModule,
    PaymentsApiModule,
    ReconciliationApiModule,
    NotificationSourcesModule,
    PeopleModule,
    CheckoutModule,
    ApiDocsModule,
    DemoModule,
  ],
})
export class ApiModule {}
