import { Global, Module } from '@nestjs/common';
import { DatabasePoolGauges } from './database-pool-gauges.js';
import { DatabasePoolWaits } from './database-pool-waits.js';
import { Metrics } from './metrics.js';
import { MetricsServer } from './metrics-server.js';
import { ScrapedGauges } from './scraped-gauges.js';

@Global()
@Module({
  providers: [DatabasePoolGauges, DatabasePoolWaits, Metrics, MetricsServer, ScrapedGauges],
  exports: [Metrics, MetricsServer, ScrapedGauges],
})
export class MetricsModule {}
