import { isLosslessNumber, LosslessNumber, parse } from 'lossless-json';

/** The members of a JSON object in their order, numbers with the digits that they were written with. */
export type BodyMembers = Readonly<Record<string, unknown>>;

const DEEPEST = 30;

/** @returns null for what is no JSON object, or one that no notification is. */
export function readMembers(text: string): BodyMembers | null {
  if (depthOf(text) > DEEPEST) return null;
  try {
    const value = parse(text);
    return isMembers(value) ? value : null;
  } catch {
    return null;
  }
}

/** An upper limit: brackets in texts count as well. */
function depthOf(text: string): number {
  let [depth, deepest] = [0, 0];
  for (const character of text) {
    if (character === '{' || character === '[') deepest = Math.max(deepest, (depth += 1));
    else if (character === '}' || character === ']') depth -= 1;
  }
  return deepest;
}

export function isMembers(value: unknown): value is BodyMembers {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !isLosslessNumber(value);
}

/** One value of a body that is signed. */
export interface BodyLeaf {
  /** Such as `values.net`. */
  at: string;
  value: unknown;
}

/** The values in the order in which they are signed. */
export function leavesOf(value: unknown, at = ''): BodyLeaf[] {
  const below = (name: string, inner: unknown): BodyLeaf[] => leavesOf(inner, at === '' ? name : `${at}.${name}`);
  if (Array.isArray(value)) return value.flatMap((each, place) => below(String(place), each));
  return isMembers(value) ? Object.entries(value).flatMap(([name, each]) => below(name, each)) : [{ at, value }];
}

export const withoutSignature = (members: BodyMembers): BodyMembers =>
  Object.fromEntries(Object.entries(members).filter(([name]) => name !== 'signature'));

/** Whatever is in the place of a value; null and booleans have no agreed text, so this is one of several that programs print. */
export function printed(value: unknown): string {
  if (typeof value === 'string') return value;
  return isLosslessNumber(value) ? value.value : String(value);
}

/** The values joined by `|`, without the key. */
export const signedTextOf = (members: BodyMembers): string =>
  leavesOf(withoutSignature(members))
    .map(({ value }) => printed(value))
    .join('|');

/** JSON as the gateway writes it: nothing between the tokens, numbers as they are. */
export function written(value: unknown): string {
  if (isLosslessNumber(value)) return value.value;
  if (Array.isArray(value)) return `[${value.map(written).join(',')}]`;
  if (!isMembers(value)) return JSON.stringify(value);
  return `{${Object.entries(value)
    .map(([name, each]) => `${JSON.stringify(name)}:${written(each)}`)
    .join(',')}}`;
}

/** The same tree with other values; `undefined` leaves a member or item out. */
export function mapLeaves(value: unknown, change: (value: unknown, at: string) => unknown, at = ''): unknown {
  const below = (name: string, inner: unknown): unknown => mapLeaves(inner, change, at === '' ? name : `${at}.${name}`);
  if (Array.isArray(value)) return value.map((each, place) => below(String(place), each)).filter((each) => each !== undefined);
  if (!isMembers(value)) return change(value, at);
  const changed = Object.entries(value).map(([name, each]): [string, unknown] => [name, below(name, each)]);
  return Object.fromEntries(changed.filter(([, each]) => each !== undefined));
}

export const tokenOf = (value: unknown): string | null => (isLosslessNumber(value) ? value.value : null);
export const asNumber = (token: string): LosslessNumber => new LosslessNumber(token);
