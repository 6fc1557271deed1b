import type { QueryRunner } from 'typeorm';
import { alterWithLockRetry, OnlineMigration } from '../../../runtime/database/schema/online-migration.js';

/**
 * The time of a refund's conflict. The previous version stores and clears conflicts without it, so a conflict may have no time, and a time
 * no conflict. A constraint has to wait for the next release, which must first fill and clear the times of such rows.
 */
export class RefundConflictTime1820000000062 extends OnlineMigration {
  readonly name = 'RefundConflictTime1820000000062';

  async up(runner: QueryRunner): Promise<void> {
    await alterWithLockRetry(runner, 'ALTER TABLE payment_refund ADD COLUMN IF NOT EXISTS conflict_at timestamptz');
    await runner.query('UPDATE payment_refund SET conflict_at = updated_at WHERE conflict IS NOT NULL AND conflict_at IS NULL');
  }
}
