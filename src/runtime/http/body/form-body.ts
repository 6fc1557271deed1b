import type { IncomingMessage } from 'node:http';
import { readBytes } from './read-bytes.js';
import { refuseMalformedForm } from './refuse-malformed.js';

const LIMIT_BYTES = 8 * 1024;
const MOST_FIELDS = 50;

/** Fields of a form; one that was sent twice is none of them. */
export type FormFields = ReadonlyMap<string, string>;

/**
 * A form of one of the gateway's own pages; whatever comes after fifty fields is none of ours.
 * @throws DomainError VALIDATION_ERROR on fields that are not well-formed, which no browser sends; PAYLOAD_TOO_LARGE
 */
export async function readForm(request: IncomingMessage): Promise<FormFields> {
  const text = (await readBytes(request, LIMIT_BYTES)).toString('latin1').split('&', MOST_FIELDS).join('&');
  refuseMalformedForm(text);
  const form = new URLSearchParams(Buffer.from(text, 'latin1').toString('utf8'));
  return new Map([...form].filter(([name]) => form.getAll(name).length === 1));
}
