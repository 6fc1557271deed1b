import { applyDecorators, HttpCode, SetMetadata } from '@nestjs/common';
import type { PanelAbility } from '../../../platform/people/roles.js';

export const NEEDS = 'panel:needs';

/** What a route of the panel asks of the person who calls it. */
export interface Need {
  ability: PanelAbility;
  /** The person must have proved his identity within the last minutes. */
  fresh: boolean;
}

/** Every route of the panel has this or `@PublicRoute`; the panel does not start otherwise. */
export const Needs = (ability: PanelAbility, { fresh = false }: { fresh?: boolean } = {}): MethodDecorator =>
  applyDecorators(SetMetadata(NEEDS, { ability, fresh } satisfies Need), HttpCode(200));
