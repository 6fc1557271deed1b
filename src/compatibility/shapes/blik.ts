import { numberToText, type Json, changeMember, changeEachMember } from '../json.js';

/** Makes the key of the chosen bank app a text. Older clients send a number. */
export const withAppKeyAsText = (body: Json): Json => changeMember(body, 'alias', (alias) => numberToText(alias, 'blik_id'));

/** A whole number of at most 15 digits. A double could round a number with more digits. */
const NUMERIC_KEY = /^(0|[1-9]\d{0,14})$/;

/** Makes the keys of the bank apps numbers, which older clients expect. A key that is not a whole number of at most 15 digits stays a text. */
export const withNumericAppKeys = (body: Json): Json =>
  changeMember(body, 'data', (data) => changeEachMember(data, 'alternatives', withNumericKey));

function withNumericKey(alternative: Json): Json {
  const { blik_id: key } = alternative;
  return typeof key === 'string' && NUMERIC_KEY.test(key) ? { ...alternative, blik_id: Number(key) } : alternative;
}
