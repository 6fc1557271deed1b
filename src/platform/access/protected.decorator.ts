import { applyDecorators, SetMetadata } from '@nestjs/common';
import { ApiBearerAuth } from '@nestjs/swagger';
import { ApiErrors } from '../../common/api/api-errors.decorator.js';
import type { Ability } from './ability.js';

export const PROTECTED_BY = 'gateway:ability';

/** Sets the ability that the route requires, its OpenAPI security and the errors that every protected route can return. */
export function Protected(ability: Ability): MethodDecorator {
  return applyDecorators(
    SetMetadata(PROTECTED_BY, ability),
    ApiBearerAuth('bearerAuth'),
    ApiErrors('UNAUTHORIZED', 'INVALID_ABILITY_PROVIDED', 'IP_ADDRESS_NOT_WHITELISTED', 'ROUTE_NOT_FOUND'),
  );
}
