import type { ErrorCode } from '../errors/error-codes.js';

const API_ERRORS = 'gateway:api-errors';

/** Declares errors that an operation answers with, beside those that its other decorators declare. The OpenAPI document is made from them. */
export function ApiErrors(...codes: ErrorCode[]): MethodDecorator {
  return (_target, _name, { value: handler }) => {
    const declared = [...apiErrorsOf(handler as object), ...codes];
    Reflect.defineMetadata(API_ERRORS, declared, handler as object);
  };
}

export function apiErrorsOf(handler: object): ErrorCode[] {
  return (Reflect.getMetadata(API_ERRORS, handler) as ErrorCode[] | undefined) ?? [];
}
