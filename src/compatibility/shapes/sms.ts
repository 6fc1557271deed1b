import type { Facts } from '../facts/facts.js';
import type { Json } from '../json.js';

/**
 * Older clients read the net price as `value`, and the gross price as `value_net` or `value_gross`. The current API has the gross price as
 * `value`.
 */
export const withOlderPriceKeys = (record: Json): Json => ({
  ...record,
  value: record['value_net'],
  value_net: record['value'],
  value_gross: record['value'],
});

/** The largest page size, for clients that read only one page. */
const MAX_PAGE_SIZE = '100';

export const withMaxPageSize = (query: Json): Json =>
  ['page', 'perPage', 'limit'].some((name) => Object.hasOwn(query, name)) ? query : { ...query, perPage: MAX_PAGE_SIZE };

export const withMessageData = (record: Json, { message }: Facts): Json => ({ ...record, ...message });

export const numberFromText = (body: Json): Json => {
  const { number } = body;
  return typeof number === 'string' && /^\d{1,9}$/.test(number) ? { ...body, number: Number(number) } : body;
};

export const withDescription = (record: Json): Json => ('description' in record ? record : { ...record, description: null });
