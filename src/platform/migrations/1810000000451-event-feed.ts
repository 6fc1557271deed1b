import type { QueryRunner } from 'typeorm';
import { BesidePayments, buildIndex } from '../../runtime/database/schema/beside-payments.js';

/** Notifications of a service in their order, for partners who read those they have missed. */
export class EventFeed1810000000451 extends BesidePayments {
  readonly name = 'EventFeed1810000000451';

  async up(runner: QueryRunner): Promise<void> {
    await buildIndex(runner, 'webhook_event_of_service', 'webhook_event (service_id, created_at, id) INCLUDE (type)');
  }
}
