import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { setDefaultBackendFactory } from 'bullmq';
import { Cluster } from 'ioredis';
import { DataSource } from 'typeorm';
import type { PostgresDataSourceOptions } from 'typeorm/driver/postgres/PostgresDataSourceOptions.js';
import { Environment } from '../config/environment.js';
import { backendOfConnection } from './backend-of-connection.js';
import { type ConnectedOptions, queueOptions, type QueueUse } from './queue-options.js';

/** Sees to BullMQ's backend before the first queue is made, and hands out what queues and workers connect with. */
@Injectable()
export class QueueConnections implements OnApplicationShutdown {
  private readonly clusters: Cluster[] = [];

  constructor(
    private readonly environment: Environment,
    private readonly dataSource: DataSource,
  ) {
    setDefaultBackendFactory(backendOfConnection); // `@nestjs/bullmq` takes no backend option
  }

  producer(): ConnectedOptions {
    return this.options('producer');
  }

  consumer(): ConnectedOptions {
    return this.options(this.environment.app.role === 'api' ? 'idle' : 'consumer');
  }

  /** Queues and workers are closed on module destruction, before this; BullMQ leaves open what it did not make. */
  onApplicationShutdown(): void {
    for (const cluster of this.clusters) cluster.disconnect();
  }

  private options(use: QueueUse): ConnectedOptions {
    // The embedded database has no URL in the configuration.
    const { url = '' } = this.dataSource.options as PostgresDataSourceOptions;
    const options = queueOptions(this.environment, url, use);
    if (options.connection instanceof Cluster) this.clusters.push(options.connection);
    return options;
  }
}
