import { insertionOf } from '../../../runtime/database/rows/row-insertion.js';
import { SmsInbound } from './sms-inbound.entity.js';

export const MESSAGES = insertionOf(SmsInbound);

/**
 * Writes messages down whose ids did not come before, and answers their ids. Those who come with the same id at the same time wait
 * here; in order, so that two who bring several do not wait for each other.
 */
export const CLAIM_MESSAGES = `${MESSAGES.insert()} ORDER BY fresh.message_id ON CONFLICT (message_id) DO NOTHING RETURNING message_id`;
