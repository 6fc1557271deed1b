import { insertionOf } from '../../../runtime/database/rows/row-insertion.js';
import { SmsInbound } from './sms-inbound.entity.js';

export const MESSAGES = insertionOf(SmsInbound);

/**
 * Inserts messages with new ids and returns these ids. An insert waits while another transaction inserts the same id. ORDER BY prevents
 * deadlocks between two statements with several messages.
 */
export const CLAIM_MESSAGES = `${MESSAGES.insert()} ORDER BY fresh.message_id ON CONFLICT (message_id) DO NOTHING RETURNING message_id`;
