import type { QueryRunner } from 'typeorm';
import { addCheck, alterBriefly, BesidePayments, buildIndex, fillColumn } from '../../../runtime/database/schema/beside-payments.js';

/** How often a payer paid is counted within one partner: an attempt knows whose it is, and what velocity is counted by begins with that. */
export class VelocityOfPartners1800000000028 extends BesidePayments {
  readonly name = 'VelocityOfPartners1800000000028';

  async up(runner: QueryRunner): Promise<void> {
    await alterBriefly(runner, COLUMN);
    await fillColumn(runner, { table: 'payment_attempt', key: 'reference', column: 'partner_id', value: PARTNER_OF('t.service_id') });
    await addCheck(runner, 'payment_attempt', 'payment_attempt_is_somebodys', 'CHECK (partner_id IS NOT NULL)');
    for (const column of ['payer_ip', 'payer_email', 'system_id']) {
      const of = `payment_attempt (partner_id, ${column}, updated_at) WHERE state IN ('paid', 'held') AND ${column} IS NOT NULL`;
      await buildIndex(runner, `payment_attempt_velocity_${column}`, of);
      await runner.query(`DROP INDEX CONCURRENTLY IF EXISTS payment_attempt_by_${column}`);
    }
  }
}

const PARTNER_OF = (service: string): string => `(SELECT s.partner_id FROM public.service s WHERE s.id = ${service})`;

// The database fills it in, so that attempts of a version that knows nothing of it have one as well. A service never goes to another partner.
const COLUMN = `
  ALTER TABLE payment_attempt ADD COLUMN IF NOT EXISTS partner_id uuid;

  CREATE OR REPLACE FUNCTION payment_attempt_partner() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
  BEGIN
    NEW.partner_id := ${PARTNER_OF('NEW.service_id')};
    RETURN NEW;
  END $$;
  DROP TRIGGER IF EXISTS payment_attempt_partner ON payment_attempt;
  CREATE TRIGGER payment_attempt_partner BEFORE INSERT ON payment_attempt FOR EACH ROW EXECUTE FUNCTION payment_attempt_partner();`;
