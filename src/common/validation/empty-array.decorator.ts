import type { RequestClass } from './field.decorator.js';

const takers = new WeakSet<object>();

/** A request without mandatory fields. Some languages cannot tell an empty object from an empty list and send `[]` for it. */
export const AcceptsEmptyArray = (): ((requestClass: RequestClass) => void) => {
  return (requestClass) => void takers.add(requestClass);
};

/** Whether a value is an empty list where one stands for an empty object. */
export function isAcceptedEmptyArray(value: unknown, requestClass: object): boolean {
  return Array.isArray(value) && value.length === 0 && takers.has(requestClass);
}
