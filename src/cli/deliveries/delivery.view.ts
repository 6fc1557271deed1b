import type { AttemptView, DeliveryView } from '../../platform/webhooks/inspection/delivery-view.js';
import type { Cell } from '../output/cell.js';
import type { Session } from '../session.js';

/** A delivery without its attempts and without what it carries. */
export function deliveryView(delivery: DeliveryView, session: Session) {
  return {
    id: delivery.id,
    service_id: delivery.serviceId,
    transaction_id: delivery.subjectId,
    type: delivery.type,
    status: delivery.status,
    attempt_count: delivery.attemptCount,
    next_attempt_at: session.timestamp(delivery.nextAttemptAt),
    acknowledged_at: session.timestamp(delivery.acknowledgedAt),
    occurred_at: session.timestamp(delivery.occurredAt),
    created_at: session.timestamp(delivery.createdAt),
  } satisfies Record<string, Cell>;
}

/** `outcome` is null while the attempt is under way. */
export function attemptView(attempt: AttemptView, session: Session) {
  return {
    number: attempt.number,
    started_at: session.timestamp(attempt.startedAt),
    outcome: attempt.outcome,
    http_status: attempt.httpStatus,
    error: attempt.errorCode,
    duration_ms: attempt.durationMs,
    response: attempt.responseExcerpt,
  } satisfies Record<string, Cell>;
}

/** Every attempt was written down, so those that are missing were cleared. */
export function clearedAttemptCount({ attemptCount, attempts }: DeliveryView): number {
  return attemptCount - attempts.length;
}
