import type { QueryRunner } from 'typeorm';
import {
  addCheckConstraint,
  alterWithLockRetry,
  OnlineMigration,
  createIndexConcurrently,
} from '../../runtime/database/schema/online-migration.js';

/** For which partner, and from where, a person of the panel did something; and what the sandbox's inbox changes. */
export class AuditOfPeople1810000000501 extends OnlineMigration {
  readonly name = 'AuditOfPeople1810000000501';

  async up(runner: QueryRunner): Promise<void> {
    await alterWithLockRetry(
      runner,
      'ALTER TABLE audit_entry ADD COLUMN IF NOT EXISTS partner_id uuid, ADD COLUMN IF NOT EXISTS address text',
    );
    await addCheckConstraint(runner, 'audit_entry', 'audit_entry_door_known', `CHECK (door IN ('cli', 'api', 'panel', 'sandbox'))`);
    await createIndexConcurrently(runner, 'audit_entry_of_partner', 'audit_entry (partner_id, at, id) WHERE partner_id IS NOT NULL');
  }
}
