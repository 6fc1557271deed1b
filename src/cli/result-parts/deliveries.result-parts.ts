import type { INestApplicationContext } from '@nestjs/common';
import { attemptVerdict } from '../../platform/webhooks/inspection/attempt-verdict.js';
import type { AttemptView, DeliveryView } from '../../platform/webhooks/inspection/delivery-view.js';
import { DeliveryQueries } from '../../platform/webhooks/inspection/delivery.queries.js';
import { part, type ResultPart } from '../output/result.js';
import { viewOf } from '../output/view.js';
import type { Session } from '../session.js';

/** More deliveries than one subject can have. */
const MAX_PER_SUBJECT = 100;
const MAX_RESPONSE_CHARS = 80;

/** A delivery without its attempts and its body. The verdict is about the last attempt that has ended. */
export const DELIVERY = viewOf<DeliveryView>()({
  id: 'id',
  service_id: 'serviceId',
  transaction_id: 'subjectId',
  type: 'type',
  status: 'status',
  attempt_count: 'attemptCount',
  verdict: ({ attempts }) => attempts.map(attemptVerdict).findLast((verdict) => verdict !== null) ?? null,
  next_attempt_at: 'nextAttemptAt',
  acknowledged_at: 'acknowledgedAt',
  occurred_at: 'occurredAt',
  created_at: 'createdAt',
});

/** `outcome` is null while the attempt is under way. */
const ATTEMPT = viewOf<AttemptView>()({
  number: 'number',
  started_at: 'startedAt',
  outcome: 'outcome',
  http_status: 'httpStatus',
  error: 'errorCode',
  duration_ms: 'durationMs',
  verdict: attemptVerdict,
  response: 'responseExcerpt',
});

/** For the table, with as much of the response as fits on a line. */
const ATTEMPT_LINE = ATTEMPT.with({
  outcome: ({ outcome }) => outcome ?? 'under way',
  response: ({ responseExcerpt }) => responseExcerpt && responseExcerpt.trim().slice(0, MAX_RESPONSE_CHARS),
}).without('verdict');

const ATTEMPT_OF_DELIVERY = viewOf<AttemptView & { deliveryId: string }>()({ delivery_id: 'deliveryId', ...ATTEMPT_LINE.fields }).without(
  'verdict',
);

const NOTIFICATION = DELIVERY.without('service_id', 'attempt_count', 'verdict', 'created_at');

/** The notifications about these subjects, oldest first, with every attempt that is still stored. */
export async function deliveryParts(app: INestApplicationContext, session: Session, ...subjectIds: string[]): Promise<ResultPart[]> {
  const deliveries = (await app.get(DeliveryQueries).list({ subjectIds, limit: MAX_PER_SUBJECT * subjectIds.length })).reverse();
  const attempts = deliveries.flatMap((delivery) => delivery.attempts.map((attempt) => ({ ...attempt, deliveryId: delivery.id })));
  const clearedCount = deliveries.reduce((sum, delivery) => sum + clearedAttemptCount(delivery), 0);
  return [
    part('deliveries', 'Notifications', NOTIFICATION, deliveries, session, (delivery) => attemptsJson(delivery, session)),
    { text: ['Attempts', attemptsText(ATTEMPT_OF_DELIVERY.table(attempts, session), clearedCount)] },
  ];
}

export function attemptsJson(delivery: DeliveryView, session: Session) {
  return {
    attempts: delivery.attempts.map((attempt) => ATTEMPT.json(attempt, session)),
    cleared_attempt_count: clearedAttemptCount(delivery),
  };
}

export function attemptsTable(delivery: DeliveryView, session: Session): string {
  return attemptsText(ATTEMPT_LINE.table(delivery.attempts, session), clearedAttemptCount(delivery));
}

/** Every attempt is stored at first, so attempts that are missing now were deleted because of their age. */
function clearedAttemptCount({ attemptCount, attempts }: DeliveryView): number {
  return attemptCount - attempts.length;
}

function attemptsText(table: string, clearedCount: number): string {
  const older = `${clearedCount} older ${clearedCount === 1 ? 'attempt was' : 'attempts were'}`;
  const note = clearedCount === 0 ? '' : `${older} cleared: attempts are kept for WEBHOOK_ATTEMPT_RETENTION_MONTHS only.`;
  return [table, note].filter(Boolean).join('\n');
}
