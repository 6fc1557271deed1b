import type { QueryRunner } from 'typeorm';
import { addCheck, alterBriefly, BesidePayments, buildIndex } from '../../runtime/database/schema/beside-payments.js';

/** For which partner, and from where, a person of the panel did something; and what the sandbox's inbox changes. */
export class AuditOfPeople1810000000501 extends BesidePayments {
  readonly name = 'AuditOfPeople1810000000501';

  async up(runner: QueryRunner): Promise<void> {
    await alterBriefly(runner, 'ALTER TABLE audit_entry ADD COLUMN IF NOT EXISTS partner_id uuid, ADD COLUMN IF NOT EXISTS address text');
    await addCheck(runner, 'audit_entry', 'audit_entry_door_known', `CHECK (door IN ('cli', 'api', 'panel', 'sandbox'))`);
    await buildIndex(runner, 'audit_entry_of_partner', 'audit_entry (partner_id, at, id) WHERE partner_id IS NOT NULL');
  }
}
