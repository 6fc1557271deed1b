import type { IncomingMessage } from 'node:http';
import { DomainError } from '../../../common/errors/domain-error.js';
import { readBytes } from './read-bytes.js';
import { rejectMalformedForm } from './reject-malformed.js';

/** Limits for forms of payers' pages. */
const PAGE_FORM_LIMITS: FormLimits = { bytes: 8 * 1024, fields: 50 };

export interface FormLimits {
  bytes: number;
  /** Number of fields that are read. Further fields are ignored. */
  fields: number;
  /** Whether `multipart/form-data` is accepted, too. */
  hasFiles?: true;
}

/** Fields of a form, without fields that were sent more than once. */
export type FormFields = ReadonlyMap<string, string>;

/**
 * Reads a form of the gateway's own pages. The value of a file is its text.
 * @throws DomainError VALIDATION_ERROR or MALFORMED_REQUEST on fields that are not well-formed, which browsers never send.
 * @throws DomainError PAYLOAD_TOO_LARGE
 */
export async function readForm(request: IncomingMessage, { bytes, fields, hasFiles }: FormLimits = PAGE_FORM_LIMITS): Promise<FormFields> {
  const body = await readBytes(request, bytes);
  const type = request.headers['content-type'] ?? '';
  if (hasFiles && type.startsWith('multipart/form-data')) return dropRepeated((await multipartFields(body, type)).slice(0, fields));
  const text = body.toString('latin1').split('&', fields).join('&');
  rejectMalformedForm(text);
  return dropRepeated([...new URLSearchParams(Buffer.from(text, 'latin1').toString('utf8'))]);
}

async function multipartFields(body: Buffer, type: string): Promise<[string, string][]> {
  const form = await new Response(new Uint8Array(body), { headers: { 'Content-Type': type } }).formData().catch(() => {
    throw new DomainError('MALFORMED_REQUEST', { message: 'The form cannot be read.' });
  });
  const fields: [string, string][] = [];
  for (const [name, value] of form) fields.push([name, typeof value === 'string' ? value : await value.text()]);
  return fields;
}

function dropRepeated(fields: readonly [string, string][]): FormFields {
  const counts = new Map<string, number>();
  for (const [name] of fields) counts.set(name, (counts.get(name) ?? 0) + 1);
  return new Map(fields.filter(([name]) => counts.get(name) === 1));
}
