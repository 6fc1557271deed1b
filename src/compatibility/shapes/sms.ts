import type { Facts } from '../facts/facts.js';
import type { Json } from '../json.js';

/** The price of an SMS: net as `value`, gross as both `value_net` and `value_gross`. */
export const pricedNumber = (record: Json): Json => ({
  ...record,
  value: record['value_net'],
  value_net: record['value'],
  value_gross: record['value'],
});

/** The largest page size, for clients that read only one page. */
const WHOLE_CATALOGUE = '100';

export const withMaxPageSize = (query: Json): Json =>
  ['page', 'perPage', 'limit'].some((name) => Object.hasOwn(query, name)) ? query : { ...query, perPage: WHOLE_CATALOGUE };

export const checkedCode = (record: Json, { message }: Facts): Json => ({ ...record, ...message });

export const numberFromText = (body: Json): Json => {
  const { number } = body;
  return typeof number === 'string' && /^\d{1,9}$/.test(number) ? { ...body, number: Number(number) } : body;
};

export const describedService = (record: Json): Json => ('description' in record ? record : { ...record, description: null });
