import { withDefaults, type Json, changeMember, changeEachMember } from '../json.js';

const NO_COMMISSION: Json = { commission: null, commission_currency: null };

export const withOlderPaymentKeys = (record: Json): Json => ({
  ...changeMember(record, 'amount', (amount) => withDefaults(amount, NO_COMMISSION)),
  redirects: record['redirect'],
});

const ADDRESS_NAMES = ['name', 'surname', 'street', 'building', 'flat', 'city', 'region', 'postalCode', 'country', 'company'];
const NO_ADDRESS: Json = Object.fromEntries(ADDRESS_NAMES.map((name) => [name, null]));
const CART_TEXTS: Json = { producer: '', category: '', code: '' };

export function paymentWithoutNulls(record: Json): Json {
  const withTexts = changeMember(withDefaults(record, { channel: '' }), 'customer', (customer) => withDefaults(customer, { email: '' }));
  const withAmounts = changeMember(withTexts, 'amount', (amount) => withDefaults(amount, { commission: 0, commission_currency: 'PLN' }));
  const withAddresses = ['billing', 'shipping'].reduce(
    (payment, name) => changeMember(payment, name, (address) => withDefaults(address, NO_ADDRESS)),
    withAmounts,
  );
  return changeEachMember(withAddresses, 'cart', (item) => withDefaults(item, CART_TEXTS));
}

/** `paid_at` becomes an empty text. A client that only checks whether `paid_at` is set must not treat an open payment as paid. */
export const listedPaymentWithoutNulls = (record: Json): Json => withDefaults(record, { control: '', channel: '', paid_at: '' });

/** A rate table has a day. Java clients expect a time, so the day becomes its midnight in UTC. */
export const withMidnightOfDay = (record: Json): Json => {
  const { updated_at: day } = record;
  return typeof day === 'string' && /^\d{4}-\d\d-\d\d$/.test(day) ? { ...record, updated_at: `${day}T00:00:00+00:00` } : record;
};

/** Adds a pagination block to a list without pages, for clients that expect the block. */
export function withSinglePage(body: Json): Json {
  const count = Array.isArray(body['data']) ? body['data'].length : 0;
  const links = { next_page: null, prev_page: null };
  return { ...body, pagination: { total: count, count, per_page: count, current_page: 1, total_pages: 1, links } };
}
