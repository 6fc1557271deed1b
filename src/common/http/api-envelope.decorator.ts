import { applyDecorators, type Type } from '@nestjs/common';
import { ApiCreatedResponse, ApiExtraModels, ApiOkResponse, ApiUnprocessableEntityResponse, getSchemaPath } from '@nestjs/swagger';
import { PaginationResponse } from '../pagination/pagination.response.js';
import { ValidationErrorResponse } from './error-response.js';

type Schema = Record<string, unknown>;

const body = (data: Schema, extra: Schema = {}): { schema: Schema } => ({
  schema: {
    type: 'object',
    required: ['success', 'data', ...Object.keys(extra)],
    additionalProperties: false,
    properties: { success: { type: 'boolean', enum: [true] }, data, ...extra },
  },
});
const refTo = (model: Type): Schema => ({ $ref: getSchemaPath(model) });

/** 200 with one record. */
export const ApiEnvelope = (model: Type): MethodDecorator => applyDecorators(ApiExtraModels(model), ApiOkResponse(body(refTo(model))));

/** 201 with one record. */
export const ApiCreatedEnvelope = (model: Type): MethodDecorator =>
  applyDecorators(ApiExtraModels(model), ApiCreatedResponse(body(refTo(model))));

/** 200 with an array that is not paged. */
export const ApiArrayEnvelope = (model: Type): MethodDecorator =>
  applyDecorators(ApiExtraModels(model), ApiOkResponse(body({ type: 'array', items: refTo(model) })));

/** 200 with one page of an array. */
export const ApiPagedEnvelope = (model: Type): MethodDecorator =>
  applyDecorators(
    ApiExtraModels(model, PaginationResponse),
    ApiOkResponse(body({ type: 'array', items: refTo(model) }, { pagination: refTo(PaginationResponse) })),
  );

export const ApiInvalid = (): MethodDecorator =>
  applyDecorators(
    ApiUnprocessableEntityResponse({ type: ValidationErrorResponse, description: 'VALIDATION_ERROR: `errors` names each field.' }),
  );
