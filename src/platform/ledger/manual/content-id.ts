import { createHash } from 'node:crypto';
import { stringify } from 'uuid';

/** The value of a column of a manual entry. */
export type ContentValue = string | number | boolean | Date | null;

/**
 * Makes the id of a row from its content: a UUID of version 8. The row's ledger entries contain the id and are sealed, so verification
 * finds a changed reference, author or reason. `contentIdSql` verifies the id. It is written separately, so that a mistake in one of the
 * two is found.
 */
export function contentId(table: string, reference: string, content: Readonly<Record<string, ContentValue>>): string {
  const input = [table, reference, ...Object.values(content).map(toText)].map((text) => `${Buffer.byteLength(text)}:${text}`).join('|');
  const id = createHash('sha256').update(input).digest().subarray(0, 16);
  // Version 8 in byte 6, and the variant of RFC 9562 in byte 8.
  id.writeUInt8((id.readUInt8(6) & 0x0f) | 0x80, 6);
  id.writeUInt8((id.readUInt8(8) & 0x3f) | 0x80, 8);
  return stringify(id);
}

function toText(value: ContentValue): string {
  if (value === null) return '';
  return value instanceof Date ? String(value.getTime()) : String(value);
}
