import type { EntityManager } from 'typeorm';
import { contentId, type Said } from './content-id.js';
import { ReferenceTakenError } from './reference-taken.js';

export interface OnceWritten {
  id: string;
  /** The same was written before, and nothing now. */
  repeated: boolean;
}

interface NewRow {
  reference: string;
  /** What makes it the same: columns that a repetition has to repeat, in the order in which the id is made of them. */
  content: Readonly<Record<string, Said>>;
  /** Columns that a repetition need not repeat. */
  besides: Readonly<Record<string, unknown>>;
}

/**
 * Writes a row that its reference names, once. Two that write the same at the same time wait for each other.
 * @param what it is called in complaints, such as `a payout`.
 * @throws ReferenceTakenError when the reference stands for another content.
 */
export async function writeOnce(
  tx: EntityManager,
  table: string,
  what: string,
  { reference, content, besides }: NewRow,
): Promise<OnceWritten> {
  const id = contentId(table, reference, content);
  const row = { ...content, ...besides };
  const columns = ['id', 'reference', ...Object.keys(row)];
  const values = [id, reference, ...Object.values(row)];
  const made = await tx.query<{ id: string }[]>(
    `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${columns.map((_, index) => `$${index + 1}`).join(', ')})
     ON CONFLICT DO NOTHING RETURNING id`,
    values,
  );
  if (made.length > 0) return { id, repeated: false };
  const same = Object.keys(content).map((column, index) => `${column} IS NOT DISTINCT FROM $${index + 2}`);
  const [found] = await tx.query<{ id: string; same: boolean }[]>(
    `SELECT id, ${same.join(' AND ')} AS same FROM ${table} WHERE reference = $1`,
    [reference, ...Object.values(content)],
  );
  if (!found?.same) throw new ReferenceTakenError(reference, what);
  return { id: found.id, repeated: true };
}
