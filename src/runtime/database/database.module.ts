import { type DynamicModule, Global, Inject, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import type { Logger } from 'pino';
import { DataSource } from 'typeorm';
import { Environment } from '../config/environment.js';
import { LOGGER } from '../logging/logger.js';
import { connectionLimits } from './connection-limits.js';
import { forbidNestedConnections } from './nested-connections.js';
import { sessionOptions } from './session-settings.js';
import { RowLockQueue } from './pool-quotas/row-lock-queue.js';
import { applyPoolQuotas } from './pool-quotas/pool-quotas.js';
import { SnakeCaseNaming } from './snake-case-naming.js';

/** The application's connection pool. Its role cannot change the schema. */
@Global()
@Module({})
export class DatabaseModule {
  constructor(source: DataSource, environment: Environment, @Inject(LOGGER) log: Logger) {
    applyPoolQuotas(source, environment.database);
    forbidNestedConnections(source, (error) => {
      if (!environment.app.isProduction) throw error;
      log.error({ err: error }, 'a transaction took a second connection, which can block the pool');
    });
  }

  static forRoot(url: string, config: Environment['database']): DynamicModule {
    return {
      module: DatabaseModule,
      imports: [
        TypeOrmModule.forRoot({
          type: 'postgres',
          url,
          poolSize: config.poolSize,
          autoLoadEntities: true,
          namingStrategy: new SnakeCaseNaming(),
          synchronize: false,
          retryAttempts: 0,
          applicationName: 'gateway',
          extra: { ...connectionLimits(config), options: sessionOptions(config) },
        }),
      ],
      providers: [RowLockQueue],
      exports: [TypeOrmModule, RowLockQueue],
    };
  }
}
