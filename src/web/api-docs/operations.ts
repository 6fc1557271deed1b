import type { OpenAPIObject } from '@nestjs/swagger';
import { IDEMPOTENCY_KEY } from '../../platform/idempotency/idempotent-post.decorator.js';

export type ApiOperation = NonNullable<OpenAPIObject['paths'][string]['get']>;
export type ApiParameter = Exclude<NonNullable<ApiOperation['parameters']>[number], { $ref: string }>;

const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const;

/** All operations of the document, in the document's order. */
export function operationsOf({ paths }: OpenAPIObject): { method: string; path: string; operation: ApiOperation }[] {
  return Object.entries(paths).flatMap(([path, item]) =>
    METHODS.flatMap((method) => {
      const operation = item[method];
      return operation ? [{ method: method.toUpperCase(), path, operation }] : [];
    }),
  );
}

/** The document has no shared parameters, so no parameter is a `$ref`. */
export const parametersOf = ({ parameters = [] }: ApiOperation): ApiParameter[] => parameters as ApiParameter[];

export const takesIdempotencyKey = (operation: ApiOperation): boolean =>
  parametersOf(operation).some(({ name }) => name === IDEMPOTENCY_KEY.name);
