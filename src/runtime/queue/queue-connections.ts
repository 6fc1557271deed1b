import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { setDefaultBackendFactory } from 'bullmq';
import type { Logger } from 'pino';
import { DataSource } from 'typeorm';
import type { PostgresDataSourceOptions } from 'typeorm/driver/postgres/PostgresDataSourceOptions.js';
import { Environment } from '../config/environment.js';
import { LOGGER } from '../logging/logger.js';
import { backendOfConnection } from './backend-of-connection.js';
import { type ConnectedOptions, queueOptions } from './queue-options.js';
import type { QueueUse } from './redis-client.js';
import { RedisClients } from './redis-clients.js';

/** Sets BullMQ's backend before the first queue is created, and provides the connections of queues and workers. */
@Injectable()
export class QueueConnections implements OnApplicationShutdown {
  private readonly clients: RedisClients;

  constructor(
    private readonly environment: Environment,
    private readonly dataSource: DataSource,
    @Inject(LOGGER) log: Logger,
  ) {
    this.clients = new RedisClients(log);
    setDefaultBackendFactory(backendOfConnection); // `@nestjs/bullmq` takes no backend option
  }

  producer(): ConnectedOptions {
    return this.options('producer');
  }

  consumer(): ConnectedOptions {
    return this.options(this.environment.app.role === 'api' ? 'idle' : 'consumer');
  }

  /** Runs after module destruction has closed queues and workers. BullMQ does not close clients that it did not create. */
  onApplicationShutdown(): void {
    this.clients.close();
  }

  private options(use: QueueUse): ConnectedOptions {
    // The URL comes from the data source, because the embedded database has no URL in the configuration.
    const { url = '' } = this.dataSource.options as PostgresDataSourceOptions;
    return queueOptions(this.environment, url, use, this.clients);
  }
}
