import { isLosslessNumber } from 'lossless-json';
import { fieldsOf, type RequestClass } from './field.decorator.js';

/**
 * The members of a body that its class declares, and no others; a value that is no object is left for the rules to refuse. An array or object
 * in place of a single value becomes an empty one: the rules refuse it all the same, without walking through thousands of elements.
 */
export function pickDeclaredFields(value: unknown, requestClass: RequestClass): unknown {
  if (!isObject(value)) return isLosslessNumber(value) ? [] : emptied(value);
  const fitted: Record<string, unknown> = {};
  for (const [name, shape] of fieldsOf(requestClass)) {
    if (!Object.hasOwn(value, name) || shape === 'as it came') continue;
    const given = value[name];
    if (shape === 'value') fitted[name] = emptied(given);
    else if (shape === 'decimal') fitted[name] = emptied(nearestDouble(given));
    else if (shape === 'values') fitted[name] = Array.isArray(given) ? given.map(emptied) : emptied(given);
    else if ('object' in shape) fitted[name] = pickDeclaredFields(given, shape.object());
    else fitted[name] = Array.isArray(given) ? given.map((element) => fitElement(element, shape.list())) : emptied(given);
  }
  return fitted;
}

/** An array within a list becomes null, which the rules refuse: class-validator would validate the array's elements in its place. */
function fitElement(element: unknown, requestClass: RequestClass): unknown {
  const fitted = pickDeclaredFields(element, requestClass);
  return Array.isArray(fitted) ? null : fitted;
}

/** A JSON object. A number with more digits than a double holds is one of JavaScript's, but none of JSON's. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !isLosslessNumber(value);
}

function nearestDouble(value: unknown): unknown {
  return isLosslessNumber(value) ? Number(value.value) : value;
}

function emptied(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  return Array.isArray(value) ? [] : {};
}
