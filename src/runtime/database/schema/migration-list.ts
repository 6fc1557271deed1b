import type { MigrationInterface } from 'typeorm';

/** What a schema is made by. The parts of the program bring it; nothing here knows whose tables they are. */
export type MigrationList = readonly (new () => MigrationInterface)[];

/** By number, as TypeORM runs them: a part may build on tables of another. */
export function inOrder(migrations: MigrationList): MigrationList {
  return [...migrations].sort((one, other) => numberOf(one.name) - numberOf(other.name));
}

/** TypeORM's rule: the name of a migration ends with the thirteen digits of its time. */
export function numberOf(name: string): number {
  return Number(name.slice(-13));
}
