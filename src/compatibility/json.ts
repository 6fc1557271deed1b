import { isLosslessNumber, parse, stringify } from 'lossless-json';

export type Json = Readonly<Record<string, unknown>>;

/** Parses a JSON object, and keeps the digits of numbers as written. Null for any other value. */
export function jsonObjectOf(text: string): Json | null {
  const value = parse(text);
  return isJson(value) ? value : null;
}

/** Prints an object. A parsed number keeps the digits with which it was written. */
export const printJson = (value: Json): string => stringify(value) ?? '';

export const isJson = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Changes a record, or each record of a list. Other values stay. */
export function eachRecord(data: unknown, shape: (record: Json) => Json): unknown {
  if (Array.isArray(data)) return data.map((record: unknown) => (isJson(record) ? shape(record) : record));
  return isJson(data) ? shape(data) : data;
}

/** Changes a member that is an object. Other values stay. */
export function changeMember(record: Json, member: string, shape: (inner: Json) => Json): Json {
  const inner = record[member];
  return isJson(inner) ? { ...record, [member]: shape(inner) } : record;
}

/** Changes each object of a member that is a list. */
export function changeEachMember(record: Json, member: string, shape: (inner: Json) => Json): Json {
  return Array.isArray(record[member]) ? { ...record, [member]: eachRecord(record[member], shape) } : record;
}

/** Sets members that are null or missing to their defaults. All others stay. */
export function withDefaults(record: Json, defaults: Json): Json {
  const missing = Object.entries(defaults).filter(([name]) => (record[name] ?? null) === null);
  return missing.length === 0 ? record : { ...record, ...Object.fromEntries(missing) };
}

/** Turns a member that is a number into text. Other values stay. */
export function numberToText(record: Json, member: string): Json {
  const value = record[member];
  return typeof value === 'number' || isLosslessNumber(value) ? { ...record, [member]: String(value) } : record;
}

/** Renames members to the names of the current API. When both names are present, the value under the current name wins, unless it is null. */
export function renameMembers(record: Json, names: Readonly<Record<string, string>>): Json {
  const present = Object.entries(names).filter(([alias]) => Object.hasOwn(record, alias));
  if (present.length === 0) return record;
  const result = { ...record };
  for (const [alias, name] of present) {
    if ((result[name] ?? null) === null) result[name] = result[alias];
    delete result[alias];
  }
  return result;
}
