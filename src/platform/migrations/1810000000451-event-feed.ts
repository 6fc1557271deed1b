import type { QueryRunner } from 'typeorm';
import { OnlineMigration, createIndexConcurrently } from '../../runtime/database/schema/online-migration.js';

/** Notifications of a service in their order, for partners who read those they have missed. */
export class EventFeed1810000000451 extends OnlineMigration {
  readonly name = 'EventFeed1810000000451';

  async up(runner: QueryRunner): Promise<void> {
    await createIndexConcurrently(runner, 'webhook_event_of_service', 'webhook_event (service_id, created_at, id) INCLUDE (type)');
  }
}
