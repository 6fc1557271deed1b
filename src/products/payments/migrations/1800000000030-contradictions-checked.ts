import { SchemaPart } from '../../../runtime/database/schema/schema-part.js';

const CHECKS = {
  payment_attempt: [
    'payment_attempt_contradiction_known',
    'payment_attempt_contradiction_dated',
    'payment_attempt_said_in_a_currency',
    'payment_attempt_ended_is_not_asked',
  ],
  payment_refund: ['payment_refund_said_in_a_currency'],
  direct_billing_charge: [
    'direct_billing_charge_contradiction_known',
    'direct_billing_charge_contradiction_dated',
    'direct_billing_charge_open_is_asked',
  ],
};

const INDEXES = {
  payment_attempt_by_return: 'payment_attempt (connector, return_reference) WHERE return_reference IS NOT NULL',
  payment_attempt_contradicted: 'payment_attempt (contradicted_at) WHERE contradiction IS NOT NULL',
  direct_billing_charge_contradicted: 'direct_billing_charge (contradicted_at) WHERE contradiction IS NOT NULL',
};

/** Rows that were there before are checked, and found by index, while payments go on: each statement has a transaction of its own. */
export class ContradictionsChecked1800000000030 extends SchemaPart {
  readonly name = 'ContradictionsChecked1800000000030';
  readonly transaction = false;

  protected statements(): string[] {
    const checks = Object.entries(CHECKS).flatMap(([table, names]) =>
      names.map((name) => `ALTER TABLE ${table} VALIDATE CONSTRAINT ${name}`),
    );
    // One that was broken off is there, and no index.
    const indexes = Object.entries(INDEXES).flatMap(([name, on]) => [
      `DROP INDEX CONCURRENTLY IF EXISTS ${name}`,
      `CREATE INDEX CONCURRENTLY ${name} ON ${on}`,
    ]);
    return [...checks, ...indexes];
  }
}
