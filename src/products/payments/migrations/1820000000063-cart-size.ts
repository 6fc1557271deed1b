import type { QueryRunner } from 'typeorm';
import { addCheckConstraint, OnlineMigration } from '../../../runtime/database/schema/online-migration.js';

/**
 * A cart of 2,000 items fits into a body of 1 MiB. Stored, a body can be longer, because `1e20` is written with all its digits: the 60,000 values of
 * a body become at most 1 MiB longer.
 */
export class CartSize1820000000063 extends OnlineMigration {
  readonly name = 'CartSize1820000000063';

  async up(runner: QueryRunner): Promise<void> {
    await addCheckConstraint(
      runner,
      'payment_transaction',
      'payment_transaction_given_bounded',
      `CHECK (coalesce(octet_length(customer::text), 0) + coalesce(octet_length(antifraud::text), 0)
        + coalesce(octet_length(billing::text), 0) + coalesce(octet_length(shipping::text), 0) + coalesce(octet_length(cart::text), 0) <= 2097152)`,
    );
  }
}
