import { Global, Module } from '@nestjs/common';
import { DatabasePoolGauges } from './database-pool-gauges.js';
import { DatabasePoolWaits } from './database-pool-waits.js';
import { Metrics } from './metrics.js';
import { MetricsServer } from './metrics-server.js';
import { GaugeCollector } from './gauge-collector.js';

@Global()
@Module({
  providers: [DatabasePoolGauges, DatabasePoolWaits, Metrics, MetricsServer, GaugeCollector],
  exports: [Metrics, MetricsServer, GaugeCollector],
})
export class MetricsModule {}
