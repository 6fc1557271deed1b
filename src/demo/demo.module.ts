import { Module } from '@nestjs/common';
import { DirectBillingModule } from '../products/direct-billing/direct-billing.module.js';
import { SmsModule } from '../products/sms/sms.module.js';
import { DemoTokenFile } from './demo-token-file.js';
import { SeedDemoService } from './seed-demo.service.js';
import { SetUpDemoSmsService } from './set-up-demo-sms.service.js';

@Module({
  imports: [DirectBillingModule, SmsModule],
  providers: [DemoTokenFile, SeedDemoService, SetUpDemoSmsService],
  exports: [SeedDemoService],
})
export class DemoModule {}
