import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { Pool } from 'pg';
import { DataSource } from 'typeorm';
import type { PostgresDriver } from 'typeorm/driver/postgres/PostgresDriver.js';
import { GaugeCollector } from './gauge-collector.js';

/** How much of this process's connection pool is in use, read from the pool itself. */
@Injectable()
export class DatabasePoolGauges implements OnModuleInit {
  constructor(
    private readonly gauges: GaugeCollector,
    private readonly dataSource: DataSource,
  ) {}

  onModuleInit(): void {
    this.gauges.register({
      name: 'database-pool',
      first: true,
      help: {
        database_pool_connections: 'Connections to PostgreSQL that this process has open.',
        database_pool_busy: 'Connections of the pool that are in use.',
        database_pool_waiting: 'Callers that wait for a connection of the pool.',
        database_pool_limit: 'Connections the pool may open.',
      },
      read: () => {
        const pool = (this.dataSource.driver as PostgresDriver).master as Pool;
        return {
          database_pool_connections: pool.totalCount,
          database_pool_busy: pool.totalCount - pool.idleCount,
          database_pool_waiting: pool.waitingCount,
          database_pool_limit: pool.options.max,
        };
      },
    });
  }
}
