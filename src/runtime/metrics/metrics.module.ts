import { Global, Module } from '@nestjs/common';
import { DatabasePoolFigures } from './database-pool-figures.js';
import { DatabasePoolWaits } from './database-pool-waits.js';
import { Metrics } from './metrics.js';
import { MetricsServer } from './metrics-server.js';
import { ScrapedFigures } from './scraped-figures.js';

@Global()
@Module({
  providers: [DatabasePoolFigures, DatabasePoolWaits, Metrics, MetricsServer, ScrapedFigures],
  exports: [Metrics, MetricsServer, ScrapedFigures],
})
export class MetricsModule {}
