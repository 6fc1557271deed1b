import { Module } from '@nestjs/common';
import { DirectBillingModule } from '../direct-billing/direct-billing.module.js';
import { DemoTokenFile } from './demo-token-file.js';
import { SeedDemoService } from './seed-demo.service.js';

@Module({ imports: [DirectBillingModule], providers: [DemoTokenFile, SeedDemoService], exports: [SeedDemoService] })
export class DemoModule {}
