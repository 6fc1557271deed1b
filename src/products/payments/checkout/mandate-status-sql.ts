import { RECURRING_CHANNEL } from '../payment-methods/channel-availability.js';

/** SQL for a payment `t`: the state of its latest charge, or else the status of its latest subscription. NULL when it has neither. */
export const MANDATE_STATUS_SQL = `CASE WHEN t.direct_channel = '${RECURRING_CHANNEL}' THEN coalesce(
    (SELECT c.state FROM payment_charge c WHERE c.transaction_id = t.id ORDER BY c.created_at DESC, c.id DESC LIMIT 1),
    (SELECT s.status FROM payment_subscription s WHERE s.transaction_id = t.id ORDER BY s.created_at DESC, s.id DESC LIMIT 1)) END`;
