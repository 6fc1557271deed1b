import type { IncomingHttpHeaders } from 'node:http';
import { TextDecoder } from 'node:util';
import { formBytes, nameAndValue } from '../../../runtime/http/body/form-bytes.js';

interface InboundRequest {
  originalUrl: string;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

/**
 * Reads the parameters of a call from the query and the body. A parameter of the body replaces one of the query with the same name. The body is a
 * form or a JSON object. Malformed JSON counts as no parameters. The charset is UTF-8 unless the media type of the body names another one. A
 * parameter `charset` sets the charset of `text` in a query or a form, because SMS gateways forward UCS-2 messages without conversion.
 */
export function readParameters({ originalUrl, headers, body }: InboundRequest): ReadonlyMap<string, string> {
  const parameters = queryParameters(originalUrl);
  if (body.length === 0) return parameters;
  const [type = '', ...mediaTypeParameters] = (headers['content-type'] ?? '').toLowerCase().split(';');
  const charset = mediaTypeParameters.map((parameter) => /^\s*charset="?([\w-]+)"?\s*$/.exec(parameter)?.[1]).find(Boolean);
  const bodyParameters = /[/+]json$/.test(type.trim())
    ? jsonParameters(decodeText(body, charset))
    : formParameters(body.toString('latin1'), charset);
  return new Map([...parameters, ...bodyParameters]);
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

/** More fields than any SMS gateway sends. Further fields are ignored. */
const MAX_FIELDS = 100;

/** The fields of a query or a form as bytes before the charset is decoded. Of fields with the same name, the last one counts. */
function formFields(form: string): Map<string, Buffer> {
  const fields = form.split('&', MAX_FIELDS).filter(Boolean).map(nameAndValue);
  return new Map(fields.map(([name, value]) => [formBytes(name).toString('utf8'), formBytes(value)]));
}

/** Decodes bytes. An unknown charset is read as UTF-8, and malformed bytes become replacement characters. */
function decodeText(bytes: Uint8Array, charset = 'utf-8'): string {
  let decoder: TextDecoder;
  try {
    decoder = new TextDecoder(charset);
  } catch {
    decoder = new TextDecoder();
  }
  return decoder.decode(bytes);
}
