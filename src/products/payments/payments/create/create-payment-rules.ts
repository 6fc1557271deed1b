import { isLosslessNumber } from 'lossless-json';
import { type ExpectedNumbers, holdsCardNumber, withoutEmailAddresses } from '../../../../common/validation/card-number.js';
import { type FieldErrors, MAX_LISTED_ERRORS } from '../../../../common/errors/domain-error.js';
import type { ChannelId } from '../../../../connectors/acquirers/catalogue/channel-ids.js';
import type { CreatePaymentRequest } from './create-payment.request.js';
import { payerCountry } from './payer-country.js';

/** The body as the partner sent it, including members that the contract does not name. */
export type RawBody = Readonly<Record<string, unknown>>;

const STEAM_ID = /^\d{17}$/;
const PLN_ONLY: readonly ChannelId[] = ['blik-level0', 'blik-recurrent'];
/**
 * Fields with free text, in which card numbers are searched. `control`, ids and the code of a product are numbers of the partner and are not
 * searched.
 */
const FREE_TEXT = ['description', 'customer', 'billing', 'shipping', 'cart'];
const PRODUCT_CODE = /^cart\.\d+\.code$/;
const IN_CART: ExpectedNumbers = { eanLengths: [13] };
/** Members for other numbers, in any case. The contract does not name them, but shops send them. */
const EAN_MEMBERS = new Set(['ean', 'ean13', 'gtin', 'gtin13', 'gtin14', 'barcode', 'barcodes']);
const PHONE_MEMBERS = new Set(['phone', 'phonenumber', 'phone_number', 'mobile', 'tel', 'telephone']);

/** Checks rules across fields, and rules about members for which the request classes have no field. */
export function requestProblems(request: CreatePaymentRequest, body: RawBody): FieldErrors {
  return { ...cardNumberProblems(body), ...steamIdProblems(body), ...directChannelProblems(request) };
}

/** Finds card numbers in free text, also in members that the contract does not name, because these are stored as well. */
export function cardNumberProblems(body: RawBody): FieldErrors {
  const errors: FieldErrors = {};
  let problemCount = 0;
  const check = (value: unknown, path: string, expected: ExpectedNumbers): void => {
    if (problemCount === MAX_LISTED_ERRORS) return;
    if (typeof value === 'object' && value !== null && !isLosslessNumber(value)) {
      for (const [key, member] of Object.entries(value)) check(member, `${path}.${key}`, expectedIn(key.toLowerCase()) ?? expected);
    } else if (isTextOrInteger(value) && holdsCardNumber(withoutEmailAddresses(String(value)), expected) && !PRODUCT_CODE.test(path)) {
      errors[path] = ['A card number must not be sent here.'];
      problemCount += 1;
    }
  };
  for (const field of FREE_TEXT) if (Object.hasOwn(body, field)) check(body[field], field, field === 'cart' ? IN_CART : {});
  return errors;
}

function expectedIn(name: string): ExpectedNumbers | undefined {
  if (EAN_MEMBERS.has(name)) return { eanLengths: [13, 14] };
  return PHONE_MEMBERS.has(name) ? { phones: true } : undefined;
}

/** A number with decimals is no card number, even with as many digits. */
function isTextOrInteger(value: unknown): boolean {
  return typeof value === 'string' || /^\d+$/.test(String(value));
}

/** As a number a SteamID has more digits than a double keeps, so its text is checked. */
function steamIdProblems({ antifraud }: RawBody): FieldErrors {
  const id: unknown =
    typeof antifraud === 'object' && antifraud !== null ? Object.entries(antifraud).find(([key]) => key === 'steamid')?.[1] : null;
  if (id === undefined || id === null) return {};
  const isNumeric = isLosslessNumber(id) || typeof id === 'number' || typeof id === 'string';
  if (isNumeric && STEAM_ID.test(isLosslessNumber(id) ? id.value : String(id))) return {};
  return { 'antifraud.steamid': ['The steamid must be a SteamID64 of 17 digits.'] };
}

function directChannelProblems(request: CreatePaymentRequest): FieldErrors {
  const { directChannel: channel, customer, antifraud, currency } = request;
  if (!channel) return {};
  const country = payerCountry(request);
  const isPlnOnly = PLN_ONLY.includes(channel);
  const missing = Object.entries({
    'antifraud.useragent': antifraud?.useragent,
    'customer.ip': customer?.ip,
    'customer.countryCode': country,
    ...(isPlnOnly && { 'customer.email': customer?.email }),
  }).filter(([, value]) => !value);
  const errors: FieldErrors = Object.fromEntries(
    missing.map(([path]) => [path, [`The ${path.split('.')[1]} is required when directChannel is ${channel}.`]]),
  );
  if (isPlnOnly && country && country !== 'PL')
    errors['customer.countryCode'] = [`The countryCode must be PL when directChannel is ${channel}.`];
  if (isPlnOnly && (currency ?? 'PLN') !== 'PLN') errors['currency'] = [`The currency must be PLN when directChannel is ${channel}.`];
  return errors;
}
