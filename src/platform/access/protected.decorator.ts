import { applyDecorators, SetMetadata } from '@nestjs/common';
import { ApiBearerAuth } from '@nestjs/swagger';
import { ApiErrors } from '../../common/api/api-errors.decorator.js';
import type { Ability } from './ability.js';

export const PROTECTED_BY = 'gateway:ability';

/** Sets the ability the route asks for, its OpenAPI security and the errors every protected route can answer with. */
export function Protected(ability: Ability): MethodDecorator {
  return applyDecorators(
    SetMetadata(PROTECTED_BY, ability),
    ApiBearerAuth('bearerAuth'),
    ApiErrors('UNAUTHORIZED', 'INVALID_ABILITY_PROVIDED', 'IP_ADDRESS_NOT_WHITELISTED', 'ROUTE_NOT_FOUND'),
  );
}
