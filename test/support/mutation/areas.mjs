import { readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';

const CHARGE_OUTCOME_SOURCES = ['apply-charge-outcome', 'handle-callback', 'reverse-charge'].map(
  (name) => `src/products/direct-billing/charges/${name}.service.ts`,
);
const LEDGER_CHECK_SOURCES = ['checks/*', ...['verification/*', 'wallet-check', 'seals/*'].map((name) => `ledger/${name}`)].map(
  (name) => `src/platform/${name}.ts`,
);

const paymentSuites = (...names) => names.map((name) => `test/payments/${name}`);

/**
 * The areas of `npm run test:mutation`: the sources to mutate, and the suites that must fail for each mutant.
 * The fastest suites are first, because a mutant is tested with one test after the other until one fails.
 * @type {Record<string, { mutate: string[], tests: string[] }>} `mutate`: globs. `tests`: folders, and suites without their suffix
 */
export const AREAS = {
  money: {
    mutate: ['src/common/money/*.ts', 'src/products/direct-billing/commission/price.ts'],
    tests: ['src/common/money', 'test/direct-billing/price'],
  },
  ledger: {
    mutate: ['src/platform/ledger/*.ts', ...LEDGER_CHECK_SOURCES.map((files) => `!${files}`)],
    tests: ['src/platform/ledger', ...['sale-postings', 'post-entry', 'wallet', 'product-checks'].map((name) => `test/ledger/${name}`)],
  },
  settlement: {
    mutate: ['manual', 'settlement'].map((folder) => `src/platform/ledger/${folder}/*.ts`),
    tests: ['src/platform/ledger/manual', 'test/ledger/settlement', 'test/ledger/proposals', 'test/cli/settlement', 'test/panel/money'],
  },
  'settlement-files': {
    mutate: ['src/platform/ledger/files/*.ts'],
    tests: ['test/ledger/read-file', 'test/ledger/import-file'],
  },
  statement: {
    mutate: ['src/platform/ledger/statement/*.ts'],
    tests: ['src/platform/ledger/statement', 'test/ledger/snapshot', 'test/ledger/statement'],
  },
  declarations: {
    mutate: ['src/platform/products/parts.ts'],
    tests: ['src/platform/products'],
  },
  'ledger-verification': {
    mutate: LEDGER_CHECK_SOURCES,
    tests: [
      'src/platform/ledger/wallet-check',
      ...['verify-ledger', 'verify-entries', 'scheduled-verification'].map((name) => `test/ledger/${name}`),
      'test/ledger/seals',
      'test/ledger/tampers',
      'test/metrics/ledger-inconsistent',
      'test/panel/health',
    ],
  },
  idempotency: {
    mutate: ['src/platform/idempotency/*.ts'],
    tests: ['src/platform/idempotency', 'test/access/boot-checks', 'test/idempotency', 'test/direct-billing/concurrent-creates'],
  },
  guard: {
    mutate: ['ability', 'access.guard', 'address-allow-list', 'closed-by-default'].map((name) => `src/platform/access/${name}.ts`),
    tests: ['src/platform/access', 'test/access/boot-checks'],
  },
  access: {
    mutate: ['src/platform/access/*.ts'],
    tests: [
      'src/platform/access',
      'test/access/boot-checks',
      'test/access/access',
      'test/access/guessing',
      'test/access/error-precedence',
      'test/access/rate-limits',
      'test/access/token-usage',
    ],
  },
  'webhooks-outbox': {
    mutate: ['src/platform/webhooks/outbox/*.ts'],
    tests: [
      'src/platform/webhooks/outbox',
      'test/webhooks/order',
      'test/webhooks/attempts',
      'test/docs/openapi',
      'test/metrics/unacknowledged-paid',
    ],
  },
  'webhooks-attempts': {
    mutate: [
      'attempt-metrics',
      'body-signature',
      'classify-response',
      'make-attempt.service',
      'notification-spans',
      'signed-notification',
    ].map((name) => `src/platform/webhooks/delivery/${name}.ts`),
    tests: ['src/platform/webhooks/delivery', 'test/tracing/notification-spans', 'test/webhooks/attempts'],
  },
  'webhooks-delivery': {
    mutate: [
      'claims/claim-deliveries.service',
      'claims/claim-statements',
      'deliver-endpoint.service',
      'skip-without-url.service',
      'record-attempts.service',
    ].map((name) => `src/platform/webhooks/delivery/${name}.ts`),
    tests: [
      'src/platform/webhooks/delivery',
      'test/webhooks/concurrent-results',
      'test/webhooks/unknown-master-key',
      'test/webhooks/claim-scheduling',
      'test/webhooks/without-url',
    ],
  },
  'webhooks-wake-up': {
    mutate: ['wake-up/*', 'delivery/wake-due-endpoints.service', 'delivery/webhook.processor'].map(
      (name) => `src/platform/webhooks/${name}.ts`,
    ),
    tests: ['src/platform/webhooks/wake-up', 'src/platform/webhooks/delivery', 'test/webhooks/recovery', 'test/metrics/backlog'],
  },
  'webhooks-retention': {
    mutate: ['src/platform/webhooks/delivery/clear-old-attempts.service.ts', 'src/platform/webhooks/personal-data.ts'],
    tests: ['test/webhooks/clear-old-attempts', 'test/personal-data/erase-payer', 'test/personal-data/retention'],
  },
  'webhooks-inspection': {
    mutate: ['src/platform/webhooks/*.ts', '!src/platform/webhooks/personal-data.ts', 'src/platform/webhooks/inspection/*.ts'],
    tests: [
      'test/webhooks/resend',
      'test/webhooks/snapshot-reads',
      'test/cli/deliveries',
      'test/webhooks/order',
      'test/webhooks/queue-rows',
      'test/metrics/backlog',
      'test/metrics/unacknowledged-paid',
      'test/docs/openapi',
      'test/webhooks/source-addresses',
    ],
  },
  outbound: {
    mutate: ['src/platform/outbound/**/*.ts'],
    tests: ['src/platform/outbound', 'test/outbound'],
  },
  'remote-operations': {
    mutate: ['src/platform/remote-operations/*.ts'],
    tests: [
      'src/platform/remote-operations',
      'test/metrics/operators',
      'test/direct-billing/every-operator-outcome',
      ...paymentSuites('refund-outcomes', 'conflicts'),
      'test/metrics/acquirers',
      'test/direct-billing/scheduled-tasks',
    ],
  },
  charges: {
    mutate: CHARGE_OUTCOME_SOURCES,
    tests: [
      'test/direct-billing/every-operator-outcome',
      'test/direct-billing/payment',
      'test/direct-billing/unknown-outcomes',
      'test/direct-billing/concurrent-outcomes',
      'test/direct-billing/scheduled-tasks',
    ],
  },
  'charges-polled': {
    mutate: ['src/products/direct-billing/charges/*.ts', ...CHARGE_OUTCOME_SOURCES.map((path) => `!${path}`)],
    tests: [
      'test/direct-billing/late-bookings',
      'test/cli/unmatched',
      'test/cli/money',
      'test/metrics/operators',
      'test/direct-billing/every-operator-outcome',
      'test/direct-billing/payment',
      'test/direct-billing/time-extension',
      'test/direct-billing/unknown-outcomes',
      'test/direct-billing/scheduled-tasks',
      'test/panel/exceptions',
    ],
  },
  'payments-attempts': {
    mutate: [
      'attempts/**/*',
      'acquirers/**/*',
      'acquirer-callbacks/*',
      'risk/velocity.query',
      'settlement/matched-references.query',
      'review/payment-exception.queries',
    ].map((path) => `src/products/payments/${path}.ts`),
    tests: [
      'src/products/payments/attempts',
      'src/products/payments/acquirers',
      ...paymentSuites(
        'can-be-polled',
        'guards',
        'attempts',
        'attempt-history',
        'revived-step',
        'ledger-entries',
        'chargebacks',
        'expired-wrongly',
        'refund-outcomes',
        'subscriptions',
        'level0',
        'races',
        'payments',
        'conflicts',
        'blik',
        'held-payments',
        'velocity',
        'statements-of-a-callback',
      ),
      ...paymentSuites('sandbox'),
      'test/cli/payments',
      'test/cli/unmatched',
    ],
  },
  'payments-refunds': {
    mutate: ['src/products/payments/refunds/*.ts'],
    tests: [
      'src/products/payments/refunds',
      ...paymentSuites(
        'refund-notification',
        'refunds',
        'refund-requests',
        'refund-rules',
        'refund-sums',
        'refund-outcomes',
        'refund-races',
      ),
      'test/cli/payments',
    ],
  },
  'payments-chargebacks': {
    mutate: ['src/products/payments/chargebacks/*.ts'],
    tests: [...paymentSuites('chargebacks'), 'test/ledger/product-checks'],
  },
  'payments-subscriptions': {
    mutate: ['subscriptions', 'mandates'].map((folder) => `src/products/payments/${folder}/**/*.ts`),
    tests: [
      'src/products/payments/subscriptions',
      'src/products/payments/mandates',
      ...paymentSuites('subscription-guards', 'subscription-notification', 'subscriptions', 'subscription-input', 'subscription-endings'),
      ...paymentSuites('autopayment', 'autopayment-confirmation', 'offered-subscriptions', 'alias-unregister', 'aliases-list'),
      ...paymentSuites('recurring-contract', 'concurrent-rejections', 'subscription-races', 'subscription-year'),
    ],
  },
  'payments-blik': {
    mutate: ['blik-level0', 'blik-aliases'].map((folder) => `src/products/payments/${folder}/*.ts`),
    tests: [
      ...paymentSuites(
        'alias-guards',
        'alias-notifications',
        'level0',
        'level0-input',
        'concurrent-rejections',
        'aliases',
        'alias-payments',
        'pick-app',
        'aliases-of-two-services',
        'aliases-list',
        'alias-unregister',
        'alias-races',
        'blik-contract',
      ),
    ],
  },
  'payments-exchange-rates': {
    mutate: ['src/products/payments/exchange-rates/*.ts'],
    tests: ['src/products/payments/exchange-rates', ...paymentSuites('exchange-rates')],
  },
};

const SUITE = /\.(spec|e2e-spec|api-spec|long-spec)\.ts$/;

/** Paths of the suites of an area, in their order. */
export function suitesOf(area, root) {
  return AREAS[area].tests.flatMap((path) =>
    suitesBelow(root, dirname(path)).filter((file) => file.replace(SUITE, '') === path || file.startsWith(`${path}/`)),
  );
}

const suitesBelow = (root, folder) =>
  readdirSync(join(root, folder), { recursive: true })
    .filter((file) => SUITE.test(file))
    .map((file) => join(folder, file))
    .sort();
