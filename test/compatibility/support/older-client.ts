import type { ClientTier } from '../../../src/platform/partners/tokens/client-tier.js';

/**
 * What a client expects a value to be:
 * - `text`, `number`, `object`, `list`: the JSON type
 * - `whole`: a whole number
 * - `flag`: true or false
 * - `moment`: text with date, time and offset, such as 2026-11-21T12:00:00+01:00
 * - `one of a b`: one of these words
 */
type Base = 'text' | 'number' | 'whole' | 'flag' | 'moment' | 'object' | 'list' | `one of ${string}`;
/** `|null`: the value may be null, but the key must be present. `?`: the value may be null or missing. */
export type Kind = Base | `${Base}|null` | `${Base}?`;
/**
 * The values that a client reads from a response, by paths such as `data[].notify.count`. The parents in a path must be present, unless
 * `Reads` allows a parent to be null or missing. A list whose elements are read must not be empty, because an empty list would verify
 * nothing.
 */
export type Reads = Readonly<Record<string, Kind>>;

export interface ClientCall {
  name: string;
  method: 'GET' | 'POST' | 'DELETE';
  /** The path with names of created objects in braces: `/sms/{sms}/numbers`. */
  path: string;
  body?: unknown;
  reads: Reads;
  /** The only status that the client treats as a success. Without it, any 2xx status is a success. */
  status?: number;
  /** The reason why the client cannot read the response. The gateway cannot fix this. Undefined for a call that works. */
  brokenBecause?: string;
}

/** The area of a call: the first part of its path. */
export const areaOf = ({ path }: Pick<ClientCall, 'path'>): string => /^\/+(\w+)/.exec(path)?.[1] ?? '';

/**
 * A published client: the requests that it sends, and the values without which it throws. test/docs/compatibility.spec.ts writes the texts
 * into the tables of docs/compatibility.md.
 */
export interface OlderClient {
  name: string;
  version: string;
  /** The repository and commit whose code was read to write this description. */
  source: string;
  /** A sentence for docs/compatibility.md: where the base URL is set in the client, so that a partner can change it. */
  baseUrlLocation: string;
  /**
   * For docs/compatibility.md: the options of `service create` with which the client accepts notifications. `–`: no option is needed, or
   * the client has no verifier.
   */
  notificationOptions: string;
  /** For the column "known problems" of docs/compatibility.md: what the client cannot do with this gateway, and what its user has to do. */
  userWarning?: string;
  headers: (token: string) => Record<string, string>;
  /** The tier (docs/compatibility.md) of its token, because the gateway cannot detect the client by its headers; undefined if it can. */
  token?: ClientTier;
  calls: readonly ClientCall[];
  /** The values that the client reads from an error. */
  error: Reads;
}

/** Puts `path` before the paths of `reads`. */
export const withParentPath = (path: string, reads: Reads): Reads =>
  Object.fromEntries(Object.entries(reads).map(([name, kind]) => [`${path}.${name}`, kind]));

/** The values of a response that a client cannot read. */
export function unreadableValues(body: unknown, reads: Reads): string[] {
  return Object.entries(reads).flatMap(([path, kind]) => readProblems(body, path.split('.'), { path, kind, reads }));
}

interface ReadTarget {
  path: string;
  kind: Kind;
  reads: Reads;
}

function readProblems(value: unknown, [step = '', ...rest]: string[], target: ReadTarget): string[] {
  const { path, kind, reads } = target;
  if (value === null || value === undefined) return [`${path}: its parent is missing`];
  const isList = step.endsWith('[]');
  const name = isList ? step.slice(0, -2) : step;
  const isPresent = Object.hasOwn(value, name);
  const member = (value as Record<string, unknown>)[name];
  if (isList) {
    if (!Array.isArray(member)) return [`${path}: no list`];
    if (member.length === 0) return [`${path}: an empty list`];
    return rest.length === 0 ? [] : member.flatMap((element) => readProblems(element, rest, target));
  }
  if (rest.length > 0) {
    const parentKind = reads[path.slice(0, -rest.join('.').length - 1)];
    return (member ?? null) === null && parentKind && mayBeAbsent(parentKind, isPresent) ? [] : readProblems(member, rest, target);
  }
  const base = kind.replace(/\|null$|\?$/, '');
  if ((member ?? null) === null && mayBeAbsent(kind, isPresent)) return [];
  return isOfKind(member, base) ? [] : [`${path}: ${JSON.stringify(member)} is no ${base}`];
}

/** Whether a client can read null or a missing value: with `?` both, with `|null` only null. */
const mayBeAbsent = (kind: Kind, isKeyPresent: boolean): boolean => kind.endsWith('?') || (kind.endsWith('|null') && isKeyPresent);

function isOfKind(value: unknown, base: string): boolean {
  if (base === 'text') return typeof value === 'string';
  if (base === 'number') return typeof value === 'number';
  if (base === 'whole') return Number.isInteger(value);
  if (base === 'flag') return typeof value === 'boolean';
  if (base === 'moment') return typeof value === 'string' && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+-]\d\d:\d\d$/.test(value);
  if (base === 'list') return Array.isArray(value);
  if (base === 'object') return typeof value === 'object' && value !== null && !Array.isArray(value);
  return base.replace('one of ', '').split(' ').includes(String(value));
}
