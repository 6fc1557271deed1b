import type { EntityManager } from 'typeorm';
import { contentId, type ContentValue } from './content-id.js';
import { ReferenceTakenError } from './manual-entry-rejected.js';

export interface WriteOnceResult {
  id: string;
  /** True when the row existed already, so that nothing was written. */
  repeated: boolean;
}

interface NewRow {
  reference: string;
  /** Columns that must be equal in a repetition. The id is made from them, in this order. */
  content: Readonly<Record<string, ContentValue>>;
  /** Columns that may differ in a repetition. */
  otherColumns: Readonly<Record<string, unknown>>;
}

/**
 * Writes a row once per reference. Of two transactions that write the same row, the second waits for the first.
 * @param rowName the row's name in errors, such as `a payout`.
 * @throws ReferenceTakenError when the reference was written with other content.
 */
export async function writeOnce(
  tx: EntityManager,
  table: string,
  rowName: string,
  { reference, content, otherColumns }: NewRow,
): Promise<WriteOnceResult> {
  const id = contentId(table, reference, content);
  const row = { ...content, ...otherColumns };
  const columns = ['id', 'reference', ...Object.keys(row)];
  const values = [id, reference, ...Object.values(row)];
  const inserted = await tx.query<{ id: string }[]>(
    `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${columns.map((_, index) => `$${index + 1}`).join(', ')})
     ON CONFLICT DO NOTHING RETURNING id`,
    values,
  );
  if (inserted.length > 0) return { id, repeated: false };
  const sameContent = Object.keys(content).map((column, index) => `${column} IS NOT DISTINCT FROM $${index + 2}`);
  const [stored] = await tx.query<{ id: string; same: boolean }[]>(
    `SELECT id, ${sameContent.join(' AND ')} AS same FROM ${table} WHERE reference = $1`,
    [reference, ...Object.values(content)],
  );
  if (!stored?.same) throw new ReferenceTakenError(reference, rowName);
  return { id: stored.id, repeated: true };
}
