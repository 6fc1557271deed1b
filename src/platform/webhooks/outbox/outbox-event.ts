import type { EventBody } from './event-body.js';

export interface OutboxEvent {
  serviceId: string;
  /** Usually a transaction. Events of one subject are delivered one after the other. */
  subjectId: string;
  type: string;
  body: EventBody;
  /** Business time. */
  occurredAt: Date;
  /** Its parent span; the current span when it is absent. */
  traceParent?: string | null;
}
