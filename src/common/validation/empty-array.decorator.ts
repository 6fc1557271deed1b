import type { RequestClass } from './declared-fields.js';

const acceptingClasses = new WeakSet<object>();

/** For a request without mandatory fields. Some languages cannot distinguish an empty object from an empty list and send `[]` for both. */
export const AcceptsEmptyArray = (): ((requestClass: RequestClass) => void) => {
  return (requestClass) => void acceptingClasses.add(requestClass);
};

/** Whether a value is an empty list and the class accepts an empty list as an empty object. */
export function isAcceptedEmptyArray(value: unknown, requestClass: object): boolean {
  return Array.isArray(value) && value.length === 0 && acceptingClasses.has(requestClass);
}
