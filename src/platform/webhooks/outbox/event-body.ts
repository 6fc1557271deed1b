const JSON_NUMBER = /^-?(0|[1-9]\d*)(\.\d+)?$/;

/** A JSON number with fixed digits: `5.00` is written and signed as `5.00`, not as `5`. */
export class JsonNumberToken {
  /** @throws Error when the text is not a plain decimal JSON number. */
  constructor(readonly text: string) {
    if (!JSON_NUMBER.test(text)) throw new Error(`"${text}" is not a JSON number`);
  }
}

export const jsonNumberToken = (text: string): JsonNumberToken => new JsonNumberToken(text);

/** A notification's body. `json` is one JSON object without `signature`. `signedText` is its leaves joined by `|`, without the key. */
export interface EventBody {
  json: string;
  signedText: string;
}

/**
 * A value of a notification. `undefined` omits the key. Null and booleans are rejected because no text is agreed for them in a signature.
 */
type EventValue = string | number | JsonNumberToken | undefined | EventValue[] | EventObject;
export interface EventObject {
  readonly [key: string]: EventValue;
}

/**
 * Input for a notification that a class documents: every member of the class and no other. An absent optional member must be passed as
 * undefined. A number may be a {@link JsonNumberToken}, which fixes its digits.
 */
export type EventOf<Documented> = {
  readonly [Member in keyof Required<Documented>]: ValueOf<Exclude<Documented[Member], undefined>> | Extract<Documented[Member], undefined>;
};
type ValueOf<Value> = Value extends string ? Value : Value extends number ? Value | JsonNumberToken : EventOf<Value>;

/**
 * Makes the stored bytes and the signed text in one depth-first walk over the leaves in own key order, without `signature`.
 * Both have the same token for each leaf, so `jsonNumberToken('5.00')` is `5.00` in the bytes and in the text.
 * @throws Error for null, booleans, NaN and infinite numbers.
 */
export function eventBody(event: EventObject): EventBody {
  const leaves: string[] = [];
  const json = objectText(event, leaves);
  return { json, signedText: leaves.join('|') };
}

function valueText(value: Exclude<EventValue, undefined>, leaves: string[]): string {
  if (typeof value === 'string') {
    const text = toStorable(value);
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
  throw new Error(`A notification cannot contain ${value === null ? 'null' : `a ${typeof value}`}: pass undefined to omit the key`);
}

function objectText(value: EventObject, leaves: string[]): string {
  const members = Object.entries(value).filter(([key, member]) => key !== 'signature' && member !== undefined);
  return `{${members.map(([key, member]) => `${JSON.stringify(key)}:${valueText(member as Exclude<EventValue, undefined>, leaves)}`).join(',')}}`;
}

function numberToken(value: number): string {
  if (!Number.isFinite(value)) throw new Error(`A notification cannot contain the number ${value}`);
  return String(value);
}

/** PostgreSQL cannot store NUL, and a lone surrogate has no UTF-8 encoding that the partner could hash. */
function toStorable(text: string): string {
  return text.replaceAll('\0', '').toWellFormed();
}
