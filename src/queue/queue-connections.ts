import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { createPostgresBackend, setDefaultBackendFactory } from 'bullmq';
import { Cluster } from 'ioredis';
import { DataSource } from 'typeorm';
import type { PostgresDataSourceOptions } from 'typeorm/driver/postgres/PostgresDataSourceOptions.js';
import { Environment } from '../config/environment.js';
import { type ConnectedOptions, queueBackend, queueOptions, type QueueUse } from './queue-options.js';

/** Chooses BullMQ's backend before the first queue is made, and hands out what queues and workers connect with. */
@Injectable()
export class QueueConnections implements OnApplicationShutdown {
  private readonly clusters: Cluster[] = [];

  constructor(
    private readonly environment: Environment,
    private readonly dataSource: DataSource,
  ) {
    // `@nestjs/bullmq` takes no backend option, so it is the default of the process.
    setDefaultBackendFactory(queueBackend(environment.queue) === 'postgres' ? createPostgresBackend : undefined);
  }

  options(use: QueueUse): ConnectedOptions {
    // The embedded database has no URL in the configuration.
    const { url = '' } = this.dataSource.options as PostgresDataSourceOptions;
    const options = queueOptions(this.environment.queue, url, use);
    if (options.connection instanceof Cluster) this.clusters.push(options.connection);
    return options;
  }

  /** Queues and workers are closed on module destruction, before this; BullMQ leaves open what it did not make. */
  onApplicationShutdown(): void {
    for (const cluster of this.clusters) cluster.disconnect();
  }
}
