/** A `matched` message gets a transaction. All other messages are rejected, and stored with the reason. */
export const INBOUND_OUTCOMES = [
  'matched',
  'sender_unusable',
  'number_unknown',
  'keyword_unknown',
  'number_not_of_service',
  'service_not_active',
  'pack_empty',
] as const;
export type InboundOutcome = (typeof INBOUND_OUTCOMES)[number];
export type MessageRejection = Exclude<InboundOutcome, 'matched'>;
