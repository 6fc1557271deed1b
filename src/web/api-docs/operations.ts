import type { OpenAPIObject } from '@nestjs/swagger';
import { IDEMPOTENCY_KEY } from '../../platform/idempotency/idempotent-post.decorator.js';

export type Operation = NonNullable<OpenAPIObject['paths'][string]['get']>;
export type Parameter = Exclude<NonNullable<Operation['parameters']>[number], { $ref: string }>;

const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const;

/** Every operation of the document, in its order. */
export function operationsOf({ paths }: OpenAPIObject): { method: string; path: string; operation: Operation }[] {
  return Object.entries(paths).flatMap(([path, item]) =>
    METHODS.flatMap((method) => {
      const operation = item[method];
      return operation ? [{ method: method.toUpperCase(), path, operation }] : [];
    }),
  );
}

/** The document shares no parameters between operations, so none is a reference. */
export const parametersOf = ({ parameters = [] }: Operation): Parameter[] => parameters as Parameter[];

export const takesIdempotencyKey = (operation: Operation): boolean =>
  parametersOf(operation).some(({ name }) => name === IDEMPOTENCY_KEY.name);
