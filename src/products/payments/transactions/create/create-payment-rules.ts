import { isLosslessNumber } from 'lossless-json';
import { holdsCardNumber, withoutEmailAddresses } from '../../../../common/validation/card-number.js';
import type { FieldErrors } from '../../../../common/errors/domain-error.js';
import type { ChannelId } from '../../../../connectors/acquirers/catalogue/channel-ids.js';
import type { CreatePaymentRequest } from './create-payment.request.js';
import { payerCountry } from './payer-country.js';

/** The body as the partner sent it, including members that the contract does not name. */
export type RawBody = Readonly<Record<string, unknown>>;

const STEAM_ID = /^\d{17}$/;
const IN_POLISH_ZLOTY: readonly ChannelId[] = ['blik-level0', 'blik-recurrent'];
/** Fields with text that people write. `control`, ids and a product's code (which may be an EAN) are the partner's own numbers. */
const WRITTEN = ['description', 'customer', 'billing', 'shipping', 'cart'];
const PRODUCT_CODE = /^cart\.\d+\.code$/;

/** Rules across fields, and rules about members that the fields' classes do not see. */
export function requestProblems(request: CreatePaymentRequest, given: RawBody): FieldErrors {
  return { ...cardNumberProblems(given), ...steamId(given), ...directChannel(request) };
}

/** Card numbers in text that people write, also in members that the contract does not name: these are kept with the rest. */
export function cardNumberProblems(given: RawBody): FieldErrors {
  const found: FieldErrors = {};
  const walk = (value: unknown, path: string): void => {
    if (typeof value === 'object' && value !== null && !isLosslessNumber(value))
      for (const [key, member] of Object.entries(value)) walk(member, `${path}.${key}`);
    else if (!PRODUCT_CODE.test(path) && mayBeWritten(value) && holdsCardNumber(withoutEmailAddresses(String(value))))
      found[path] = ['A card number must not be sent here.'];
  };
  for (const field of WRITTEN) if (Object.hasOwn(given, field)) walk(given[field], field);
  return found;
}

/** A number with decimals is no card number, however many digits it has. */
function mayBeWritten(value: unknown): boolean {
  return typeof value === 'string' || /^\d+$/.test(String(value));
}

/** As a number it may have more digits than a double keeps, so its text is checked. */
function steamId({ antifraud }: RawBody): FieldErrors {
  const given: unknown =
    typeof antifraud === 'object' && antifraud !== null ? Object.entries(antifraud).find(([key]) => key === 'steamid')?.[1] : null;
  if (given === undefined || given === null) return {};
  const isNumeric = isLosslessNumber(given) || typeof given === 'number' || typeof given === 'string';
  if (isNumeric && STEAM_ID.test(isLosslessNumber(given) ? given.value : String(given))) return {};
  return { 'antifraud.steamid': ['The steamid must be a SteamID64 of 17 digits.'] };
}

function directChannel(request: CreatePaymentRequest): FieldErrors {
  const { directChannel: channel, customer, antifraud, currency } = request;
  if (!channel) return {};
  const country = payerCountry(request);
  const level0 = IN_POLISH_ZLOTY.includes(channel);
  const missing = Object.entries({
    'antifraud.useragent': antifraud?.useragent,
    'customer.ip': customer?.ip,
    'customer.countryCode': country,
    ...(level0 && { 'customer.email': customer?.email }),
  }).filter(([, value]) => !value);
  const wrong: FieldErrors = Object.fromEntries(
    missing.map(([path]) => [path, [`The ${path.split('.')[1]} is required when directChannel is ${channel}.`]]),
  );
  if (level0 && country && country !== 'PL')
    wrong['customer.countryCode'] = [`The countryCode must be PL when directChannel is ${channel}.`];
  if (level0 && (currency ?? 'PLN') !== 'PLN') wrong['currency'] = [`The currency must be PLN when directChannel is ${channel}.`];
  return wrong;
}
