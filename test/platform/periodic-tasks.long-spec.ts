import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { type PeriodicTask, PeriodicTasks } from '../../src/runtime/scheduling/periodic-tasks.js';
import { startWorld, type World } from '../support/world.js';

/** SQL that inserts copies of one row of a table. `changed` has names and values of changed columns, `n` is the number of the copy. */
const insertCopies = (table: string, count: number, changed: string): string =>
  `INSERT INTO ${table} SELECT (jsonb_populate_record(NULL::${table}, t.row || jsonb_build_object(${changed}))).*
   FROM (SELECT to_jsonb(${table}) AS row FROM ${table} LIMIT 1) t, generate_series(1, ${count}) AS n`;

/** SQL that inserts new payments of any existing service. */
const insertPayments = (count: number, description: string, dueAt: string): string =>
  `INSERT INTO payment_transaction (id, service_id, payer_transaction_id, status, amount_minor, currency, pln_minor, pln_rate, description, offered_channels, expires_at,
     due_at, created_at, updated_at)
   SELECT gen_random_uuid(), (SELECT id FROM service LIMIT 1), upper(substr('${description}', 1, 2)) || lpad(n::text, 6, '0'), 'transaction_new', 100, 'PLN', 100, 1,
     '${description}', '[]', ${dueAt}, ${dueAt}, now(), now() FROM generate_series(1, ${count}) AS n`;

/** SQL expressions of the value that the acquirer gets for an alias. */
const WIRE_VALUE = {
  PAYID: 'description || payer_transaction_id',
  UID: "encode(sha256(convert_to(service_id || ':' || description || payer_transaction_id, 'UTF8')), 'hex')",
};

/** SQL that inserts an alias that waits for the payer's consent for each payment with this description. */
const insertAliases = (type: 'UID' | 'PAYID', description: string, nextPollAt: string): string =>
  `INSERT INTO payment_alias (id, service_id, type, value, wire_value, label, status, connector, test, transaction_id, next_poll_at, created_at, updated_at)
   SELECT gen_random_uuid(), service_id, '${type}', description || payer_transaction_id, ${WIRE_VALUE[type]}, 'l', 'alias_pending_registration', 'sandbox', true, id, ${nextPollAt},
     now(), now() FROM payment_transaction WHERE description = '${description}'`;

/** SQL that inserts subscriptions that wait for the payer's consent, with their payments, aliases and attempts. */
const insertSubscriptions = (description: string, nextPollAt: string, dueAt: string): string[] => [
  insertPayments(101, description, "now() + interval '1 day'"),
  insertAliases('PAYID', description, 'NULL'),
  `INSERT INTO payment_attempt (reference, transaction_id, service_id, channel, connector, state, test, amount_minor, currency, pln_minor, commission_minor,
     partner_minor, next, expires_at, started_at, updated_at)
   SELECT gen_random_uuid(), id, service_id, 'blik-recurrent', 'sandbox', 'pending', true, amount_minor, currency, pln_minor, 0, pln_minor, '{"kind":"none"}',
     expires_at, now(), now() FROM payment_transaction WHERE description = '${description}'`,
  `INSERT INTO payment_subscription (id, service_id, alias_id, transaction_id, attempt_reference, status, mode, model, connector, test, currency, next, next_poll_at,
     due_at, created_at, updated_at)
   SELECT gen_random_uuid(), a.service_id, l.id, a.transaction_id, a.reference, 'subscription_pending', 'BLIK', 'O', 'sandbox', true, 'PLN', '{"kind":"none"}',
     ${nextPollAt}, ${dueAt}, now(), now() FROM payment_attempt a JOIN payment_alias l USING (transaction_id) WHERE l.value LIKE '${description}%'`,
];

/**
 * Tasks that work through a backlog of rows. `create`: SQL that inserts more rows than the task handles in one transaction.
 * `left`: the FROM clause that finds the rows that are not handled yet.
 */
const BACKLOGS: Record<string, { create: string[]; left: string }> = {
  'poll-directbilling-play': {
    create: [
      insertCopies('direct_billing_transaction', 101, "'id', gen_random_uuid(), 'description', 'asked', 'status', 'transaction_db_new'"),
      `INSERT INTO direct_billing_charge (reference, transaction_id, operator, phone_number, state, gross_minor, net_minor, partner_minor, test, next_poll_at, sent_at, updated_at)
       SELECT gen_random_uuid(), id, 'play', '48500600700', 'sent', gross_minor, net_minor, partner_minor, true, now() - interval '1 day', now(), now()
       FROM direct_billing_transaction WHERE description = 'asked'`,
    ],
    left: "direct_billing_charge WHERE next_poll_at < now() - interval '1 hour'",
  },
  'expire-directbilling': {
    create: [
      insertCopies(
        'direct_billing_transaction',
        1_001,
        "'id', gen_random_uuid(), 'description', 'due', 'status', 'transaction_db_new', 'expires_at', now() - interval '1 day'",
      ),
    ],
    left: "direct_billing_transaction WHERE description = 'due' AND status = 'transaction_db_new'",
  },
  'delete-ended-sessions': {
    create: [
      `INSERT INTO panel_used_challenge (challenge_hash, expires_at) SELECT sha256(n::text::bytea), now() - interval '1 day' FROM generate_series(1, 1100) AS n`,
    ],
    left: 'panel_used_challenge',
  },
  'poll-attempts-sandbox': {
    create: [
      insertPayments(101, 'asked', "now() + interval '1 day'"),
      `INSERT INTO payment_attempt (reference, transaction_id, service_id, channel, connector, state, test, amount_minor, currency, pln_minor, commission_minor,
         partner_minor, next, next_poll_at, expires_at, started_at, updated_at)
       SELECT gen_random_uuid(), id, service_id, 'mbank', 'sandbox', 'pending', true, amount_minor, currency, pln_minor, 0, pln_minor, '{"kind":"none"}',
         now() - interval '1 day', expires_at, now(), now() FROM payment_transaction WHERE description = 'asked'`,
    ],
    left: "payment_attempt WHERE next_poll_at < now() - interval '1 hour'",
  },
  'expire-payments': {
    create: [insertPayments(1_001, 'due', "now() - interval '1 day'")],
    left: "payment_transaction WHERE description = 'due' AND status = 'transaction_new'",
  },
  'poll-refunds-sandbox': {
    create: [
      insertPayments(101, 'refunded', "now() + interval '1 day'"),
      `INSERT INTO payment_attempt (reference, transaction_id, service_id, channel, connector, state, test, amount_minor, currency, pln_minor, commission_minor,
         partner_minor, next, expires_at, started_at, updated_at)
       SELECT gen_random_uuid(), id, service_id, 'mbank', 'sandbox', 'paid', true, amount_minor, currency, pln_minor, 0, pln_minor, '{"kind":"none"}',
         expires_at, now(), now() FROM payment_transaction WHERE description = 'refunded'`,
      `UPDATE payment_transaction SET status = 'transaction_generated' WHERE description = 'refunded'`,
      `UPDATE payment_transaction SET status = 'transaction_paid', channel = 'mbank', test = true, commission_minor = 0, partner_minor = pln_minor,
         paid_at = now() WHERE description = 'refunded'`,
      `INSERT INTO payment_refund (id, transaction_id, service_id, attempt_reference, channel, connector, test, status, amount_minor, currency, wallet_minor,
         next_poll_at, created_at, updated_at)
       SELECT gen_random_uuid(), transaction_id, service_id, reference, channel, connector, test, 'refund_new', amount_minor, currency, pln_minor,
         now() - interval '1 day', now(), now() FROM payment_attempt WHERE state = 'paid'`,
    ],
    left: "payment_refund WHERE next_poll_at < now() - interval '1 hour'",
  },
  'poll-aliases-sandbox': {
    create: [insertPayments(101, 'known', "now() + interval '1 day'"), insertAliases('UID', 'known', "now() - interval '1 day'")],
    left: "payment_alias WHERE next_poll_at < now() - interval '1 hour'",
  },
  'expire-aliases': {
    create: [
      insertPayments(1_001, 'expiring', "now() + interval '1 day'"),
      insertAliases('UID', 'expiring', "now() + interval '1 day'"),
      `UPDATE payment_alias SET status = 'alias_active', activated_at = now(), next_poll_at = NULL, expires_at = now() - interval '1 day'
       WHERE value LIKE 'expiring%'`,
    ],
    left: "payment_alias WHERE value LIKE 'expiring%' AND status = 'alias_active'",
  },
  'poll-mandates-sandbox': {
    create: insertSubscriptions('wanted', "now() - interval '1 day'", "now() + interval '2 days'"),
    left: "payment_subscription WHERE next_poll_at < now() - interval '1 hour'",
  },
  'expire-subscriptions': {
    create: insertSubscriptions('lapsing', "now() + interval '2 days'", "now() - interval '1 day'"),
    left: "payment_subscription WHERE due_at < now() - interval '1 hour' AND status = 'subscription_pending'",
  },
  'delete-expired-idempotency-keys': {
    create: [insertCopies('idempotency_key', 10_001, "'key', n::text, 'claimed_at', now() - interval '1 year'")],
    left: "idempotency_key WHERE claimed_at < now() - interval '1 month'",
  },
  'delete-expired-limits': {
    create: ["INSERT INTO rate_limit (key, points, expire) SELECT 'old-' || n, 1, n FROM generate_series(1, 10001) AS n"],
    left: 'rate_limit WHERE expire < 20000',
  },
  'delete-old-attempts': {
    create: [
      `INSERT INTO webhook_attempt (event_id, number, started_at)
       SELECT event_id, n, now() - interval '9 years' FROM (SELECT event_id FROM webhook_delivery LIMIT 1) d, generate_series(1, 10001) AS n`,
    ],
    left: 'webhook_attempt_default',
  },
  'compact-listing-counters': {
    create: [insertCopies('listing_change', 10_001, "'list', 'list ' || n")],
    left: "listing_change WHERE list LIKE 'list %'",
  },
  'resend-webhooks': {
    create: [
      `INSERT INTO webhook_resend (id, search, found, until_sequence, created_at)
       SELECT gen_random_uuid(), '{"serviceId":null,"status":null,"type":null,"about":null,"since":null,"until":null}', 0, 0, now() FROM generate_series(1, 3)`,
    ],
    left: 'webhook_resend WHERE finished_at IS NULL',
  },
};

/** Tasks that do all their work in one batch, or start work that locks its rows and ends by its own rules. */
const WITHOUT_BACKLOG = [
  'seal-audit', // works like `seal-ledger`
  'poll-directbilling-orange', // this task and the next two work like `poll-directbilling-play`
  'poll-directbilling-plus',
  'poll-directbilling-t-mobile',
  'verify-ledger',
  'continue-settlements', // settlements run one after the other; tested in test/panel/money.api-spec.ts
  'seal-ledger', // no other program locks its rows; its batches and concurrent runs are tested in test/ledger/seals.api-spec.ts
  'create-partitions',
  'sum-totals', // its batches, concurrent runs and open transactions are tested in test/panel/home.api-spec.ts
  'retention', // its batches of each kind are tested in test/personal-data/retention.api-spec.ts
  'retry-partner-calls',
  'sweep-webhooks',
];

let world: World;
const tasks = new Map<string, PeriodicTask>();
beforeAll(async () => {
  // Collects the tasks that the gateway registers. No task runs by itself.
  const register = jest.spyOn(PeriodicTasks.prototype, 'register').mockImplementation((task) => void tasks.set(task.name, task));
  world = await startWorld({ ROLE: 'all' });
  register.mockRestore();
  const shop = await world.createPartnerShop({ silent: true });
  await shop.post('/transactions', { amount: 12.3 }, { headers: { 'Idempotency-Key': 'one' } });
  await world.moveTimeForward({ hours: 1 });
  await tasks.get('expire-directbilling')?.batch(new AbortController().signal); // creates a notification, whose rows `delete-old-attempts` needs
  for (const { create } of Object.values(BACKLOGS)) for (const statement of create) await world.asOwner(statement);
});
afterAll(() => world.stop());

const countRows = async (fromClause: string): Promise<number> =>
  (await world.database.query<{ n: number }[]>(`SELECT count(*)::int AS n FROM ${fromClause}`))[0]?.n ?? 0;

describe('the scheduled tasks', () => {
  it('are all covered by this file', () => {
    expect([...tasks.keys()].sort()).toEqual([...Object.keys(BACKLOGS), ...WITHOUT_BACKLOG].sort());
  });

  it.each(Object.entries(BACKLOGS))('do exactly one batch when the process is ending: %s', async (name, { left }) => {
    const before = await countRows(left);
    const hasMore = await tasks.get(name)?.batch(AbortSignal.abort());
    const after = await countRows(left);
    expect([hasMore, after > 0, after < before]).toEqual([true, true, true]);
  });

  it.each(Object.entries(BACKLOGS))('skip a row that another worker has locked, without waiting: %s', async (name, { left }) => {
    const before = await countRows(left);
    const other = world.database.createQueryRunner();
    await other.startTransaction();
    try {
      const [locked] = (await other.query(`SELECT ctid FROM ${left} LIMIT 1 FOR UPDATE`)) as object[];
      expect(locked).toBeDefined();
      await tasks.get(name)?.batch(new AbortController().signal);
      const after = await countRows(left);
      expect([after > 0, after < before]).toEqual([true, true]);
    } finally {
      await other.rollbackTransaction();
      await other.release();
    }
  });

  it.each(WITHOUT_BACKLOG)('end when the process ends: %s', async (name) => {
    await tasks
      .get(name)
      ?.batch(AbortSignal.abort())
      .catch((error: unknown) => {
        if (!(error instanceof DOMException)) throw error; // A DOMException is the reason of the aborted signal.
      });
  });
});
