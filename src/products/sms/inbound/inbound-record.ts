import type { InboundMessage } from './inbound-message.js';
import type { InboundOutcome } from './outcome.js';

/** A message as it is written down. */
export interface InboundRecord {
  message: InboundMessage;
  outcome: InboundOutcome;
  serviceId: string | null;
  /** Null while it is not known yet. */
  reply: string | null;
  test: boolean;
  at: Date;
}

/** In the order of the claim's parameters. */
export function claimValues({ message, outcome, serviceId, reply, test, at }: InboundRecord): unknown[] {
  const { id, from, to, text, sentAt } = message;
  return [id, from, to, text, sentAt ?? at, at, test, outcome, serviceId, reply];
}
