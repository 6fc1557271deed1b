import { isKept } from '../../platform/idempotency/kept-answer.js';

interface Reference {
  $ref: string;
}

/** Headers of answers that tell a program something. A header that is `required` is in every answer that names it. */
export const ANSWER_HEADERS = {
  'X-Request-Id': {
    description:
      'The request’s own `X-Request-Id` (letters, digits, `.`, `_` and `-`, at most 64), otherwise a new one. It is in the gateway’s log.',
    required: true,
    schema: { type: 'string', pattern: '^[\\w.-]{1,64}$' },
  },
  'WWW-Authenticate': { description: 'How to authenticate.', required: true, schema: { type: 'string', enum: ['Bearer'] } },
  'Retry-After': { description: 'Seconds to wait before the next try.', required: true, schema: { type: 'integer', minimum: 1 } },
  'Idempotency-Replayed': {
    description: 'Present when this is the kept answer of an earlier request with the same `Idempotency-Key`.',
    schema: { type: 'string', enum: ['true'] },
  },
} as const;

/** The headers of an answer, as references. @param replayable whether the operation takes an `Idempotency-Key` */
export function headersOf(status: number, replayable: boolean): Record<string, Reference> {
  const names: (keyof typeof ANSWER_HEADERS)[] = ['X-Request-Id'];
  if (status === 401) names.push('WWW-Authenticate');
  if (status === 429 || status === 503) names.push('Retry-After');
  if (replayable && isKept(status)) names.push('Idempotency-Replayed');
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}
