import { applyDecorators, type Type } from '@nestjs/common';
import { ApiBody, ApiExtraModels, getSchemaPath } from '@nestjs/swagger';

/** A body that may be left out, or be the empty list that some languages send for an empty object. */
export const ApiOptionalBody = (model: Type): MethodDecorator =>
  applyDecorators(
    ApiExtraModels(model),
    ApiBody({ required: false, schema: { anyOf: [{ $ref: getSchemaPath(model) }, { type: 'array', maxItems: 0 }] } }),
  );
