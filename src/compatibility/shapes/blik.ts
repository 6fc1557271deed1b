import { asText, type Json, within, withinEach } from '../json.js';

/** The app that the payer chose. */
export const chosenApp = (body: Json): Json => within(body, 'alias', (alias) => asText(alias, 'blik_id'));

/** The apps to choose from, where the acquirer's keys are numbers; others cannot be given as one. */
export const choiceOfApps = (body: Json): Json => within(body, 'data', (data) => withinEach(data, 'alternatives', numbered));

function numbered(alternative: Json): Json {
  const { blik_id: key } = alternative;
  return typeof key === 'string' && /^(0|[1-9]\d{0,14})$/.test(key) ? { ...alternative, blik_id: Number(key) } : alternative;
}
