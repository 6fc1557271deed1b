import type { Route } from '../../support/routes.js';
import type { Changes } from './fuzz-case.js';

export const FORM = { 'Content-Type': 'application/x-www-form-urlencoded' };
export const isForm = ({ path }: Route): boolean => /^\/(?:pay|connectors\/sms)\//.test(path);

/** A value that begins with a percent sign is not encoded, so some paths cannot be decoded. */
export const encodePathSegment = (value: string): string =>
  value.startsWith('%') ? value : encodeURIComponent(value.toWellFormed()) || '-';

type Members = Record<string, unknown>;
const isMembers = (value: unknown): value is Members => typeof value === 'object' && value !== null;

/** The paths of all values in a body, including nested values. */
function pathsOf(members: Members): string[][] {
  return Object.entries(members).flatMap(([name, value]) => [
    [name],
    ...(isMembers(value) ? pathsOf(value).map((path) => [name, ...path]) : []),
  ]);
}

/** Applies the changes to the valid members of a route. */
export function applyChanges(known: Record<string, unknown>, changes: Changes): [string, unknown][] {
  const members = structuredClone(known);
  const paths = pathsOf(known);
  for (const [member, value] of changes) {
    const path = typeof member === 'string' ? [member] : paths[member % paths.length];
    if (path !== undefined) setAtPath(members, path, value);
  }
  return Object.entries(members).filter(([, value]) => value !== undefined);
}

/** Sets the value at a path, unless an earlier change removed its parent. */
function setAtPath(members: Members, path: readonly string[], value: unknown): void {
  const parent = path.slice(0, -1).reduce<unknown>((node, name) => (isMembers(node) ? node[name] : undefined), members);
  if (isMembers(parent)) Object.defineProperty(parent, path.at(-1) ?? '', { value, enumerable: true, configurable: true, writable: true });
}

/** Percent-encodes a text. Half of a surrogate pair is encoded as three invalid bytes, as careless programs do. */
const percentEncode = (text: string): string =>
  [...text].map((sign) => (sign.isWellFormed() ? encodeURIComponent(sign) : '%ED%A0%80')).join('');

const encodeFormPart = (part: unknown): string => percentEncode(typeof part === 'string' ? part : JSON.stringify(part));

export const encodeForm = (fields: [string, unknown][]): string => fields.map((field) => field.map(encodeFormPart).join('=')).join('&');
