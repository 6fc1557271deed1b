/**
 * What became of a message. A `matched` message gets a transaction. All other messages are rejected, and stored with the reason.
 * - `sender_unusable`: the sender is not a phone number.
 * - `number_unknown`: the message was sent to a number that is not in the catalogue.
 * - `keyword_unknown`: no service has the keyword of the message.
 * - `number_not_of_service`: the service of the keyword does not have the number.
 * - `service_not_active`: the service is not active, or its partner is blocked.
 * - `pack_empty`: the code pack of the service has no free code.
 */
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
