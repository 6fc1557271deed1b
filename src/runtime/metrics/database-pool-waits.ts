import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { Pool, PoolClient } from 'pg';
import { Histogram } from 'prom-client';
import { DataSource } from 'typeorm';
import type { PostgresDriver } from 'typeorm/driver/postgres/PostgresDriver.js';
import { Metrics } from './metrics.js';

type OnConnected = (error: Error | undefined, client: PoolClient | undefined, release: PoolClient['release']) => void;

/**
 * Measures how long work waits for a connection, including waits because of a pool quota. A histogram also shows short bursts that begin
 * and end between two scrapes.
 */
@Injectable()
export class DatabasePoolWaits implements OnModuleInit {
  private readonly waits: Histogram;

  constructor(
    { registry }: Metrics,
    private readonly dataSource: DataSource,
  ) {
    this.waits = new Histogram({
      name: 'gateway_database_pool_wait_seconds',
      help: 'How long work waited for a connection of the pool, with or without success.',
      buckets: [0.001, 0.01, 0.1, 0.5, 1, 2.5, 5],
      registers: [registry],
    });
  }

  onModuleInit(): void {
    const pool = (this.dataSource.driver as PostgresDriver).master as Pool;
    const connect = pool.connect.bind(pool) as (onConnected: OnConnected) => void;
    const connectTimed = (onConnected: OnConnected): void => {
      const stop = this.waits.startTimer();
      connect((...result) => {
        stop();
        onConnected(...result);
      });
    };
    pool.connect = ((onConnected?: OnConnected) => {
      if (onConnected) return connectTimed(onConnected);
      return new Promise<PoolClient>((resolve, reject) =>
        connectTimed((error, client) => (client ? resolve(client) : reject(error ?? new Error()))),
      );
    }) as Pool['connect'];
  }
}
