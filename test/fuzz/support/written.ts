import type { Route } from '../../support/routes.js';
import type { Changes } from './fuzz-case.js';

export const FORM = { 'Content-Type': 'application/x-www-form-urlencoded' };
export const isForm = ({ path }: Route): boolean => /^\/(?:pay|connectors\/sms)\//.test(path);

/** The percent sign is not encoded, so some paths cannot be decoded. */
export const segment = (value: string): string => (value.startsWith('%') ? value : encodeURIComponent(value.toWellFormed()) || '-');

type Members = Record<string, unknown>;
const isMembers = (value: unknown): value is Members => typeof value === 'object' && value !== null;

/** Where a body has values, those within others included. */
function pathsOf(members: Members): string[][] {
  return Object.entries(members).flatMap(([name, value]) => [
    [name],
    ...(isMembers(value) ? pathsOf(value).map((path) => [name, ...path]) : []),
  ]);
}

/** What the route expects, changed as the case says. */
export function changed(known: Record<string, unknown>, changes: Changes): [string, unknown][] {
  const members = structuredClone(known);
  const paths = pathsOf(known);
  for (const [member, value] of changes) {
    const path = typeof member === 'string' ? [member] : paths[member % paths.length];
    if (path !== undefined) replace(members, path, value);
  }
  return Object.entries(members).filter(([, value]) => value !== undefined);
}

/** Unless an earlier change has taken away what it is in. */
function replace(members: Members, path: readonly string[], value: unknown): void {
  const parent = path.slice(0, -1).reduce<unknown>((at, name) => (isMembers(at) ? at[name] : undefined), members);
  if (isMembers(parent)) Object.defineProperty(parent, path.at(-1) ?? '', { value, enumerable: true, configurable: true, writable: true });
}

/** Half of a surrogate pair in three bytes, which a program writes that does not know better. */
const inBytes = (text: string): string => [...text].map((sign) => (sign.isWellFormed() ? encodeURIComponent(sign) : '%ED%A0%80')).join('');

const inForm = (part: unknown): string => inBytes(typeof part === 'string' ? part : JSON.stringify(part));

export const formOf = (fields: [string, unknown][]): string => fields.map((field) => field.map(inForm).join('=')).join('&');
