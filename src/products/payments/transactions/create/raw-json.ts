import { isLosslessNumber } from 'lossless-json';

/** JSON that a partner gave, in a form that can be stored. */
export type RawJson = string | number | boolean | null | RawJson[] | { [key: string]: RawJson };

export type RawObject = Readonly<Record<string, unknown>>;

export interface RawCustomer {
  name?: string | null;
  email?: string | null;
  ip?: string | null;
  countryCode?: string | null;
}

/**
 * A copy of what a partner gave, including keys that the contract does not name. Only a number with more digits than a double keeps is changed:
 * it becomes text.
 */
export function copyRawJson(value: unknown): RawJson {
  if (isLosslessNumber(value)) return value.value;
  if (Array.isArray(value)) return value.map(copyRawJson);
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, copyRawJson(member)]));
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : null;
}

interface GivenParts {
  customer: RawCustomer | null;
  antifraud: RawObject | null;
  billing: RawObject | null;
  shipping: RawObject | null;
  cart: readonly unknown[] | null;
}

/** The parts of a request that are kept whole. @param country of the payer, from either field that may name it. */
export function storedParts(given: Readonly<Record<string, unknown>>, country: string | null): GivenParts {
  const { customer, antifraud, billing, shipping, cart } = given;
  return {
    customer: withCountry(givenObject(customer), country),
    antifraud: withSteamIdAsText(givenObject(antifraud)),
    billing: givenObject(billing),
    shipping: givenObject(shipping),
    cart: Array.isArray(cart) ? cart.map(givenItem) : null,
  };
}

function withCountry(customer: Record<string, RawJson> | null, country: string | null): Record<string, RawJson> | null {
  return country === null ? customer : { ...customer, countryCode: country };
}

/** A quantity stays a number, with the digits that a double keeps. */
function givenItem(item: unknown): RawJson {
  const given = givenObject(item);
  return given && typeof given['quantity'] === 'string' ? { ...given, quantity: Number(given['quantity']) } : copyRawJson(item);
}

/** As a JSON number a SteamID64 would lose digits in programs that read it. */
function withSteamIdAsText(antifraud: Record<string, RawJson> | null): Record<string, RawJson> | null {
  const given = antifraud && Object.hasOwn(antifraud, 'steamid') ? antifraud['steamid'] : null;
  return antifraud && typeof given === 'number' ? { ...antifraud, steamid: String(given) } : antifraud;
}

function givenObject(value: unknown): Record<string, RawJson> | null {
  const given = copyRawJson(value);
  return typeof given === 'object' && given !== null && !Array.isArray(given) ? given : null;
}
