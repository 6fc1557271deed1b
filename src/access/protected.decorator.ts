import { applyDecorators, SetMetadata } from '@nestjs/common';
import {
  ApiBearerAuth,
  ApiForbiddenResponse,
  ApiNotFoundResponse,
  ApiTooManyRequestsResponse,
  ApiUnauthorizedResponse,
} from '@nestjs/swagger';
import { ErrorResponse } from '../common/http/error-response.js';
import type { Ability } from './ability.js';

export const PROTECTED_BY = 'gateway:ability';

/** Sets the ability the route asks for, its OpenAPI security and the errors every protected route can answer with. */
export function Protected(ability: Ability): MethodDecorator {
  return applyDecorators(
    SetMetadata(PROTECTED_BY, ability),
    ApiBearerAuth('bearerAuth'),
    ApiUnauthorizedResponse({ type: ErrorResponse, description: 'UNAUTHORIZED: the token is missing or invalid.' }),
    ApiForbiddenResponse({
      type: ErrorResponse,
      description: `INVALID_ABILITY_PROVIDED: the token lacks \`${ability}\`. IP_ADDRESS_NOT_WHITELISTED: the caller's address is not on the token's list.`,
    }),
    ApiNotFoundResponse({ type: ErrorResponse, description: 'SERVICE_NOT_FOUND, TRANSACTION_NOT_FOUND or ROUTE_NOT_FOUND.' }),
    ApiTooManyRequestsResponse({ type: ErrorResponse, description: 'TOO_MANY_REQUESTS, with Retry-After in seconds.' }),
  );
}
