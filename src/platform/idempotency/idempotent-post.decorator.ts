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
 * Declares a partner's POST with a JSON body, which an `Idempotency-Key` makes safe to repeat. The process does not start when a protected
 * POST lacks this decorator.
 * @param claimTime when the key is claimed. Use `with its row` for a request whose only effect is a row of `NewRows`: the key is then
 * claimed in the statement that inserts the row. Any other request claims its key `first`.
 */
export const IdempotentPost = (path?: string, claimTime: 'first' | 'with its row' = 'first'): MethodDecorator =>
  applyDecorators(
    Post(path),
    UseGuards(ClaimKeyGuard),
    SetMetadata(CLAIMED_WITH_ROW, claimTime === 'with its row'),
    ApiHeader(IDEMPOTENCY_KEY),
    ApiErrors('IDEMPOTENCY_CONFLICT'),
  );
