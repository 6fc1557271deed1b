import { JsonNumberToken } from './json-number-token.js';

/** A notification's body. `json` is one JSON object without `signature`; `signedText` its leaves joined by `|`, without the key. */
export interface EventBody {
  json: string;
  signedText: string;
}

/** A value of a notification. `undefined` leaves the key out; null and booleans have no agreed text in a signature, so they are refused. */
type EventValue = string | number | JsonNumberToken | undefined | EventValue[] | EventObject;
export interface EventObject {
  readonly [key: string]: EventValue;
}

/**
 * Input for a notification that a class documents: every member of the class and no other. An optional member that is absent is given as
 * undefined; a number may come with its digits fixed.
 */
export type EventOf<Documented> = {
  readonly [Member in keyof Required<Documented>]: ValueOf<Exclude<Documented[Member], undefined>> | Extract<Documented[Member], undefined>;
};
type ValueOf<Value> = Value extends string ? Value : Value extends number ? Value | JsonNumberToken : EventOf<Value>;

/**
 * Writes the bytes that are stored and the text that is signed in one walk: own key order, depth first, leaves only, `signature` skipped.
 * Both carry the same token for each leaf, so a number given as `jsonNumberToken('5.00')` is `5.00` in either.
 * @throws Error for null, booleans and numbers that JSON has no token for.
 */
export function eventBody(event: EventObject): EventBody {
  const leaves: string[] = [];
  const json = objectText(event, leaves);
  return { json, signedText: leaves.join('|') };
}

function valueText(value: Exclude<EventValue, undefined>, leaves: string[]): string {
  if (typeof value === 'string') {
    const text = storable(value);
    leaves.push(text);
    return JSON.stringify(text);
  }
  if (typeof value === 'number' || value instanceof JsonNumberToken) {
    const token = typeof value === 'number' ? numberToken(value) : value.text;
    leaves.push(token);
    return token;
  }
  if (Array.isArray(value)) {
    return `[${value
      .filter((item) => item !== undefined)
      .map((item) => valueText(item, leaves))
      .join(',')}]`;
  }
  if (typeof value === 'object' && value !== null) return objectText(value, leaves);
  throw new Error(`A notification cannot carry ${value === null ? 'null' : `a ${typeof value}`}: leave the key out`);
}

function objectText(value: EventObject, leaves: string[]): string {
  const members = Object.entries(value).filter(([key, member]) => key !== 'signature' && member !== undefined);
  return `{${members.map(([key, member]) => `${JSON.stringify(key)}:${valueText(member as Exclude<EventValue, undefined>, leaves)}`).join(',')}}`;
}

function numberToken(value: number): string {
  if (!Number.isFinite(value)) throw new Error(`A notification cannot carry the number ${value}`);
  return String(value);
}

/** PostgreSQL cannot store NUL, and a lone surrogate has no UTF-8 that the receiver could hash. */
function storable(text: string): string {
  return text.replaceAll('\0', '').toWellFormed();
}
