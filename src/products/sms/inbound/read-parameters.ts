import type { IncomingHttpHeaders } from 'node:http';
import { TextDecoder } from 'node:util';
import { formBytes, nameAndValue } from '../../../runtime/http/body/form-bytes.js';

interface HandedOver {
  originalUrl: string;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

/**
 * The parameters of a call, from the query and the body; the body's win. A body is a form or a JSON object; an unreadable one counts as absent.
 * Everything is UTF-8 unless the body's media type names another charset. The `text` of a query or a form is in the charset that a parameter
 * `charset` names: SMS gateways pass UCS-2 messages on as they came.
 */
export function readParameters({ originalUrl, headers, body }: HandedOver): ReadonlyMap<string, string> {
  const parameters = queryParameters(originalUrl);
  if (body.length === 0) return parameters;
  const [type = '', ...details] = (headers['content-type'] ?? '').toLowerCase().split(';');
  const charset = details.map((detail) => /^\s*charset="?([\w-]+)"?\s*$/.exec(detail)?.[1]).find(Boolean);
  const own = /[/+]json$/.test(type.trim()) ? jsonParameters(decodeText(body, charset)) : formParameters(body.toString('latin1'), charset);
  return new Map([...parameters, ...own]);
}

export function queryParameters(originalUrl: string): Map<string, string> {
  const [, query = ''] = /^[^?]*\?(.*)$/s.exec(originalUrl) ?? [];
  return formParameters(query);
}

function formParameters(form: string, bodyCharset?: string): Map<string, string> {
  const fields = formFields(form);
  const charset = fields.get('charset')?.toString('latin1') || bodyCharset;
  return new Map([...fields].map(([name, bytes]) => [name, decodeText(bytes, name === 'text' ? charset : bodyCharset)]));
}

function jsonParameters(text: string): Map<string, string> {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    return new Map();
  }
  if (typeof body !== 'object' || body === null) return new Map();
  const values = Object.entries(body).filter(([, value]) => typeof value === 'string' || typeof value === 'number');
  return new Map(values.map(([name, value]) => [name, String(value)]));
}

/** More than any SMS gateway sends; further fields are ignored. */
const MAX_FIELDS = 100;

/** The fields of a query or a form as bytes, still to be decoded; the last of the same name counts. */
function formFields(form: string): Map<string, Buffer> {
  const fields = form.split('&', MAX_FIELDS).filter(Boolean).map(nameAndValue);
  return new Map(fields.map(([name, value]) => [formBytes(name).toString('utf8'), formBytes(value)]));
}

/** An unknown charset is read as UTF-8. Malformed bytes become replacement characters. */
function decodeText(bytes: Uint8Array, charset = 'utf-8'): string {
  let decoder: TextDecoder;
  try {
    decoder = new TextDecoder(charset);
  } catch {
    decoder = new TextDecoder();
  }
  return decoder.decode(bytes);
}
