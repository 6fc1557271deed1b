import type { IncomingHttpHeaders } from 'node:http';
import { TextDecoder } from 'node:util';
import { formBytes, nameAndValue } from '../../../runtime/http/body/form-bytes.js';

interface HandedOver {
  originalUrl: string;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

/**
 * The parameters of a call: those of the query and those of the body, which wins. A body is a form or a JSON object; what cannot be
 * read counts as absent. Everything is UTF-8 unless the body's media type names another charset; `text` of a query or a form is in
 * the one that a parameter `charset` names: SMS gateways hand UCS-2 messages over as they came.
 */
export function readParameters({ originalUrl, headers, body }: HandedOver): ReadonlyMap<string, string> {
  const parameters = queryParameters(originalUrl);
  if (body.length === 0) return parameters;
  const [type = '', ...details] = (headers['content-type'] ?? '').toLowerCase().split(';');
  const charset = details.map((detail) => /^\s*charset="?([\w-]+)"?\s*$/.exec(detail)?.[1]).find(Boolean);
  const own = /[/+]json$/.test(type.trim()) ? jsonParameters(decodeText(body, charset)) : formParameters(body.toString('latin1'), charset);
  return new Map([...parameters, ...own]);
}

/** Those of the query alone. */
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

/** More than any gateway sends; what comes after them is not looked at. */
const MOST_FIELDS = 100;

/** The fields of a query or a form as bytes, which their charset makes text of; the last of the same name counts. */
function formFields(form: string): Map<string, Buffer> {
  const fields = form.split('&', MOST_FIELDS).filter(Boolean).map(nameAndValue);
  return new Map(fields.map(([name, value]) => [formBytes(name).toString('utf8'), formBytes(value)]));
}

/** An unknown charset is taken for UTF-8. Bytes that are no text in it become replacement characters. */
function decodeText(bytes: Uint8Array, charset = 'utf-8'): string {
  let decoder: TextDecoder;
  try {
    decoder = new TextDecoder(charset);
  } catch {
    decoder = new TextDecoder();
  }
  return decoder.decode(bytes);
}
