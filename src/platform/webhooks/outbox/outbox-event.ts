import type { EventBody } from './event-body.js';

export interface OutboxEvent {
  serviceId: string;
  /** What the event is about, usually a transaction: events of one subject are delivered one after the other. */
  subjectId: string;
  type: string;
  body: EventBody;
  /** Business time. */
  occurredAt: Date;
  /** Where in a trace it belongs; without it, to whatever is under way. */
  traceParent?: string | null;
}
