import { asText, type Json, within, withinEach } from '../json.js';

/** The key of the chosen app as text, which these clients send as a number. */
export const chosenApp = (body: Json): Json => within(body, 'alias', (alias) => asText(alias, 'blik_id'));

/** The keys of the apps as numbers, which these clients expect; a key that is no number stays a text. */
export const choiceOfApps = (body: Json): Json => within(body, 'data', (data) => withinEach(data, 'alternatives', numbered));

function numbered(alternative: Json): Json {
  const { blik_id: key } = alternative;
  return typeof key === 'string' && /^(0|[1-9]\d{0,14})$/.test(key) ? { ...alternative, blik_id: Number(key) } : alternative;
}
