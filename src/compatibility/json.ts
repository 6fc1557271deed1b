import { isLosslessNumber, parse, stringify } from 'lossless-json';

export type Json = Readonly<Record<string, unknown>>;

/** Parses a JSON object, whose numbers keep their digits as written; null for any other value. */
export function jsonObjectOf(text: string): Json | null {
  const value = parse(text);
  return isJson(value) ? value : null;
}

/** Prints an object; numbers that were parsed have the same digits again. */
export const printJson = (value: Json): string => stringify(value) ?? '';

export const isJson = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Changes the record of an answer, or each record of a list. */
export function eachRecord(data: unknown, shape: (record: Json) => Json): unknown {
  if (Array.isArray(data)) return data.map((record: unknown) => (isJson(record) ? shape(record) : record));
  return isJson(data) ? shape(data) : data;
}

/** Changes a member that is an object; other values stay. */
export function within(record: Json, member: string, shape: (inner: Json) => Json): Json {
  const inner = record[member];
  return isJson(inner) ? { ...record, [member]: shape(inner) } : record;
}

/** Changes each object of a member that is a list. */
export function withinEach(record: Json, member: string, shape: (inner: Json) => Json): Json {
  return Array.isArray(record[member]) ? { ...record, [member]: eachRecord(record[member], shape) } : record;
}

/** Sets members that are null or missing; all others stay. */
export function filled(record: Json, defaults: Json): Json {
  const missing = Object.entries(defaults).filter(([name]) => (record[name] ?? null) === null);
  return missing.length === 0 ? record : { ...record, ...Object.fromEntries(missing) };
}

/** Turns a member that is a number into text; other values stay. */
export function asText(record: Json, member: string): Json {
  const value = record[member];
  return typeof value === 'number' || isLosslessNumber(value) ? { ...record, [member]: String(value) } : record;
}

/** Renames members to the names of the reference. A member that is there under both names keeps the reference's. */
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
