import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The history holds changes only. That a transaction was made, and when, its row says: written twice, it was the most written row of all. */
export class HistoryOfChanges1790000000014 implements MigrationInterface {
  readonly name = 'HistoryOfChanges1790000000014';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DELETE FROM state_history WHERE from_status IS NULL');
    await queryRunner.query('ALTER TABLE state_history ALTER COLUMN from_status SET NOT NULL');
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE state_history ALTER COLUMN from_status DROP NOT NULL');
  }
}
