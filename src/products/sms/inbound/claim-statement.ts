/**
 * Writes a message down unless its id came before. Those who come with the same id at the same time wait here.
 * Parameters: id, sender and number as given, text, sent at, received at, test, outcome, service, reply.
 */
export const CLAIM_MESSAGE = `
  INSERT INTO sms_inbound (message_id, from_number, send_number, text, sent_at, received_at, test, outcome, service_id, reply)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) ON CONFLICT (message_id) DO NOTHING RETURNING message_id`;
