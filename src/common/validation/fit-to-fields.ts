import { isLosslessNumber } from 'lossless-json';
import { fieldsOf, type RequestClass } from './field.decorator.js';

/** Whatever is no object is left for the rules to refuse. */
type Fitted = unknown;

/**
 * What of a request its class has fields for, and nothing else. Where one value belongs and an array or object stands, an empty one is
 * left: no rule takes it, and nobody walks thousands of elements to find that out.
 */
export function fitToFields(value: unknown, requestClass: RequestClass): Fitted {
  if (!isObject(value)) return isLosslessNumber(value) ? [] : emptied(value);
  const fitted: Record<string, unknown> = {};
  for (const [name, shape] of fieldsOf(requestClass)) {
    if (!Object.hasOwn(value, name) || shape === 'as it came') continue;
    const given = value[name];
    if (shape === 'value') fitted[name] = emptied(given);
    else if (shape === 'decimal') fitted[name] = emptied(nearestDouble(given));
    else if (shape === 'values') fitted[name] = Array.isArray(given) ? given.map(emptied) : emptied(given);
    else if (shape === 'map') fitted[name] = isObject(given) ? new Map(Object.entries(given)) : emptied(given);
    else if ('object' in shape) fitted[name] = fitToFields(given, shape.object());
    else fitted[name] = Array.isArray(given) ? given.map((element) => fitElement(element, shape.list())) : emptied(given);
  }
  return fitted;
}

/** An array within a list is left as null, which no list of objects takes: class-validator would judge its elements in its place. */
function fitElement(element: unknown, requestClass: RequestClass): Fitted {
  const fitted = fitToFields(element, requestClass);
  return Array.isArray(fitted) ? null : fitted;
}

/** A JSON object, which a number with more digits than a double keeps is not. */
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
