import type { MigrationInterface } from 'typeorm';

/** Classes of migrations, of one or of all areas of the program. */
export type MigrationList = readonly (new () => MigrationInterface)[];

/** Sorted by number, as TypeORM runs them. Migrations of one area may need tables of another area. */
export function inOrder(migrations: MigrationList): MigrationList {
  return [...migrations].sort((first, second) => numberOf(first.name) - numberOf(second.name));
}

/** By TypeORM's rule a migration's name ends with a timestamp of thirteen digits. */
export function numberOf(name: string): number {
  return Number(name.slice(-13));
}
