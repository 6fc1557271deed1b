/** SQL: whether the chargeback of callback `r` was booked later, when the acquirer repeated the callback. */
export const IS_BOOKED_LATER = `EXISTS (
  SELECT FROM payment_chargeback b
  WHERE r.kind = 'chargeback' AND b.connector = r.connector AND b.event_id = coalesce(r.event_name, r.event_id)
    AND (b.amount_minor, b.currency) = (r.amount_minor, r.currency)
    AND (r.attempt_reference IS NULL OR b.attempt_reference = r.attempt_reference))`;
