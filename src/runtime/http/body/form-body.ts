import type { IncomingMessage } from 'node:http';
import { readBytes } from './read-bytes.js';

const LIMIT_BYTES = 8 * 1024;
const MOST_FIELDS = 50;

/** Fields of a form; one that was sent twice is none of them. */
export type FormFields = ReadonlyMap<string, string>;

/** A form of one of the gateway's own pages; whatever comes after fifty fields is none of ours. */
export async function readForm(request: IncomingMessage): Promise<FormFields> {
  const text = (await readBytes(request, LIMIT_BYTES)).toString('utf8').split('&', MOST_FIELDS).join('&');
  const form = new URLSearchParams(text);
  return new Map([...form].filter(([name]) => form.getAll(name).length === 1));
}
