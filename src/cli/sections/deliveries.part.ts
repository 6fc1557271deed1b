import type { INestApplicationContext } from '@nestjs/common';
import { DeliveryQueries } from '../../platform/webhooks/inspection/delivery.queries.js';
import type { Section } from '../output/sections.js';
import { tableOrNothing } from '../output/table.js';
import type { Session } from '../session.js';
import { attemptsTable } from '../deliveries/attempts.table.js';
import { attemptView, clearedAttemptCount, deliveryView } from '../deliveries/delivery.view.js';

/** More events than this no subject has. */
const OF_EACH = 100;

/** What was told about a transaction and what belongs to it, oldest first, with every attempt that is still kept. */
export async function deliveriesPart(app: INestApplicationContext, session: Session, ...subjectIds: string[]) {
  const found = await app.get(DeliveryQueries).list({ subjectIds, limit: OF_EACH * subjectIds.length });
  const json = found.reverse().map((delivery) => ({
    ...deliveryView(delivery, session),
    attempts: delivery.attempts.map((attempt) => attemptView(attempt, session)),
    cleared_attempt_count: clearedAttemptCount(delivery),
  }));
  const attempts = json.flatMap((delivery) => delivery.attempts.map((attempt) => ({ delivery_id: delivery.id, ...attempt })));
  const cleared = json.reduce((sum, delivery) => sum + delivery.cleared_attempt_count, 0);
  return {
    json,
    blocks: [
      [
        'Notifications',
        tableOrNothing(json, ['id', 'type', 'transaction_id', 'status', 'next_attempt_at', 'acknowledged_at', 'occurred_at']),
      ],
      ['Attempts', attemptsTable(attempts, cleared, 'delivery_id')],
    ] satisfies Section[],
  };
}
