import { isLosslessNumber, parse, stringify } from 'lossless-json';

export type Json = Readonly<Record<string, unknown>>;

/** The object a JSON text stands for, its numbers as the tokens they are; null when it is none. */
export function readJson(text: string): Json | null {
  const value = parse(text);
  return isJson(value) ? value : null;
}

/** The text of an object with every number that was read as it was written. */
export const printJson = (value: Json): string => stringify(value) ?? '';

export const isJson = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Gives the records that an answer holds another form: one, or each of a list. */
export function eachRecord(data: unknown, shape: (record: Json) => Json): unknown {
  if (Array.isArray(data)) return data.map((record: unknown) => (isJson(record) ? shape(record) : record));
  return isJson(data) ? shape(data) : data;
}

/** A member that is an object in another form; anything else stays. */
export function within(record: Json, member: string, shape: (inner: Json) => Json): Json {
  const inner = record[member];
  return isJson(inner) ? { ...record, [member]: shape(inner) } : record;
}

/** The same for a member that is a list of objects. */
export function withinEach(record: Json, member: string, shape: (inner: Json) => Json): Json {
  return Array.isArray(record[member]) ? { ...record, [member]: eachRecord(record[member], shape) } : record;
}

/** What is null or missing becomes a value; everything else stays as it is. */
export function filled(record: Json, defaults: Json): Json {
  const missing = Object.entries(defaults).filter(([name]) => (record[name] ?? null) === null);
  return missing.length === 0 ? record : { ...record, ...Object.fromEntries(missing) };
}

/** A member that is a number as a text; anything else stays. */
export function asText(record: Json, member: string): Json {
  const value = record[member];
  return typeof value === 'number' || isLosslessNumber(value) ? { ...record, [member]: String(value) } : record;
}

/** A member under the name by which the reference knows it, unless that is there as well. */
export function renamed(record: Json, names: Readonly<Record<string, string>>): Json {
  const given = Object.entries(names).filter(([alias]) => Object.hasOwn(record, alias));
  if (given.length === 0) return record;
  const rest = { ...record };
  for (const [alias, name] of given) {
    if ((rest[name] ?? null) === null) rest[name] = rest[alias];
    delete rest[alias];
  }
  return rest;
}
