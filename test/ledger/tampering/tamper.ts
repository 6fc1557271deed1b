/** A change of rows about money, as an attacker with the rights of a superuser can make it with all triggers disabled. */
export interface Tamper {
  what: string;
  /**
   * `{name}` is replaced with an id of the world. The SQL returns the id of the row that `ledger verify` must name, if this id is known in
   * advance.
   */
  sql: string;
  /** The table of the row that `ledger verify` must name. */
  names: string;
  /** A part of the reason that `ledger verify` must give. */
  because: string;
}

/** A change that `ledger verify` cannot find. */
export interface UndetectedTamper {
  what: string;
  sql: string;
  why: string;
}

/** Returns SQL that changes some columns of one table and returns the row's id. */
export const updateReturningId = (table: string, set: string, where: string, id = 'id'): string =>
  `UPDATE ${table} SET ${set} WHERE ${where} RETURNING ${id}::text AS id`;
