import type { Request } from 'express';

/**
 * The parameters of a call: those of the query and those of the body, which wins. A body is a form or a JSON object, in UTF-8 or in
 * what its media type names; what cannot be read counts as absent.
 */
export function readParameters(request: Pick<Request, 'originalUrl' | 'body' | 'headers'>): ReadonlyMap<string, string> {
  const parameters = new Map<string, string>();
  const query = request.originalUrl.indexOf('?');
  if (query >= 0) addForm(parameters, request.originalUrl.slice(query + 1));
  const body: unknown = request.body;
  if (!Buffer.isBuffer(body) || body.length === 0) return parameters;
  const [type = '', ...details] = (request.headers['content-type'] ?? '').toLowerCase().split(';');
  const text = decode(body, details);
  if (/[/+]json$/.test(type.trim())) addJson(parameters, text);
  else addForm(parameters, text);
  return parameters;
}

function addForm(parameters: Map<string, string>, text: string): void {
  for (const [name, value] of new URLSearchParams(text)) parameters.set(name, value);
}

function addJson(parameters: Map<string, string>, text: string): void {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    return;
  }
  if (typeof body !== 'object' || body === null) return;
  for (const [name, value] of Object.entries(body)) {
    if (typeof value === 'string' || typeof value === 'number') parameters.set(name, String(value));
  }
}

function decode(body: Buffer, details: readonly string[]): string {
  const charset = details.map((detail) => /^\s*charset="?([\w-]+)"?\s*$/.exec(detail)?.[1]).find(Boolean);
  try {
    return new TextDecoder(charset).decode(body);
  } catch {
    return body.toString('utf8'); // a name nobody knows
  }
}
