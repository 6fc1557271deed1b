import { Module } from '@nestjs/common';
import { LedgerModule } from '../platform/ledger/ledger.module.js';
import { WebhooksModule } from '../platform/webhooks/webhooks.module.js';
import { DemoTokenFile } from './demo-token-file.js';
import { GatewayNotifications } from './gateway-notifications.js';
import { SeedDemoService } from './seed-demo.service.js';

/** Creates the demo partner with its services, and connects services to the inbox of the sandbox. */
@Module({
  imports: [LedgerModule, WebhooksModule],
  providers: [DemoTokenFile, GatewayNotifications, SeedDemoService],
  exports: [GatewayNotifications, SeedDemoService],
})
export class DemoModule {}
