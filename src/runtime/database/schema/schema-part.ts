import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The migration of one area of the first schema. It cannot be reverted, because there is no earlier schema. */
export abstract class SchemaPart implements MigrationInterface {
  abstract readonly name: string;

  async up(queryRunner: QueryRunner): Promise<void> {
    for (const text of this.statements()) await queryRunner.query(text);
  }

  down(): Promise<void> {
    throw new Error('The first schema cannot be reverted. Drop the database instead.');
  }

  protected abstract statements(): string[];
}
