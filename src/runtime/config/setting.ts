import { isNetwork } from '../../common/is-network.js';
import { parseUrl } from '../../common/parse-url.js';
import { readSecret } from './secret-file.js';

/** An environment variable. The builders below make one of each kind. */
export interface Setting<T> {
  name: string;
  /** The meaning in docs/configuration.md. */
  description: string;
  /** The value when the variable is absent or empty. `SettingsOf` takes the type of the property from it. */
  default: T;
  secret?: boolean;
  /**
   * Converts the variable's text. When the text is wrong, a sentence that names the variable is added to the problems. The result must then not be
   * used, except to find more problems.
   */
  read: (raw: string, problems: string[]) => T;
}

export type SettingValue = string | number | boolean | string[] | undefined;
export type Settings = Readonly<Record<string, Setting<SettingValue>>>;
export type SettingsOf<S extends Settings> = { readonly [Property in keyof S]: S[Property]['default'] };

interface Options<D> {
  /** The value when the variable is absent or empty. Without a default it is undefined. */
  default?: D;
  /** Marks a secret, which may also be in a file that `<name>_FILE` names. */
  secret?: boolean;
}

interface Rule<T> {
  /** Completes the sentence about a wrong text: `<name> must …`. */
  must: string;
  accepts: (value: T) => boolean;
}

/** Reads the settings of one concern. Each problem is added as one message that names the variable. */
export function readSettings<S extends Settings>(settings: S, env: NodeJS.ProcessEnv, problems: string[]): SettingsOf<S> {
  const given = Object.entries(settings).map(([property, setting]) => {
    const raw = setting.secret ? readSecret(setting.name, env, problems) : env[setting.name]?.trim();
    return { property, setting, raw };
  });
  const values = given.map(({ property, setting, raw }) => [property, raw ? setting.read(raw, problems) : setting.default] as const);
  return Object.fromEntries(values) as SettingsOf<S>;
}

/**
 * @param convert also converts a wrong text: what depends on this setting is checked as well, so that all problems are reported at once.
 * @param accepts gets the text too, for a kind whose values do not show that the text was wrong.
 */
function declareSetting<T, D extends T | undefined>(
  name: string,
  description: string,
  { default: fallback, secret }: Options<D>,
  must: string,
  convert: (raw: string) => T,
  accepts: (value: T, raw: string) => boolean,
): Setting<T | D> {
  const read = (raw: string, problems: string[]): T => {
    const value = convert(raw);
    if (!accepts(value, raw)) problems.push(`${name} must ${must}.`);
    return value;
  };
  return { name, description, default: fallback as D, secret, read };
}

/** Any text, unless there is a rule. */
export function text<D extends string | undefined = undefined>(
  name: string,
  description: string,
  { must = '', accepts = () => true, ...options }: Options<D> & (Rule<string> | { must?: never; accepts?: never }) = {},
): Setting<string | D> {
  return declareSetting(name, description, options, must, String, accepts);
}

export function oneOf<V extends string, D extends V | undefined = undefined>(
  name: string,
  description: string,
  { values, ...options }: Options<D> & { values: readonly V[] },
): Setting<V | D> {
  const accepts = (value: V): boolean => values.includes(value);
  return declareSetting(name, description, options, `be one of ${values.join(', ')}`, (raw) => raw as V, accepts);
}

/**
 * `on`, `true` and `1`, or `off`, `false` and `0`.
 * @param options.or one word more.
 * @param options.words only for the sentence. OTEL_SDK_DISABLED has other words, those of OpenTelemetry.
 */
export function onOff<D extends boolean | undefined = undefined, W extends string = never>(
  name: string,
  description: string,
  { or, words = or ? `on, off or ${or}` : 'on or off', ...options }: Options<D> & { or?: W; words?: string } = {},
): Setting<boolean | W | D> {
  const convert = (raw: string): boolean | W => (raw === or ? or : !/^(off|false|0)$/i.test(raw));
  // A wrong text is converted to true, so only the text shows that it was wrong.
  const accepts = (_: unknown, raw: string): boolean => raw === or || /^(on|true|1|off|false|0)$/i.test(raw);
  return declareSetting<boolean | W, D>(name, description, options, `be ${words}`, convert, accepts);
}

const toWholeNumber = (raw: string): number => (/^\d+$/.test(raw) ? Number(raw) : NaN);

/** A whole number. @param options.of its unit, for the sentence. */
export function integer<D extends number | undefined = undefined>(
  name: string,
  description: string,
  { from = 0, to = Infinity, of: unit, ...options }: Options<D> & { from?: number; to?: number; of?: string },
): Setting<number | D> {
  const must = `be a whole number${unit ? ` of ${unit}` : ''}${to === Infinity ? '' : ` from ${from} to ${to}`}`;
  return declareSetting(name, description, options, must, toWholeNumber, (value) => value >= from && value <= to);
}

export function port<D extends number | undefined = undefined>(
  name: string,
  description: string,
  options: Options<D> = {},
): Setting<number | D> {
  return declareSetting(name, description, options, 'be a port number from 0 to 65535', toWholeNumber, (value) => value <= 65_535);
}

const hasScheme = (value: string, schemes: readonly string[]): boolean =>
  schemes.some((scheme) => parseUrl(value)?.protocol === `${scheme}:`);

export const isWebUrl = (value: string): boolean => hasScheme(value, ['http', 'https']);

/** The URL of a server, with one of the schemes. */
export function url(
  name: string,
  description: string,
  { schemes, secret }: { schemes: readonly string[]; secret?: boolean },
): Setting<string | undefined> {
  const must = `be a ${schemes.map((scheme) => `${scheme}://`).join(' or ')} URL`;
  return text(name, description, { secret, must, accepts: (value) => hasScheme(value, schemes) });
}

export function webUrl(name: string, description: string): Setting<string | undefined> {
  return text(name, description, { must: 'be an http or https URL', accepts: isWebUrl });
}

/** A URL to which paths are appended. */
export function baseUrl(name: string, description: string): Setting<string | undefined> {
  const accepts = (value: string): boolean => isWebUrl(value) && !value.endsWith('/');
  return text(name, description, { must: 'be an http or https URL without a trailing slash', accepts });
}

const membersOf = (raw: string): string[] => raw.split(/\s*,\s*/).filter(Boolean);

/** Comma-separated members, at least one. Empty members are left out. */
export function list(
  name: string,
  description: string,
  { must, accepts, secret }: Rule<string[]> & { secret?: boolean },
): Setting<string[] | undefined> {
  return declareSetting(name, description, { secret }, must, membersOf, (members) => members.length > 0 && accepts(members));
}

/** Comma-separated IP addresses and CIDRs. A comma alone is a list without members. */
export function networks<D extends string[] | undefined = undefined>(
  name: string,
  description: string,
  options: Options<D> = {},
): Setting<string[] | D> {
  const must = 'be a comma-separated list of IP addresses or CIDRs';
  return declareSetting(name, description, options, must, membersOf, (members) => members.every(isNetwork));
}
