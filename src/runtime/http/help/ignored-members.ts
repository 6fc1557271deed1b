import type { Request, Response } from 'express';
import { fieldsOf, type RequestClass } from '../../../common/validation/declared-fields.js';
import { isObject } from '../../../common/validation/pick-declared-fields.js';

/** Limits for the header. A developer does not read a longer list. */
const MAX_NAMES = 20;
const MAX_PATH_LENGTH = 64;

/** Names of undeclared members, by the body that contains them. */
const namesByBody = new WeakMap<object, readonly string[]>();

/** Stores the names of the members of a body that are ignored because the class does not declare them. A mistyped name is among them. */
export function noteIgnoredMembers(body: unknown, requestClass: RequestClass): void {
  if (!isObject(body)) return;
  const names: string[] = [];
  collect(body, requestClass, '', names);
  if (names.length > 0) namesByBody.set(body, names);
}

/** Paths of the ignored members of a body, such as `customer.mail`. */
function ignoredMembersOf(body: unknown): readonly string[] {
  return (isObject(body) && namesByBody.get(body)) || [];
}

function collect(value: unknown, requestClass: RequestClass, prefix: string, names: string[]): void {
  if (!isObject(value)) return;
  const fields = fieldsOf(requestClass);
  for (const [name, member] of Object.entries(value)) {
    if (names.length >= MAX_NAMES) return;
    const shape = fields.get(name)?.shape;
    if (shape === undefined) names.push(toHeaderText(`${prefix}${name}`));
    else if (typeof shape === 'object' && 'object' in shape) collect(member, shape.object(), `${prefix}${name}.`, names);
    else if (typeof shape === 'object' && Array.isArray(member))
      member.forEach((element, index) => collect(element, shape.list(), `${prefix}${name}.${index}.`, names));
  }
}

/** Makes a path safe for a header, because the client chooses the names of members. */
const toHeaderText = (path: string): string => path.replace(/[^\w.-]/g, '?').slice(0, MAX_PATH_LENGTH);

const IGNORED_FIELDS = 'X-Ignored-Fields';

/** Sets a header with the members of the body that were ignored, whether the request succeeds or not. */
export function setIgnoredFieldsHeader({ body }: Request, response: Response): void {
  const members = ignoredMembersOf(body);
  if (members.length > 0) response.setHeader(IGNORED_FIELDS, members.join(', '));
}
