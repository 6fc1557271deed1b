import type { Route } from '../../support/routes.js';
import type { Changes } from './fuzz-case.js';

export const FORM = { 'Content-Type': 'application/x-www-form-urlencoded' };
export const isForm = ({ path }: Route): boolean => /^\/(?:pay|connectors\/sms)\//.test(path);

/** The percent sign stays alone, so that paths are sent which nobody can decode. */
export const segment = (value: string): string => (value.startsWith('%') ? value : encodeURIComponent(value.toWellFormed()) || '-');

/** What the route expects, changed as the case says. */
export function changed(known: Record<string, unknown>, changes: Changes): [string, unknown][] {
  const names = Object.keys(known);
  const members = new Map(Object.entries(known));
  for (const [member, value] of changes) {
    const name = typeof member === 'string' ? member : names[member % names.length];
    if (name === undefined) continue;
    members.set(name, value);
  }
  return [...members].filter(([, value]) => value !== undefined);
}

const inForm = (part: unknown): string => encodeURIComponent((typeof part === 'string' ? part : JSON.stringify(part)).toWellFormed());

export const formOf = (fields: [string, unknown][]): string => fields.map((field) => field.map(inForm).join('=')).join('&');
