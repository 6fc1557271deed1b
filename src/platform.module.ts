import { type DynamicModule, Module } from '@nestjs/common';
import type { Logger } from 'pino';
import { ClockModule } from './runtime/clock/clock.module.js';
import { ConfigModule } from './runtime/config/config.module.js';
import type { Environment } from './runtime/config/environment.js';
import { DatabaseModule } from './runtime/database/database.module.js';
import { AuditModule } from './platform/audit/audit.module.js';
import { CountersModule } from './platform/counters/counters.module.js';
import { HealthModule } from './platform/health/health.module.js';
import { HistoryModule } from './platform/history/history.module.js';
import { LoggingModule } from './runtime/logging/logging.module.js';
import { MetricsModule } from './runtime/metrics/metrics.module.js';
import { PartnersModule } from './platform/partners/partners.module.js';
import { PersonalDataModule } from './platform/personal-data/personal-data.module.js';
import { PartWork } from './platform/part-work.js';
import { PartsModule } from './platform/products/parts.module.js';
import type { Part } from './platform/products/product.js';
import { RestoredModule } from './platform/restored/restored.module.js';
import { RateLimitsModule } from './runtime/rate-limits/rate-limits.module.js';
import { TotalsModule } from './platform/totals/totals.module.js';
import { SchedulingModule } from './runtime/scheduling/scheduling.module.js';
import { PARTS } from './parts.js';

export interface PlatformOptions {
  environment: Environment;
  /** URL of the application's role. */
  databaseUrl: string;
  logger: Logger;
  /** Default: all parts of the program. */
  parts?: readonly Part[];
}

/** The modules that API processes and workers both need. */
@Module({})
export class PlatformModule {
  static forRoot({ environment, databaseUrl, logger, parts = PARTS }: PlatformOptions): DynamicModule {
    return {
      module: PlatformModule,
      imports: [
        ConfigModule.forRoot(environment),
        LoggingModule.forRoot(logger),
        DatabaseModule.forRoot(databaseUrl, environment.database),
        PartsModule.forRoot(parts),
        ClockModule,
        MetricsModule,
        SchedulingModule,
        AuditModule,
        PersonalDataModule,
        PartnersModule,
        HistoryModule,
        RateLimitsModule,
        HealthModule,
        RestoredModule,
        CountersModule,
        TotalsModule,
      ],
      providers: [PartWork],
    };
  }
}
