import type { EntityManager } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import { presentActor } from './actor.js';

/** The rows whose columns are recorded before and after a change. */
export interface AuditedRows {
  table: string;
  /** The column with the subject's id. */
  subjectColumn: string;
  /** When the subject has several rows: the column that distinguishes them. Its value is the prefix of the recorded column names. */
  rowKeyColumn?: string;
  /** Columns that are not recorded, because they are secret or of no use to readers. */
  excludedColumns?: readonly string[];
  /** The caller has already locked the subject's rows. */
  isLocked?: true;
}

export interface AuditedChange {
  /** Name of the change, such as `partner.block`. */
  action: string;
  subject: string;
  id: string;
  rows: AuditedRows;
}

type Values = Record<string, unknown>;

/** `updated_at` is not recorded, because the audit entry has the time of the change. */
const NEVER_RECORDED_COLUMNS = ['updated_at'];

/**
 * Makes a change and records it in the same transaction: author, interface, reason, and the changed columns before and after.
 * Nothing is recorded without an actor, or when no column differs.
 * @param tx the transaction of the change. @returns the result of `makeChange`.
 */
export async function audited<T>(tx: EntityManager, change: AuditedChange, makeChange: () => Promise<T>): Promise<T> {
  if (!presentActor()) return makeChange();
  const before = await readColumns(tx, change, 'FOR NO KEY UPDATE');
  const result = await makeChange();
  const after = await readColumns(tx, change);
  const names = Object.keys({ ...before, ...after }).filter((name) => !isEqualJson(before[name], after[name]));
  if (names.length > 0) await recordChange(tx, { ...change, before: pickValues(before, names), after: pickValues(after, names) });
  return result;
}

export interface RecordedChange extends Omit<AuditedChange, 'rows'> {
  before?: Values;
  after?: Values;
}

/**
 * Records a change that `audited` cannot see by comparing rows. Without an actor, nothing is recorded.
 * @param tx the transaction of the change.
 */
export async function recordChange(tx: EntityManager, { action, subject, id, before = {}, after = {} }: RecordedChange): Promise<void> {
  const actor = presentActor();
  if (!actor) return;
  const { author, door, reason, requestId, partnerId = null, address = null } = actor;
  await tx.query(
    `INSERT INTO audit_entry (id, at, author, door, action, subject, subject_id, before, after, reason, request_id, partner_id, address)
     VALUES ($1, clock_timestamp(), $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
    [uuidv7(), author, door, action, subject, id, JSON.stringify(before), JSON.stringify(after), reason, requestId, partnerId, address],
  );
}

/** The recorded columns of the subject's rows by name. */
async function readColumns(tx: EntityManager, { id, rows }: AuditedChange, lock = ''): Promise<Values> {
  const { table, subjectColumn, rowKeyColumn, excludedColumns = [], isLocked } = rows;
  const records = await tx.query<{ name: string; row: Values }[]>(
    `SELECT ${rowKeyColumn ? `r.${rowKeyColumn}::text || '.'` : `''`} AS name, to_jsonb(r) - $2::text[] AS row FROM (SELECT * FROM ${table} WHERE ${subjectColumn} = $1 ${rowKeyColumn ? `ORDER BY ${rowKeyColumn}` : ''} ${isLocked ? '' : lock}) r`,
    [id, [...NEVER_RECORDED_COLUMNS, ...excludedColumns]],
  );
  return Object.fromEntries(
    records.flatMap(({ name, row }) => Object.entries(row).map(([column, value]) => [name + column, value] as const)),
  );
}

const isEqualJson = (before: unknown, after: unknown): boolean => JSON.stringify(before) === JSON.stringify(after);
/** The named columns without those that are null. */
const pickValues = (values: Values, names: readonly string[]): Values =>
  Object.fromEntries(names.filter((name) => values[name] !== undefined && values[name] !== null).map((name) => [name, values[name]]));
