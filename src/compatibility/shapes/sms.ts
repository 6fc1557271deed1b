import type { Facts } from '../facts/facts.js';
import type { Json } from '../json.js';

/** What a message costs: net under `value`, gross under both names it has had. */
export const pricedNumber = (record: Json): Json => ({
  ...record,
  value: record['value_net'],
  value_net: record['value'],
  value_gross: record['value'],
});

/** The most that a page can hold, for whoever does not know that there are pages. */
const WHOLE_CATALOGUE = '100';

export const wholePage = (query: Json): Json =>
  ['page', 'perPage', 'limit'].some((name) => Object.hasOwn(query, name)) ? query : { ...query, perPage: WHOLE_CATALOGUE };

export const checkedCode = (record: Json, { message }: Facts): Json => ({ ...record, ...message });

export const numberFromText = (body: Json): Json => {
  const { number } = body;
  return typeof number === 'string' && /^\d{1,9}$/.test(number) ? { ...body, number: Number(number) } : body;
};

export const describedService = (record: Json): Json => ('description' in record ? record : { ...record, description: null });
