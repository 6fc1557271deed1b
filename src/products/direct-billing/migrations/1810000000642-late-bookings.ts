import type { QueryRunner } from 'typeorm';
import { OnlineMigration, createIndexConcurrently } from '../../../runtime/database/schema/online-migration.js';

/** Staff page through bookings that came too late: few among all charges. */
export class LateBookings1810000000642 extends OnlineMigration {
  readonly name = 'LateBookings1810000000642';

  async up(runner: QueryRunner): Promise<void> {
    await createIndexConcurrently(
      runner,
      'direct_billing_charge_late',
      `direct_billing_charge (updated_at, reference) WHERE state IN ('reversal_due', 'reversed')`,
    );
  }
}
