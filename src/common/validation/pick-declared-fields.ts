import { isLosslessNumber } from 'lossless-json';
import { exactAmount } from '../money/amount.js';
import { fieldsOf, type RequestClass } from './declared-fields.js';

/**
 * Picks the members of a body that its class declares. A value that is not an object stays, so that the rules reject the value. An array or object
 * in place of a single value becomes empty. The rules still reject the empty value, but need not walk through thousands of elements.
 */
export function pickDeclaredFields(value: unknown, requestClass: RequestClass): unknown {
  if (!isObject(value)) return isLosslessNumber(value) ? [] : withoutElements(value);
  const picked: Record<string, unknown> = {};
  for (const [name, { shape }] of fieldsOf(requestClass)) {
    if (!Object.hasOwn(value, name) || shape === 'raw') continue;
    const input = value[name];
    if (shape === 'value') picked[name] = withoutElements(input);
    else if (shape === 'decimal') picked[name] = withoutElements(nearestDouble(input));
    else if (shape === 'amount') picked[name] = withoutElements(wholeMinorUnits(input));
    else if (shape === 'values') picked[name] = Array.isArray(input) ? input.map(withoutElements) : withoutElements(input);
    else if ('object' in shape) picked[name] = pickDeclaredFields(input, shape.object());
    else picked[name] = Array.isArray(input) ? input.map((element) => pickElement(element, shape.list())) : withoutElements(input);
  }
  return picked;
}

/** An array within a list becomes null, which the rules reject. Otherwise class-validator would validate the array's elements as list elements. */
function pickElement(element: unknown, requestClass: RequestClass): unknown {
  const picked = pickDeclaredFields(element, requestClass);
  return Array.isArray(picked) ? null : picked;
}

/** Whether a value is a JSON object. A number with more digits than a double is parsed to a `LosslessNumber`, which is no JSON object. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !isLosslessNumber(value);
}

function nearestDouble(value: unknown): unknown {
  return isLosslessNumber(value) ? Number(value.value) : value;
}

/** A number that stands for no amount stays, and the rules reject it. */
function wholeMinorUnits(value: unknown): unknown {
  const digits = isLosslessNumber(value) ? value.value : value;
  return typeof value === 'string' || (typeof digits !== 'number' && typeof digits !== 'string') ? value : (exactAmount(digits) ?? value);
}

function withoutElements(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  return Array.isArray(value) ? [] : {};
}
