import { BullModule } from '@nestjs/bullmq';
import { Module } from '@nestjs/common';
import { QueueConnections } from './queue-connections.js';
import { RedisEvictionCheck } from './redis-eviction-check.js';

/** Configuration keys of `@nestjs/bullmq`: queues connect as producers, processors as consumers. */
export const PRODUCER = 'producer';
export const CONSUMER = 'consumer';

@Module({ providers: [QueueConnections], exports: [QueueConnections] })
class QueueConnectionsModule {}

/** BullMQ on Redis when a Redis is configured, otherwise on PostgreSQL. */
@Module({
  imports: [
    QueueConnectionsModule,
    BullModule.forRootAsync(PRODUCER, {
      imports: [QueueConnectionsModule],
      inject: [QueueConnections],
      useFactory: (connections: QueueConnections) => connections.producer(),
    }),
    BullModule.forRootAsync(CONSUMER, {
      imports: [QueueConnectionsModule],
      inject: [QueueConnections],
      useFactory: (connections: QueueConnections) => connections.consumer(),
    }),
  ],
  providers: [RedisEvictionCheck],
})
export class QueueModule {}
