import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { Transform } from 'class-transformer';
import { registerDecorator, type ValidationArguments } from 'class-validator';
import ipaddr from 'ipaddr.js';
import { parseUrl } from '../../common/parse-url.js';

/** Converts text to a whole number. Other text stays text, so that the check rejects it with an error that names the variable. */
export const AsInteger = (): PropertyDecorator =>
  Transform(({ value }: { value: unknown }) => (typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value));

/** Converts `on`, `true`, `1` and `off`, `false`, `0` to booleans. Other text stays text. */
export const AsSwitch = (): PropertyDecorator =>
  Transform(({ value }: { value: unknown }) => {
    const text = typeof value === 'string' ? value.toLowerCase() : value;
    if (text === 'on' || text === 'true' || text === '1') return true;
    if (text === 'off' || text === 'false' || text === '0') return false;
    return value;
  });

/** Converts comma-separated text to a list without empty members. */
export const AsList = (): PropertyDecorator =>
  Transform(({ value }: { value: unknown }) =>
    typeof value === 'string'
      ? value
          .split(',')
          .map((part) => part.trim())
          .filter(Boolean)
      : value,
  );

/** A check with its error message. `$name` in the message becomes the variable's name. */
export function Check(message: string, test: (value: unknown) => boolean): PropertyDecorator {
  return (target, property) =>
    registerDecorator({
      name: `check:${message}`,
      target: target.constructor,
      propertyName: String(property),
      validator: {
        validate: (value: unknown) => test(value),
        defaultMessage: (_: ValidationArguments) => message,
      },
    });
}

export const optional =
  (test: (value: unknown) => boolean) =>
  (value: unknown): boolean =>
    value === undefined || test(value);

/** Accepts whole numbers up to `max`. Rejects text, which `AsInteger` leaves unchanged when it is not a whole number. */
export const isUpTo =
  (max: number) =>
  (value: unknown): boolean =>
    typeof value === 'number' && value <= max;

export const isPort = (value: unknown): boolean => typeof value === 'number' && value >= 0 && value <= 65_535;

export const isUrlOf =
  (...schemes: string[]) =>
  (value: unknown): boolean => {
    if (typeof value !== 'string' || !parseUrl(value)) return false;
    return schemes.includes(new URL(value).protocol.replace(':', ''));
  };

export const isCertificateFile = (value: unknown): boolean => {
  try {
    return new X509Certificate(readFileSync(String(value))).subject !== '';
  } catch {
    return false;
  }
};

export const isNetworkList = (value: unknown): boolean =>
  Array.isArray(value) && value.every((entry) => typeof entry === 'string' && isNetwork(entry));

/** Rejects `010.0.0.0/8` and `167772161`, because programs disagree about their meaning. */
export const isNetwork = (entry: string): boolean =>
  isIP(entry.replace(/\/.*$/s, '')) !== 0 && (ipaddr.isValid(entry) || ipaddr.isValidCIDR(entry));

export const isTimeZone = (value: unknown): boolean => {
  try {
    new Intl.DateTimeFormat(undefined, { timeZone: String(value) });
    return true;
  } catch {
    return false;
  }
};
