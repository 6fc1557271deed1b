import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Where traces go on: events and transactions keep the span in which they began, in the form of W3C's `traceparent` header. */
export class TraceParent1790000000011 implements MigrationInterface {
  readonly name = 'TraceParent1790000000011';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE webhook_event ADD COLUMN trace_parent text');
    await queryRunner.query('ALTER TABLE direct_billing_transaction ADD COLUMN trace_parent text');
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE direct_billing_transaction DROP COLUMN trace_parent');
    await queryRunner.query('ALTER TABLE webhook_event DROP COLUMN trace_parent');
  }
}
