import type { MigrationInterface, QueryRunner } from 'typeorm';

/** One area of the first schema. It cannot be reverted: there is nothing before it. */
export abstract class SchemaPart implements MigrationInterface {
  abstract readonly name: string;

  async up(queryRunner: QueryRunner): Promise<void> {
    for (const text of this.statements()) await queryRunner.query(text);
  }

  down(): Promise<void> {
    throw new Error('The first schema is not reverted: drop the database instead.');
  }

  protected abstract statements(): string[];
}
