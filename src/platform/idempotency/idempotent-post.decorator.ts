import { applyDecorators, Post, SetMetadata, UseGuards } from '@nestjs/common';
import { ApiHeader } from '@nestjs/swagger';
import { ApiErrors } from '../../common/api/api-errors.decorator.js';
import { CLAIMED_WITH_ROW, ClaimKeyGuard } from './claim-key.guard.js';

export const IDEMPOTENCY_KEY = {
  name: 'Idempotency-Key',
  required: false,
  description:
    'Makes the request safe to repeat: sent again with the same key within 7 days, it has no further effect and gets the same answer. ' +
    'Use a new random key, such as a UUID, for each new request.',
  schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[ -~]+$', example: '0b9d6f0c-3a3e-4f0e-9c0e-7d8f0a1b2c3d' },
} as const;

/**
 * A partner's POST with a JSON body, which an `Idempotency-Key` makes safe to repeat. The boot refuses a protected POST that is not
 * declared with this.
 * @param claimed when: a request whose only effect is a row of `NewRows` claims its key in the statement that writes the row.
 */
export const IdempotentPost = (path?: string, claimed: 'first' | 'with its row' = 'first'): MethodDecorator =>
  applyDecorators(
    Post(path),
    UseGuards(ClaimKeyGuard),
    SetMetadata(CLAIMED_WITH_ROW, claimed === 'with its row'),
    ApiHeader(IDEMPOTENCY_KEY),
    ApiErrors('IDEMPOTENCY_CONFLICT'),
  );
