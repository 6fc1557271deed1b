import type { IncomingMessage } from 'node:http';
import { DomainError } from '../../../common/errors/domain-error.js';
import { parseJson } from './parse-json.js';
import { hasBody, readBytes } from './read-bytes.js';

const LIMIT_BYTES = 256 * 1024;
const JSON_TYPE = /^application\/(?:[\w.+-]+\+)?json$/i;
/** JSON is UTF-8 by its standard, and ASCII is part of it; other charsets are not guessed at. */
const CHARSETS = new Set(['utf-8', 'utf8', 'us-ascii', 'ascii']);

export interface JsonBody {
  /** The bytes that came; empty without a body. */
  bytes: Buffer;
  /** Undefined without a body. */
  value: unknown;
}

/** The body of a partner's request. @throws DomainError PAYLOAD_TOO_LARGE, UNSUPPORTED_MEDIA_TYPE, MALFORMED_JSON, VALIDATION_ERROR */
export async function readJsonBody(request: IncomingMessage): Promise<JsonBody> {
  if (!hasBody(request)) return { bytes: Buffer.alloc(0), value: undefined };
  const type = request.headers['content-type'];
  const isTyped = type !== undefined;
  if (Number(request.headers['content-length'] ?? 0) <= LIMIT_BYTES && isTyped && !isJson(type))
    throw new DomainError('UNSUPPORTED_MEDIA_TYPE');
  const bytes = await readBytes(request, LIMIT_BYTES);
  try {
    return { bytes, value: parseJson(bytes) };
  } catch (error) {
    // It has no content type, and is not JSON either.
    throw !isTyped && error instanceof DomainError && error.code === 'MALFORMED_JSON' ? new DomainError('UNSUPPORTED_MEDIA_TYPE') : error;
  }
}

function isJson(contentType: string): boolean {
  const [type = '', ...parameters] = contentType.split(';').map((part) => part.trim());
  const charset = parameters.map((parameter) => /^charset\s*=\s*"?([^"\s]+)"?$/i.exec(parameter)?.[1]).find(Boolean);
  return JSON_TYPE.test(type) && (charset === undefined || CHARSETS.has(charset.toLowerCase()));
}
