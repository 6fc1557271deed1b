import type { IncomingMessage } from 'node:http';
import { DomainError } from '../../../common/errors/domain-error.js';
import type { ErrorCode } from '../../../common/errors/error-codes.js';
import { BODY_LIMITS, type BodyLimits } from './body-limits.decorator.js';
import { parseJson } from './parse-json.js';
import { hasBody, readBytes } from './read-bytes.js';

const JSON_TYPE = /^application\/(?:[\w.+-]+\+)?json$/i;
/** By its standard JSON is UTF-8, and ASCII is a subset of UTF-8. Other charsets are rejected. */
const CHARSETS = new Set(['utf-8', 'utf8', 'us-ascii', 'ascii']);

/** Methods of requests whose body is read, even if the route does not use the body. */
export const METHODS_WITH_BODY: ReadonlySet<string> = new Set(['POST', 'PUT', 'PATCH', 'DELETE']);

/** Error codes with which `readJsonBody` rejects a body. */
export const BODY_ERRORS = [
  'MALFORMED_JSON',
  'PAYLOAD_TOO_LARGE',
  'UNSUPPORTED_MEDIA_TYPE',
  'VALIDATION_ERROR',
] as const satisfies ErrorCode[];

export interface JsonBody {
  /** The raw bytes. Empty without a body. */
  bytes: Buffer;
  /** Undefined without a body. */
  value: unknown;
}

/**
 * Reads the body of a partner's request.
 * @param waitForTurn is called before more than 256 KiB are read, if `limits` allow more.
 * @throws DomainError with a code of `BODY_ERRORS`. @throws whatever `waitForTurn` throws.
 */
export async function readJsonBody(
  request: IncomingMessage,
  limits: BodyLimits = BODY_LIMITS,
  waitForTurn?: () => Promise<void>,
): Promise<JsonBody> {
  if (!hasBody(request)) return { bytes: Buffer.alloc(0), value: undefined };
  const type = request.headers['content-type'];
  const isTyped = type !== undefined;
  if (Number(request.headers['content-length'] ?? 0) <= limits.bytes && isTyped && !isJson(type))
    throw new DomainError('UNSUPPORTED_MEDIA_TYPE', { hint: contentTypeHint(type) });
  const turn = waitForTurn && { afterBytes: BODY_LIMITS.bytes, wait: waitForTurn };
  const bytes = await readBytes(request, limits.bytes, turn);
  try {
    return { bytes, value: parseJson(bytes, limits.values) };
  } catch (error) {
    // A body that is not JSON and has no content type counts as an unsupported type.
    throw !isTyped && error instanceof DomainError && error.code === 'MALFORMED_JSON'
      ? new DomainError('UNSUPPORTED_MEDIA_TYPE', { hint: UNTYPED_HINT })
      : error;
  }
}

const UNTYPED_HINT = 'The body has no Content-Type and is not JSON. Send JSON, with "Content-Type: application/json".';

/** Why a content type is rejected. The hint contains only well-known types, because a client can send any text as the type. */
function contentTypeHint(contentType: string): string {
  const [, type] =
    /^\s*(application\/x-www-form-urlencoded|multipart\/form-data|text\/plain|text\/xml|application\/xml)\b/i.exec(contentType) ?? [];
  if (/^application\/(?:[\w.+-]+\+)?json\b/i.test(contentType.trim()))
    return 'The body must be JSON in UTF-8; its Content-Type names another charset.';
  const sent = type === undefined ? 'as something else than JSON' : `as ${type.toLowerCase()}`;
  return `The body is sent ${sent}. Send JSON, with "Content-Type: application/json".`;
}

function isJson(contentType: string): boolean {
  const [type = '', ...parameters] = contentType.split(';').map((part) => part.trim());
  const charset = parameters.map((parameter) => /^charset\s*=\s*"?([^"\s]+)"?$/i.exec(parameter)?.[1]).find(Boolean);
  return JSON_TYPE.test(type) && (charset === undefined || CHARSETS.has(charset.toLowerCase()));
}
