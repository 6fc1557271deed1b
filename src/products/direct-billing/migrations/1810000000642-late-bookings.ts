import type { QueryRunner } from 'typeorm';
import { BesidePayments, buildIndex } from '../../../runtime/database/schema/beside-payments.js';

/** Staff page through bookings that came too late: few among all charges. */
export class LateBookings1810000000642 extends BesidePayments {
  readonly name = 'LateBookings1810000000642';

  async up(runner: QueryRunner): Promise<void> {
    await buildIndex(
      runner,
      'direct_billing_charge_late',
      `direct_billing_charge (updated_at, reference) WHERE state IN ('reversal_due', 'reversed')`,
    );
  }
}
