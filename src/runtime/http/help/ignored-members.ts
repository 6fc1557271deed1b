import { fieldsOf, type RequestClass } from '../../../common/validation/field.decorator.js';
import { isObject } from '../../../common/validation/pick-declared-fields.js';

/** More than a developer reads in a header. */
const MAX_NAMED = 20;

/** Members that were sent and that the class does not declare, by the body that has them. */
const ignored = new WeakMap<object, readonly string[]>();

/** Remembers the members of a body that are accepted and ignored: a mistyped one is among them. */
export function noteIgnoredMembers(body: unknown, requestClass: RequestClass): void {
  if (!isObject(body)) return;
  const names: string[] = [];
  collect(body, requestClass, '', names);
  if (names.length > 0) ignored.set(body, names);
}

/** Their paths, such as `customer.mail`. */
export function ignoredMembersOf(body: unknown): readonly string[] {
  return (isObject(body) && ignored.get(body)) || [];
}

function collect(value: unknown, requestClass: RequestClass, prefix: string, names: string[]): void {
  if (!isObject(value)) return;
  const fields = fieldsOf(requestClass);
  for (const [name, member] of Object.entries(value)) {
    if (names.length >= MAX_NAMED) return;
    const shape = fields.get(name);
    if (shape === undefined) names.push(inHeader(`${prefix}${name}`));
    else if (typeof shape === 'object' && 'object' in shape) collect(member, shape.object(), `${prefix}${name}.`, names);
    else if (typeof shape === 'object' && Array.isArray(member))
      member.forEach((element, index) => collect(element, shape.list(), `${prefix}${name}.${index}.`, names));
  }
}

/** The sender chooses the name; what is left is safe in a header. */
const inHeader = (path: string): string => path.replace(/[^\w.-]/g, '?').slice(0, 64);
