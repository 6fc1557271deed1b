import { type DynamicModule, Module } from '@nestjs/common';
import type { Logger } from 'pino';
import { ClockModule } from './clock/clock.module.js';
import { ConfigModule } from './config/config.module.js';
import type { Environment } from './config/environment.js';
import { DatabaseModule } from './database/database.module.js';
import { HealthModule } from './health/health.module.js';
import { HistoryModule } from './history/history.module.js';
import { LoggingModule } from './logging/logging.module.js';
import { MetricsModule } from './metrics/metrics.module.js';
import { PartnersModule } from './partners/partners.module.js';
import { RateLimitsModule } from './rate-limits/rate-limits.module.js';
import { SchedulingModule } from './scheduling/scheduling.module.js';

export interface PlatformOptions {
  environment: Environment;
  /** As the application role. */
  databaseUrl: string;
  logger: Logger;
}

/** What every role needs, available everywhere. */
@Module({})
export class PlatformModule {
  static forRoot({ environment, databaseUrl, logger }: PlatformOptions): DynamicModule {
    return {
      module: PlatformModule,
      imports: [
        ConfigModule.forRoot(environment),
        LoggingModule.forRoot(logger),
        DatabaseModule.forRoot(databaseUrl, environment.database),
        ClockModule,
        MetricsModule,
        SchedulingModule,
        PartnersModule,
        HistoryModule,
        RateLimitsModule,
        HealthModule,
      ],
    };
  }
}
