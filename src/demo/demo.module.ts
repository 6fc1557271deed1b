import { Module } from '@nestjs/common';
import { LedgerModule } from '../platform/ledger/ledger.module.js';
import { DirectBillingModule } from '../products/direct-billing/direct-billing.module.js';
import { PaymentsModule } from '../products/payments/payments.module.js';
import { WebhooksModule } from '../platform/webhooks/webhooks.module.js';
import { SmsModule } from '../products/sms/sms.module.js';
import { DEMO_PRODUCTS, type DemoProduct } from './demo-product.js';
import { DemoTokenFile } from './demo-token-file.js';
import { GatewayNotifications } from './gateway-notifications.js';
import { DirectBillingDemo } from './direct-billing.demo.js';
import { PaymentsDemo } from './payments.demo.js';
import { SeedDemoService } from './seed-demo.service.js';
import { SmsDemo } from './sms.demo.js';

const PRODUCTS = [DirectBillingDemo, SmsDemo, PaymentsDemo];

/** Creates the demo partner with its services, and connects services to the inbox of the sandbox. */
@Module({
  imports: [DirectBillingModule, LedgerModule, SmsModule, PaymentsModule, WebhooksModule],
  providers: [
    ...PRODUCTS,
    { provide: DEMO_PRODUCTS, inject: PRODUCTS, useFactory: (...products: DemoProduct[]) => products },
    DemoTokenFile,
    GatewayNotifications,
    SeedDemoService,
  ],
  exports: [GatewayNotifications, SeedDemoService],
})
export class DemoModule {}
