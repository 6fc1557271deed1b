import { createHash } from 'node:crypto';
import { stringify } from 'uuid';

/** A column's value in a manual entry. */
export type ContentValue = string | number | boolean | Date | null;

/**
 * Id of a row, made from its content: a UUID of version 8. The row's ledger entries name the id and are sealed, so reference, author and reason
 * cannot be changed unnoticed. `contentIdSql`, which verifies it, is written separately on purpose.
 */
export function contentId(table: string, reference: string, content: Readonly<Record<string, ContentValue>>): string {
  const said = [table, reference, ...Object.values(content).map(inText)].map((text) => `${Buffer.byteLength(text)}:${text}`).join('|');
  const id = createHash('sha256').update(said).digest().subarray(0, 16);
  id.writeUInt8((id.readUInt8(6) & 0x0f) | 0x80, 6);
  id.writeUInt8((id.readUInt8(8) & 0x3f) | 0x80, 8);
  return stringify(id);
}

function inText(value: ContentValue): string {
  if (value === null) return '';
  return value instanceof Date ? String(value.getTime()) : String(value);
}
