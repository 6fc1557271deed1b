import { asText, filled, type Json, within, withinEach } from '../json.js';

const noSubscription: Json = {
  blik: null,
  frequency: null,
  initiation_date: null,
  total_amount_limit: null,
  total_transactions_limit: null,
  cancelled: null,
};
const noAlias: Json = { blik_key: null, expires_at: null };

/** Keys that the reference leaves out where they do not apply, of a subscription and of its alias. */
export function wholeSubscription(record: Json): Json {
  const withKeys = within(filled(record, noSubscription), 'cancelled', (cancelled) => filled(cancelled, { reason: null }));
  return within(withKeys, 'blik', (blik) => within(blik, 'alias', (alias) => filled(alias, noAlias)));
}

export const wholeAlias = (record: Json): Json => within(filled(record, noAlias), 'subscription', wholeSubscription);

/** The app that the payer chose. */
export const chosenApp = (body: Json): Json => within(body, 'alias', (alias) => asText(alias, 'blik_id'));

/** The apps to choose from, where the acquirer's keys are numbers; others cannot be given as one. */
export const choiceOfApps = (body: Json): Json => within(body, 'data', (data) => withinEach(data, 'alternatives', numbered));

function numbered(alternative: Json): Json {
  const { blik_id: key } = alternative;
  return typeof key === 'string' && /^(0|[1-9]\d{0,14})$/.test(key) ? { ...alternative, blik_id: Number(key) } : alternative;
}
