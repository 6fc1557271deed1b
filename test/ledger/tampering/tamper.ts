/** One change that an attacker with a superuser's shell may make to rows about money, with all triggers off. */
export interface Tamper {
  what: string;
  /** `{name}` stands for an id of the world. A change returns what the row is called that must be named, where that is known before. */
  sql: string;
  /** Table of the row that `ledger verify` names, and what its reason holds. */
  names: string;
  because: string;
}

/** One that `ledger verify` cannot notice. */
export interface UndetectedTamper {
  what: string;
  sql: string;
  why: string;
}

/** A change of some columns of one table. */
export const changed = (table: string, set: string, where: string, id = 'id'): string =>
  `UPDATE ${table} SET ${set} WHERE ${where} RETURNING ${id}::text AS id`;
