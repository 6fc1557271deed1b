import { isStorableStatus } from '../../platform/idempotency/stored-response.js';

interface Reference {
  $ref: string;
}

/** Response headers that programs use. A `required` header is in each response that refers to it. */
export const RESPONSE_HEADERS = {
  'X-Request-Id': {
    description:
      'The request’s own `X-Request-Id` (letters, digits, `.`, `_` and `-`, at most 64), otherwise a new one. It is in the gateway’s log.',
    required: true,
    schema: { type: 'string', pattern: '^[\\w.-]{1,64}$' },
  },
  'WWW-Authenticate': { description: 'How to authenticate.', required: true, schema: { type: 'string', enum: ['Bearer'] } },
  'Retry-After': { description: 'Seconds to wait before the next try.', required: true, schema: { type: 'integer', minimum: 1 } },
  Link: {
    description: 'Where the error is explained, with `rel="help"`.',
    required: true,
    schema: { type: 'string', pattern: '^<\\S+/docs/errors#[A-Z0-9_]+>; rel="help"$' },
  },
  'X-Error-Hint': {
    description:
      'One sentence about how to mend the request, for developers and in ASCII. Outside the sandbox only for callers with a known token.',
    schema: { type: 'string' },
  },
  'X-Ignored-Fields': {
    description: 'Members of the body that no rule knows and that were ignored, at most 20, separated by `, `.',
    schema: { type: 'string' },
  },
  'Idempotency-Replayed': {
    description: 'Present when this is the kept answer of an earlier request with the same `Idempotency-Key`.',
    schema: { type: 'string', enum: ['true'] },
  },
} as const;

/** Statuses of errors that are sent before the body is parsed, so no member of the body can be reported as ignored. */
const STATUSES_BEFORE_BODY = [401, 403, 413, 415];

/**
 * The headers of a response, as references.
 * @param replayable whether the operation accepts an `Idempotency-Key`
 * @param mayHaveBody whether the operation, or another one with the same shared response, accepts a body
 */
export function headersOf(status: number, replayable: boolean, mayHaveBody = true): Record<string, Reference> {
  const names: (keyof typeof RESPONSE_HEADERS)[] = ['X-Request-Id'];
  if (status === 401) names.push('WWW-Authenticate');
  if (status === 429 || status === 503) names.push('Retry-After');
  if (status >= 400 && status < 500) names.push('Link', 'X-Error-Hint');
  if (mayHaveBody && !STATUSES_BEFORE_BODY.includes(status)) names.push('X-Ignored-Fields');
  if (replayable && isStorableStatus(status)) names.push('Idempotency-Replayed');
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}
