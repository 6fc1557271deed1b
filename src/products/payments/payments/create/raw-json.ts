import { isLosslessNumber } from 'lossless-json';
import { exactAmount } from '../../../../common/money/amount.js';

/** JSON from a partner in a form that can be stored. */
export type RawJson = string | number | boolean | null | RawJson[] | { [key: string]: RawJson };

export type RawObject = Readonly<Record<string, unknown>>;

export interface RawCustomer {
  name?: string | null;
  email?: string | null;
  ip?: string | null;
  countryCode?: string | null;
}

/**
 * Copies JSON from a partner, including keys that the contract does not name. The only change: a number with more digits than a double keeps becomes
 * text.
 */
export function copyRawJson(value: unknown): RawJson {
  if (isLosslessNumber(value)) return value.value;
  if (Array.isArray(value)) return value.map(copyRawJson);
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, copyRawJson(member)]));
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : null;
}

interface RawParts {
  customer: RawCustomer | null;
  antifraud: RawObject | null;
  billing: RawObject | null;
  shipping: RawObject | null;
  cart: readonly unknown[] | null;
}

/**
 * The parts of a request that are stored whole. @param country the payer's country, which may come from the billing address
 * (`payerCountry`).
 */
export function storedParts(body: Readonly<Record<string, unknown>>, country: string | null): RawParts {
  const { customer, antifraud, billing, shipping, cart } = body;
  return {
    customer: withCountry(copyRawObject(customer), country),
    antifraud: withSteamIdAsText(copyRawObject(antifraud)),
    billing: copyRawObject(billing),
    shipping: copyRawObject(shipping),
    cart: Array.isArray(cart) ? cart.map(copyCartItem) : null,
  };
}

function withCountry(customer: Record<string, RawJson> | null, country: string | null): Record<string, RawJson> | null {
  return country === null ? customer : { ...customer, countryCode: country };
}

/**
 * `copyRawJson` makes a number with many digits a text. In the contract a quantity and a price are numbers. So a quantity becomes a number again, with
 * the digits that a double keeps, and a price becomes the amount that was validated.
 */
function copyCartItem(item: unknown): RawJson {
  const copy = copyRawObject(item);
  if (!copy) return copyRawJson(item);
  const { quantity, price } = copy;
  return {
    ...copy,
    ...(typeof quantity === 'string' && { quantity: Number(quantity) }),
    ...((typeof price === 'number' || typeof price === 'string') && { price: exactAmount(price) ?? price }),
  };
}

/** A program that reads a SteamID64 as a JSON number loses digits, so the API returns it as text. */
function withSteamIdAsText(antifraud: Record<string, RawJson> | null): Record<string, RawJson> | null {
  const id = antifraud && Object.hasOwn(antifraud, 'steamid') ? antifraud['steamid'] : null;
  return antifraud && typeof id === 'number' ? { ...antifraud, steamid: String(id) } : antifraud;
}

function copyRawObject(value: unknown): Record<string, RawJson> | null {
  const copy = copyRawJson(value);
  return typeof copy === 'object' && copy !== null && !Array.isArray(copy) ? copy : null;
}
