import type { ErrorCode } from '../errors/error-codes.js';

const API_ERRORS = 'gateway:api-errors';

/** Declares error codes of an operation, in addition to the codes of its other decorators. The OpenAPI document contains all of them. */
export function ApiErrors(...codes: ErrorCode[]): MethodDecorator {
  return (_target, _name, { value: handler }) => {
    const declared = [...apiErrorsOf(handler as object), ...codes];
    Reflect.defineMetadata(API_ERRORS, declared, handler as object);
  };
}

export function apiErrorsOf(handler: object): ErrorCode[] {
  return (Reflect.getMetadata(API_ERRORS, handler) as ErrorCode[] | undefined) ?? [];
}
