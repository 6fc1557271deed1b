import type { ClientTier } from '../../../src/platform/partners/tokens/client-tier.js';

type Base = 'text' | 'number' | 'whole' | 'flag' | 'moment' | 'object' | 'list' | `one of ${string}`;
/** `|null`: the key has to be there; `?`: it may be missing. */
export type Kind = Base | `${Base}|null` | `${Base}?`;
/**
 * What a client reads of an answer: paths as `data[].notify.count`. What a path leads through has to be there, unless it is read itself as what
 * may be null or missing; and a list that elements are read of has to have some, or nothing would be proved of them.
 */
export type Reads = Readonly<Record<string, Kind>>;

export interface ClientCall {
  name: string;
  method: 'GET' | 'POST' | 'DELETE';
  /** With names of what the test has made in braces: `/sms/{sms}/numbers`. */
  path: string;
  body?: unknown;
  reads: Reads;
  /** The only status it takes for a success; any of the 2xx without it. */
  status?: number;
  /** Why it does not work, and no server can mend it. */
  broken?: string;
}

/** First part of its path: what it is about. */
export const areaOf = ({ path }: Pick<ClientCall, 'path'>): string => /^\/+(\w+)/.exec(path)?.[1] ?? '';

/** A published client as its traffic shows it: what it sends, and without what in the answer it throws. */
export interface OlderClient {
  name: string;
  version: string;
  /** Where it was read. */
  source: string;
  /** Where its base URL stands, and how another is put there. */
  baseUrl: string;
  /** What of a service is set, so that it accepts its notifications; `–` where nothing has to be. */
  notifications: string;
  /** What its users should know. */
  beware?: string;
  headers: (token: string) => Record<string, string>;
  /** What its token has to say, because its headers say nothing. */
  token?: ClientTier;
  calls: readonly ClientCall[];
  /** What it reads of an error. */
  error: Reads;
}

export const under = (path: string, reads: Reads): Reads =>
  Object.fromEntries(Object.entries(reads).map(([name, kind]) => [`${path}.${name}`, kind]));

/** What of an answer a client could not read. */
export function problemsOf(body: unknown, reads: Reads): string[] {
  return Object.entries(reads).flatMap(([path, kind]) => look(body, path.split('.'), { path, kind, reads }));
}

interface Sought {
  path: string;
  kind: Kind;
  reads: Reads;
}

function look(value: unknown, [step = '', ...rest]: string[], sought: Sought): string[] {
  const { path, kind, reads } = sought;
  if (value === null || value === undefined) return [`${path}: there is nothing to read it of`];
  const isList = step.endsWith('[]');
  const name = isList ? step.slice(0, -2) : step;
  const known = Object.hasOwn(value, name);
  const member = (value as Record<string, unknown>)[name];
  if (isList) {
    if (!Array.isArray(member)) return [`${path}: no list`];
    if (member.length === 0) return [`${path}: an empty list`];
    return rest.length === 0 ? [] : member.flatMap((each) => look(each, rest, sought));
  }
  if (rest.length > 0) {
    const own = reads[path.slice(0, -rest.join('.').length - 1)];
    return (member ?? null) === null && own && mayLack(own, known) ? [] : look(member, rest, sought);
  }
  const base = kind.replace(/\|null$|\?$/, '');
  if ((member ?? null) === null && mayLack(kind, known)) return [];
  return isOf(member, base) ? [] : [`${path}: ${JSON.stringify(member)} is no ${base}`];
}

/** Whether a client does without a value: with `?` anyhow, with `|null` where the key is there. */
const mayLack = (kind: Kind, isKeyThere: boolean): boolean => kind.endsWith('?') || (kind.endsWith('|null') && isKeyThere);

function isOf(value: unknown, base: string): boolean {
  if (base === 'text') return typeof value === 'string';
  if (base === 'number') return typeof value === 'number';
  if (base === 'whole') return Number.isInteger(value);
  if (base === 'flag') return typeof value === 'boolean';
  if (base === 'moment') return typeof value === 'string' && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+-]\d\d:\d\d$/.test(value);
  if (base === 'list') return Array.isArray(value);
  if (base === 'object') return typeof value === 'object' && value !== null && !Array.isArray(value);
  return base.replace('one of ', '').split(' ').includes(String(value));
}
