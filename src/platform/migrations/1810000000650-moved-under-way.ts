import type { QueryRunner } from 'typeorm';
import { OnlineMigration } from '../../runtime/database/schema/online-migration.js';
import { ENDPOINT_ADDRESS_CHANGED } from '../webhooks/sql/endpoint-address-changed.js';

/** A delivery that fails at the old address, while the address changes, is tried at the new one at once. */
export class MovedUnderWay1810000000650 extends OnlineMigration {
  readonly name = 'MovedUnderWay1810000000650';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(ENDPOINT_ADDRESS_CHANGED);
  }
}
