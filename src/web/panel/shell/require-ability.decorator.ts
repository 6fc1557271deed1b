import { applyDecorators, HttpCode, SetMetadata } from '@nestjs/common';
import type { PanelAbility } from '../../../platform/people/roles.js';

export const REQUIRED_ABILITY = 'panel:needs';

/** The ability that a route of the panel requires of the signed-in person. */
export interface RequiredAbility {
  ability: PanelAbility;
  /** The person must have signed in or confirmed the identity within the last minutes (`isFresh`). */
  fresh: boolean;
}

/** Each route of the panel must have this decorator or `@PublicRoute`. Otherwise the panel does not start. */
export const RequireAbility = (ability: PanelAbility, { fresh = false }: { fresh?: boolean } = {}): MethodDecorator =>
  applyDecorators(SetMetadata(REQUIRED_ABILITY, { ability, fresh } satisfies RequiredAbility), HttpCode(200));
