import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The simulated phone also writes: beside a reply it shows what it answers. */
export class SandboxSms1790000000009 implements MigrationInterface {
  readonly name = 'SandboxSms1790000000009';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE sandbox.text_message ADD COLUMN in_reply_to text');
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE sandbox.text_message DROP COLUMN in_reply_to');
  }
}
