import type { EventBody } from './event-body.js';

export interface OutboxEvent {
  serviceId: string;
  /** Id of the subject, usually a transaction. Events of one subject form a FIFO group and are delivered in order. */
  subjectId: string;
  type: string;
  body: EventBody;
  /** Business time of the event. */
  occurredAt: Date;
  /** Parent span of the event's span. The current span when absent or null. */
  traceParent?: string | null;
}
