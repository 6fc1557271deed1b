import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

const OUTCOMES_OF_CHARGES = ['apply-charge-outcome', 'handle-report', 'reverse-charge'].map(
  (name) => `src/products/direct-billing/charges/${name}.service.ts`,
);
const VERIFYING_THE_LEDGER = ['entry-invariant', 'verify-*', 'wallet-check', 'rows/*', 'seals/*'].map(
  (name) => `src/platform/ledger/${name}.ts`,
);

/** Suites of online payments: `guards` is `guards.spec.ts`, `level0.e2e` is `level0.e2e-spec.ts`, `races.long` is `races.long-spec.ts`. */
const ofPayments = (...names) => names.map((name) => `test/payments/${name}${/\.(e2e|long)$/.test(name) ? '-' : '.'}spec.ts`);

/**
 * What `npm run test:mutation` changes, and the suites that have to notice: the fastest first, because a mutant is tried on one test after
 * the other until it dies.
 * @type {Record<string, { mutate: string[], tests: string[] }>} globs to change, folders and files to run
 */
export const AREAS = {
  money: {
    mutate: ['src/common/money/*.ts', 'src/products/direct-billing/commission/price.ts'],
    tests: ['src/common/money', 'test/direct-billing/price.spec.ts'],
  },
  ledger: {
    mutate: ['src/platform/ledger/*.ts', ...VERIFYING_THE_LEDGER.map((files) => `!${files}`)],
    tests: [
      'src/platform/ledger',
      ...['sale-postings', 'post-entry', 'wallet', 'scheduled-verification', 'own-invariants'].map((name) => `test/ledger/${name}.spec.ts`),
    ],
  },
  settlement: {
    mutate: ['manual-entries', 'settlement'].map((folder) => `src/platform/ledger/${folder}/*.ts`),
    tests: ['src/platform/ledger/manual-entries', 'test/ledger/settlement.spec.ts'],
  },
  'settlement-files': {
    mutate: ['src/platform/ledger/files/*.ts'],
    tests: ['test/ledger/read-file.spec.ts', 'test/ledger/import-file.spec.ts'],
  },
  statement: {
    mutate: ['src/platform/ledger/statement/*.ts'],
    tests: ['src/platform/ledger/statement', 'test/ledger/snapshot.spec.ts', 'test/ledger/statement.spec.ts'],
  },
  'ledger-verification': {
    mutate: VERIFYING_THE_LEDGER,
    tests: [
      'src/platform/ledger/wallet-check.spec.ts',
      ...['verify-ledger', 'verify-entries', 'scheduled-verification'].map((name) => `test/ledger/${name}.spec.ts`),
      'test/ledger/seals.long-spec.ts',
    ],
  },
  idempotency: {
    mutate: ['src/platform/idempotency/*.ts'],
    tests: [
      'src/platform/idempotency',
      'test/access/boot-checks.spec.ts',
      'test/idempotency',
      'test/direct-billing/creates-at-once.e2e-spec.ts',
    ],
  },
  guard: {
    mutate: ['ability', 'access.guard', 'address-allow-list', 'closed-by-default'].map((name) => `src/platform/access/${name}.ts`),
    tests: ['src/platform/access', 'test/access/boot-checks.spec.ts'],
  },
  access: {
    mutate: ['src/platform/access/*.ts'],
    tests: [
      'src/platform/access',
      'test/access/boot-checks.spec.ts',
      'test/access/access.e2e-spec.ts',
      'test/access/guessing.e2e-spec.ts',
      'test/access/order-of-refusals.e2e-spec.ts',
      'test/access/rate-limits.e2e-spec.ts',
      'test/access/token-uses.e2e-spec.ts',
    ],
  },
  'webhooks-outbox': {
    mutate: ['src/platform/webhooks/outbox/*.ts'],
    tests: [
      'src/platform/webhooks/outbox',
      'test/webhooks/order.e2e-spec.ts',
      'test/webhooks/attempts.e2e-spec.ts',
      'test/docs/openapi.e2e-spec.ts',
      'test/metrics/unacknowledged-paid.e2e-spec.ts',
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
      'standard-webhook-headers',
    ].map((name) => `src/platform/webhooks/delivery/${name}.ts`),
    tests: ['src/platform/webhooks/delivery', 'test/tracing/notification-spans.spec.ts', 'test/webhooks/attempts.e2e-spec.ts'],
  },
  'webhooks-delivery': {
    mutate: [
      'claims/claim-deliveries.service',
      'claims/claim-statements',
      'deliver-endpoint.service',
      'drop-unaddressed.service',
      'record-attempts.service',
    ].map((name) => `src/platform/webhooks/delivery/${name}.ts`),
    tests: [
      'src/platform/webhooks/delivery',
      'test/webhooks/record-together.e2e-spec.ts',
      'test/webhooks/unsignable.e2e-spec.ts',
      'test/webhooks/claim-turns.e2e-spec.ts',
      'test/webhooks/unaddressed.e2e-spec.ts',
    ],
  },
  'webhooks-wake-up': {
    mutate: ['wake-up/*', 'delivery/sweep-deliveries.service', 'delivery/webhook.processor'].map(
      (name) => `src/platform/webhooks/${name}.ts`,
    ),
    tests: [
      'src/platform/webhooks/wake-up',
      'src/platform/webhooks/delivery',
      'test/webhooks/recovery.e2e-spec.ts',
      'test/metrics/backlog.e2e-spec.ts',
    ],
  },
  'webhooks-retention': {
    mutate: ['src/platform/webhooks/delivery/clear-old-attempts.service.ts', 'src/platform/webhooks/personal-data/*.ts'],
    tests: [
      'test/webhooks/clear-old-attempts.e2e-spec.ts',
      'test/personal-data/erase-payer.e2e-spec.ts',
      'test/personal-data/retention.e2e-spec.ts',
    ],
  },
  'webhooks-inspection': {
    mutate: ['src/platform/webhooks/*.ts', 'src/platform/webhooks/inspection/*.ts'],
    tests: [
      'test/webhooks/resend.e2e-spec.ts',
      'test/webhooks/at-one-moment.e2e-spec.ts',
      'test/cli/deliveries.spec.ts',
      'test/webhooks/order.e2e-spec.ts',
      'test/webhooks/queue-leftovers.e2e-spec.ts',
      'test/metrics/backlog.e2e-spec.ts',
      'test/metrics/unacknowledged-paid.e2e-spec.ts',
      'test/docs/openapi.e2e-spec.ts',
      'test/webhooks/sources.e2e-spec.ts',
    ],
  },
  outbound: {
    mutate: ['src/platform/outbound/**/*.ts'],
    tests: ['src/platform/outbound', 'test/outbound'],
  },
  charges: {
    mutate: OUTCOMES_OF_CHARGES,
    tests: [
      'src/products/direct-billing/charges',
      'test/direct-billing/every-outcome.long-spec.ts',
      'test/direct-billing/payment.e2e-spec.ts',
      'test/direct-billing/unknown-outcomes.e2e-spec.ts',
      'test/direct-billing/outcomes-at-once.long-spec.ts',
      'test/direct-billing/due-work.long-spec.ts',
    ],
  },
  'charges-polled': {
    mutate: ['src/products/direct-billing/charges/*.ts', ...OUTCOMES_OF_CHARGES.map((path) => `!${path}`)],
    tests: [
      'src/products/direct-billing/charges',
      'test/cli/unknown.e2e-spec.ts',
      'test/metrics/operators.e2e-spec.ts',
      'test/direct-billing/payment.e2e-spec.ts',
      'test/direct-billing/due-work.long-spec.ts',
    ],
  },
  'payments-attempts': {
    mutate: ['attempts', 'at-channel', 'reports'].map((folder) => `src/products/payments/${folder}/**/*.ts`),
    tests: [
      'src/products/payments/attempts',
      'src/products/payments/at-channel',
      ...ofPayments(
        'can-be-polled',
        'guards',
        'attempts.e2e',
        'attempt-history.e2e',
        'revived-step',
        'ledger-entries',
        'chargebacks.e2e',
        'expired-wrongly.e2e',
        'refund-outcomes.e2e',
        'subscriptions.e2e',
        'level0.e2e',
        'races.long',
        'payments.e2e',
        'contradictions.e2e',
        'blik.e2e',
        'attention.e2e',
        'velocity.e2e',
        'statements-of-a-report.e2e',
      ),
      ...ofPayments('sandbox.e2e'),
      'test/cli/payments.long-spec.ts',
      'test/cli/unknown.e2e-spec.ts',
    ],
  },
  'payments-refunds': {
    mutate: ['src/products/payments/refunds/*.ts'],
    tests: [
      'src/products/payments/refunds',
      ...ofPayments(
        'refund-notification',
        'refunds.e2e',
        'refund-rules.e2e',
        'refund-sums.long',
        'refund-outcomes.e2e',
        'refund-races.long',
      ),
      'test/cli/payments.long-spec.ts',
    ],
  },
  'payments-chargebacks': {
    mutate: ['src/products/payments/chargebacks/*.ts'],
    tests: [...ofPayments('chargebacks.e2e'), 'test/ledger/own-invariants.spec.ts'],
  },
  'payments-subscriptions': {
    mutate: ['subscriptions', 'mandates'].map((folder) => `src/products/payments/${folder}/**/*.ts`),
    tests: [
      'src/products/payments/subscriptions',
      'src/products/payments/mandates',
      ...ofPayments(
        'subscription-guards',
        'subscription-notification',
        'subscriptions.e2e',
        'subscription-input.long',
        'subscription-endings.e2e',
      ),
      ...ofPayments(
        'autopayment.e2e',
        'autopayment-confirmation.e2e',
        'offered-subscriptions.e2e',
        'alias-unregister.e2e',
        'aliases-list.e2e',
      ),
      ...ofPayments('recurring-contract.e2e', 'subscription-races.long', 'subscription-year.long'),
    ],
  },
  'payments-level0': {
    mutate: ['level0', 'aliases'].map((folder) => `src/products/payments/${folder}/*.ts`),
    tests: [
      ...ofPayments(
        'alias-guards',
        'alias-notifications',
        'level0.e2e',
        'level0-input.e2e',
        'aliases.e2e',
        'pick-app.e2e',
        'aliases-of-two-services.e2e',
        'aliases-list.e2e',
        'alias-unregister.e2e',
        'alias-races.long',
        'blik-contract.e2e',
      ),
    ],
  },
  'payments-currencies': {
    mutate: ['src/products/payments/currencies/*.ts'],
    tests: ['src/products/payments/currencies', ...ofPayments('exchange-rates.e2e')],
  },
};

/** Paths of the suites of an area, in their order. */
export function suitesOf(area, root) {
  return AREAS[area].tests.flatMap((path) =>
    statSync(join(root, path)).isFile() ? path : specsBelow(join(root, path)).map((file) => join(path, file)),
  );
}

const specsBelow = (folder) =>
  readdirSync(folder, { recursive: true })
    .filter((file) => /\.(spec|e2e-spec|long-spec)\.ts$/.test(file))
    .sort();
