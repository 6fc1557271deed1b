import type { MigrationInterface } from 'typeorm';

/** The classes of all migrations. */
export type MigrationList = readonly (new () => MigrationInterface)[];

/** By TypeORM's rule a migration's name ends with a timestamp of thirteen digits. */
export function numberOf(name: string): number {
  return Number(name.slice(-13));
}
