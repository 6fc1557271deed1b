/** One change that an attacker with a superuser's shell may make to rows about money, with all triggers off. */
export interface Tamper {
  what: string;
  /** `{name}` stands for an id of the world. The SQL returns the id of the row that must be named, if that id is known in advance. */
  sql: string;
  /** Table of the row that `ledger verify` names, and a part of the reason. */
  names: string;
  because: string;
}

/** A change that `ledger verify` cannot find. */
export interface UndetectedTamper {
  what: string;
  sql: string;
  why: string;
}

/** SQL that changes some columns of one table and returns the row's id. */
export const changed = (table: string, set: string, where: string, id = 'id'): string =>
  `UPDATE ${table} SET ${set} WHERE ${where} RETURNING ${id}::text AS id`;
