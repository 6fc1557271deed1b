import { insertionOf } from '../../../runtime/database/rows/row-insertion.js';
import { SmsInbound } from './sms-inbound.entity.js';

export const MESSAGES = insertionOf(SmsInbound);

/**
 * Writes messages whose ids are new, and returns these ids. A message with the same id at the same time waits here; the order keeps two
 * statements with several messages from deadlocking.
 */
export const CLAIM_MESSAGES = `${MESSAGES.insert()} ORDER BY fresh.message_id ON CONFLICT (message_id) DO NOTHING RETURNING message_id`;
