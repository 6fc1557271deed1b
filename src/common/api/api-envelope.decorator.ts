import { applyDecorators, type Type } from '@nestjs/common';
import { ApiCreatedResponse, ApiExtraModels, ApiOkResponse, getSchemaPath } from '@nestjs/swagger';
import { FollowingResponse } from '../pagination/following.response.js';
import { PaginationResponse } from '../pagination/pagination.response.js';
import { ApiErrors } from './api-errors.decorator.js';

type Schema = Record<string, unknown>;

const body = (data: Schema, extra: Schema = {}): { description: string; schema: Schema } => ({
  description: 'Done.',
  schema: {
    type: 'object',
    required: ['success', 'data', ...Object.keys(extra)],
    properties: { success: { type: 'boolean', enum: [true] }, data, ...extra },
  },
});
const refTo = (model: Type): Schema => ({ $ref: getSchemaPath(model) });

/** Documents the response 200 with one record. */
export const ApiEnvelope = (model: Type): MethodDecorator => applyDecorators(ApiExtraModels(model), ApiOkResponse(body(refTo(model))));

/** Documents the response 201 with one record. */
export const ApiCreatedEnvelope = (model: Type): MethodDecorator =>
  applyDecorators(ApiExtraModels(model), ApiCreatedResponse(body(refTo(model))));

/** Documents the response 200 with an array that is not paged, and 422 for a filter, because the list has no filters. */
export const ApiListEnvelope = (model: Type): MethodDecorator =>
  applyDecorators(ApiExtraModels(model), ApiOkResponse(body({ type: 'array', items: refTo(model) })), ApiErrors('VALIDATION_ERROR'));

/** Documents the response 200 with an array of texts that is not paged. */
export const ApiTextsEnvelope = (example: string): MethodDecorator =>
  ApiOkResponse(body({ type: 'array', items: { type: 'string', example } }));

/** Documents the response 200 with one page of an array, and 422 for an invalid query, such as a page or a size below 1. */
export const ApiPagedEnvelope = (model: Type): MethodDecorator =>
  applyDecorators(
    ApiExtraModels(model, PaginationResponse),
    ApiOkResponse(body({ type: 'array', items: refTo(model) }, { pagination: refTo(PaginationResponse) })),
    ApiErrors('VALIDATION_ERROR'),
  );

/** Documents the response 200 with one page of an array whose next page is read with `after`, and 422 for an invalid query. */
export const ApiFollowingEnvelope = (model: Type): MethodDecorator =>
  applyDecorators(
    ApiExtraModels(model, FollowingResponse),
    ApiOkResponse(body({ type: 'array', items: refTo(model) }, { pagination: refTo(FollowingResponse) })),
    ApiErrors('VALIDATION_ERROR'),
  );
