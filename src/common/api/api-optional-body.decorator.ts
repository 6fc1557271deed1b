import { applyDecorators, type Type } from '@nestjs/common';
import { ApiBody, ApiExtraModels, getSchemaPath } from '@nestjs/swagger';

/** Documents a body that may be absent or an empty list, because some languages send `[]` for an empty object. */
export const ApiOptionalBody = (model: Type): MethodDecorator =>
  applyDecorators(
    ApiExtraModels(model),
    ApiBody({ required: false, schema: { anyOf: [{ $ref: getSchemaPath(model) }, { type: 'array', maxItems: 0 }] } }),
  );
