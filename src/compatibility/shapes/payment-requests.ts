import { DomainError } from '../../common/errors/domain-error.js';
import { truncateTexts } from '../../common/validation/truncate-texts.js';
import { CreatePaymentRequest } from '../../products/payments/payments/create/create-payment.request.js';
import { cardNumberProblems } from '../../products/payments/payments/create/create-payment-rules.js';
import { numberToText, withDefaults, type Json, renameMembers, changeMember, changeEachMember } from '../json.js';

/** Keys that an address must have; their values may be null. */
const ADDRESS_KEYS: Json = { surname: null, street: null, city: null, postalCode: null, country: null };
const CART_KEYS: Json = { producer: null, category: null, code: null };

export function translatePaymentRequest(body: Json): Json {
  const withAddresses = ['billing', 'shipping'].reduce(
    (payment, name) => changeMember(payment, name, address),
    renameMembers(body, { channel_types: 'channelTypes' }),
  );
  return shorten(
    changeEachMember(
      changeMember(withAddresses, 'antifraud', (antifraud) => numberToText(antifraud, 'systemId')),
      'cart',
      cartItem,
    ),
  );
}

const address = (raw: Json): Json => withDefaults(renameMembers(raw, { postal_code: 'postalCode' }), ADDRESS_KEYS);

const cartItem = (raw: Json): Json => withDefaults(renameMembers(raw, { unitPrice: 'price' }), CART_KEYS);

/**
 * Shortens texts that are too long.
 * @throws DomainError VALIDATION_ERROR when the unshortened body has a card number, because later checks do not see the part that is cut off.
 */
function shorten(body: Json): Json {
  const shortened = truncateTexts(body, CreatePaymentRequest) as Json;
  if (shortened === body) return body;
  const errors = cardNumberProblems(body);
  if (Object.keys(errors).length > 0) throw new DomainError('VALIDATION_ERROR', { errors });
  return shortened;
}
