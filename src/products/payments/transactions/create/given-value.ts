import { isLosslessNumber } from 'lossless-json';

/** JSON that a partner gave, fit to be stored. */
export type GivenValue = string | number | boolean | null | GivenValue[] | { [key: string]: GivenValue };

/** What is kept of it is looked at by name only. */
export type GivenObject = Readonly<Record<string, unknown>>;

export interface GivenCustomer {
  name?: string | null;
  email?: string | null;
  ip?: string | null;
  countryCode?: string | null;
}

/**
 * A copy of what a partner gave, with all its keys, those that the contract does not name included. Only a number with more digits than a
 * double keeps is changed: it becomes the text of its digits.
 */
export function givenValue(value: unknown): GivenValue {
  if (isLosslessNumber(value)) return value.value;
  if (Array.isArray(value)) return value.map(givenValue);
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, givenValue(member)]));
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : null;
}

interface GivenParts {
  customer: GivenCustomer | null;
  antifraud: GivenObject | null;
  billing: GivenObject | null;
  shipping: GivenObject | null;
  cart: readonly unknown[] | null;
}

/** What is kept of a request beside its fields. @param country of the payer, wherever it was given */
export function givenParts(given: Readonly<Record<string, unknown>>, country: string | null): GivenParts {
  const { customer, antifraud, billing, shipping, cart } = given;
  return {
    customer: withCountry(givenObject(customer), country),
    antifraud: withSteamIdAsText(givenObject(antifraud)),
    billing: givenObject(billing),
    shipping: givenObject(shipping),
    cart: Array.isArray(cart) ? cart.map(givenItem) : null,
  };
}

function withCountry(customer: Record<string, GivenValue> | null, country: string | null): Record<string, GivenValue> | null {
  return country === null ? customer : { ...customer, countryCode: country };
}

/** A quantity is a number, which has the digits that a double keeps. */
function givenItem(item: unknown): GivenValue {
  const given = givenObject(item);
  return given && typeof given['quantity'] === 'string' ? { ...given, quantity: Number(given['quantity']) } : givenValue(item);
}

/** As a JSON number a SteamID64 would lose digits in whatever reads it. */
function withSteamIdAsText(antifraud: Record<string, GivenValue> | null): Record<string, GivenValue> | null {
  const given = antifraud && Object.hasOwn(antifraud, 'steamid') ? antifraud['steamid'] : null;
  return antifraud && typeof given === 'number' ? { ...antifraud, steamid: String(given) } : antifraud;
}

function givenObject(value: unknown): Record<string, GivenValue> | null {
  const given = givenValue(value);
  return typeof given === 'object' && given !== null && !Array.isArray(given) ? given : null;
}
