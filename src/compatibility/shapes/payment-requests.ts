import { asText, filled, type Json, renamed, within, withinEach } from '../json.js';

/** Keys of an address that must be there, be it as null. */
const ADDRESS_KEYS: Json = { surname: null, street: null, city: null, postalCode: null, country: null };
const CART_KEYS: Json = { producer: null, category: null, code: null };
const MOST_CITY = 32;
const MOST_NAME = 64;

export function payment(body: Json): Json {
  const addressed = ['billing', 'shipping'].reduce(
    (shaped, part) => within(shaped, part, address),
    renamed(body, { channel_types: 'channelTypes' }),
  );
  return withinEach(
    within(addressed, 'antifraud', (antifraud) => asText(antifraud, 'systemId')),
    'cart',
    cartItem,
  );
}

function address(given: Json): Json {
  return shortened(filled(renamed(given, { postal_code: 'postalCode' }), ADDRESS_KEYS), 'city', MOST_CITY);
}

function cartItem(given: Json): Json {
  return shortened(filled(renamed(given, { unitPrice: 'price' }), CART_KEYS), 'name', MOST_NAME);
}

/** Texts that are only shown or compared; characters as the database counts them. */
function shortened(record: Json, member: string, most: number): Json {
  const text = record[member];
  return typeof text === 'string' && [...text].length > most ? { ...record, [member]: [...text].slice(0, most).join('') } : record;
}
