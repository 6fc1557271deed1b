/** Read, and written by the owner or by a trigger alone. */
export const READABLE = ['migrations', 'wallet'] as const;

/**
 * What the application's role may do in the schema `public`, beyond reading: a table, a column or a function that is not named here is
 * closed to it. Rows whose table has no `DELETE` stay for good, and columns without `UPDATE` are as they were written.
 */
export const APPLICATION_RIGHTS: { tables: Readonly<Record<string, readonly string[]>>; functions: readonly string[] } = {
  tables: {
    business_clock: ['UPDATE (offset_ms)'],
    rate_limit: ['INSERT', 'UPDATE', 'DELETE'],
    partner: ['INSERT'],
    access_token: ['INSERT', 'UPDATE (revoked_at)'],
    service: ['INSERT', 'UPDATE (name, status, notify_url, amount_rendering, retry_schedule_seconds, updated_at)'],
    service_key: ['INSERT', 'UPDATE (ciphertext, encryption_key_version, valid_until)', 'DELETE'],
    state_history: ['INSERT'],
    idempotency_key: ['INSERT', 'UPDATE (claim_id, claimed_at, status, body)', 'DELETE'],
    listing_change: ['INSERT', 'UPDATE (count)', 'DELETE'],
    listing_counter: ['INSERT', 'UPDATE (count)', 'DELETE'],
    ledger_account: ['INSERT'],
    ledger_entry: ['INSERT'],
    ledger_posting: ['INSERT'],
    webhook_event: ['INSERT'],
    webhook_subject: ['INSERT', 'UPDATE (latest_event_id, latest_acknowledged, attempt_count, last_attempt_at, unfinished_count)'],
    webhook_delivery: [
      'INSERT',
      'UPDATE (status, attempt_count, round_attempt_count, next_attempt_at, lease_until, acknowledged_at, tried_after_change)',
    ],
    webhook_endpoint: ['INSERT', 'UPDATE', 'DELETE'],
    webhook_endpoint_change: ['INSERT'],
    webhook_attempt: ['INSERT', 'UPDATE', 'DELETE'],
    webhook_attempt_default: ['UPDATE', 'DELETE'],
    direct_billing_service: ['INSERT', 'UPDATE (suffix)'],
    direct_billing_tariff: ['INSERT', 'UPDATE'],
    direct_billing_transaction: [
      'INSERT',
      `UPDATE (status, gross_minor, net_minor, partner_minor, operator, phone_number, test, code_reference, code_sent_at, code_count,
         try_count, rejection, expires_at, updated_at)`,
    ],
    direct_billing_charge: ['INSERT', 'UPDATE (state, ask_at, ask_count, updated_at)'],
    direct_billing_report: ['INSERT'],
    service_brand: ['INSERT', 'UPDATE', 'DELETE'],
    payment_channel: ['INSERT', 'UPDATE'],
    payment_rate_table: ['INSERT'],
    payment_exchange_rate: ['INSERT'],
    payment_transaction: [
      'INSERT',
      `UPDATE (status, channel, test, commission_minor, partner_minor, attempt_count, code_count, failure_reason, hold_reason, held_at, paid_at,
         expires_at, due_at, updated_at)`,
    ],
    payment_attempt: [
      'INSERT',
      `UPDATE (state, provider_ref, data, next, reason, raw_code, seen_minor, seen_currency, was_held, suspense_minor, return_reference,
         return_provider_ref, ask_at, ask_count, updated_at)`,
    ],
    payment_code: ['INSERT', 'UPDATE (state, reason, raw_code, updated_at)'],
    payment_report: ['INSERT'],
    payment_refund: [
      'INSERT',
      'UPDATE (status, provider_ref, raw_code, contradiction, ask_at, ask_count, sent_at, completed_at, updated_at)',
    ],
    sms_service: ['INSERT', 'UPDATE (type, prefix, suffix, description, adult, share_bp, api_url)'],
    sms_service_number: ['INSERT', 'DELETE'],
    sms_inbound: ['INSERT', 'UPDATE (outcome, reply)'],
    sms_transaction: ['INSERT', 'UPDATE (used_at)'],
    sms_pack_code: ['INSERT', 'UPDATE (message_id, taken_at)'],
    sms_partner_call: ['INSERT', 'UPDATE (state, attempts, next_attempt_at, last_attempt_at, last_problem)'],
  },
  functions: ['ensure_month_partitions', 'drop_webhook_attempt_month', 'webhook_claim', 'webhook_give_back', 'webhook_record'],
};
