import { isLosslessNumber, LosslessNumber, parse } from 'lossless-json';

/** The members of a JSON object in their order. Numbers keep the digits of the text. */
export type BodyMembers = Readonly<Record<string, unknown>>;

/** Far deeper than any notification. Deeper texts could exhaust the stack. */
const MAX_DEPTH = 30;

/** Parses a body. @returns null for a text that is not a JSON object, and for an object that is nested too deeply for a notification. */
export function readMembers(text: string): BodyMembers | null {
  if (depthOf(text) > MAX_DEPTH) return null;
  try {
    const value = parse(text);
    return isMembers(value) ? value : null;
  } catch {
    return null;
  }
}

/** An upper bound of the nesting depth: brackets inside JSON strings count, too. */
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

/** One value of a body. All values are signed. */
export interface BodyLeaf {
  /** The path of the value, such as `values.net`. */
  at: string;
  value: unknown;
}

/** The values in the order of the body, which is the signed order. */
export function leavesOf(value: unknown, at = ''): BodyLeaf[] {
  const leavesBelow = (name: string, child: unknown): BodyLeaf[] => leavesOf(child, at === '' ? name : `${at}.${name}`);
  if (Array.isArray(value)) return value.flatMap((item, index) => leavesBelow(String(index), item));
  return isMembers(value) ? Object.entries(value).flatMap(([name, member]) => leavesBelow(name, member)) : [{ at, value }];
}

export const withoutSignature = (members: BodyMembers): BodyMembers =>
  Object.fromEntries(Object.entries(members).filter(([name]) => name !== 'signature'));

/** The text of a value in the signed text. Programs print null and booleans differently: this returns `null`, `true` or `false`. */
export function formatLeaf(value: unknown): string {
  if (typeof value === 'string') return value;
  return isLosslessNumber(value) ? value.value : String(value);
}

/** The values joined by `|`, without the key. */
export const signedTextOf = (members: BodyMembers): string =>
  leavesOf(withoutSignature(members))
    .map(({ value }) => formatLeaf(value))
    .join('|');

/** JSON as the gateway writes JSON: no white space between tokens, numbers with unchanged digits. */
export function stringifyBody(value: unknown): string {
  if (isLosslessNumber(value)) return value.value;
  if (Array.isArray(value)) return `[${value.map(stringifyBody).join(',')}]`;
  if (!isMembers(value)) return JSON.stringify(value);
  return `{${Object.entries(value)
    .map(([name, member]) => `${JSON.stringify(name)}:${stringifyBody(member)}`)
    .join(',')}}`;
}

/** Replaces the values of a tree. `undefined` removes a member or an item. */
export function mapLeaves(value: unknown, change: (value: unknown, at: string) => unknown, at = ''): unknown {
  const mapChild = (name: string, child: unknown): unknown => mapLeaves(child, change, at === '' ? name : `${at}.${name}`);
  if (Array.isArray(value)) return value.map((item, index) => mapChild(String(index), item)).filter((item) => item !== undefined);
  if (!isMembers(value)) return change(value, at);
  const changed = Object.entries(value).map(([name, member]): [string, unknown] => [name, mapChild(name, member)]);
  return Object.fromEntries(changed.filter(([, member]) => member !== undefined));
}

/** The digits of a number as written in the text; null for a value that is not a number. */
export const tokenOf = (value: unknown): string | null => (isLosslessNumber(value) ? value.value : null);
export const numberFromToken = (token: string): LosslessNumber => new LosslessNumber(token);
