import { truncateTexts } from '../../common/validation/truncate-texts.js';
import { CreateDirectBillingTransactionRequest } from '../../products/direct-billing/transactions/create-transaction.request.js';
import type { Facts } from '../facts/facts.js';
import { withDefaults, type Json, renameMembers, changeMember } from '../json.js';

export const withUnderscoreKeys = (record: Json): Json => ({
  ...record,
  transaction_id: record['transactionId'],
  redirect_url: record['redirectUrl'],
});

export const withOlderTransactionKeys = (record: Json, { created }: Facts): Json => ({
  ...record,
  value_net: record['value_netto'],
  ...(created && { value_created: created.value, value_created_type: created.type }),
  score: null,
  phone_number: record['phoneNumber'],
});

/** Two values can be null: the operator until the payer chooses one, and the time of the last delivery attempt until there is an attempt. */
export const withoutNulls = (record: Json): Json =>
  changeMember(withDefaults(record, { operator: '' }), 'notify', (notify) => withDefaults(notify, { last_send_at: record['created_at'] }));

/** Netia was the fifth operator, which the gateway no longer offers. */
export const withNetiaPrice = (record: Json): Json => ({ ...record, netia: null });

export const translateCreateRequest = (body: Json): Json =>
  truncateTexts(
    renameMembers(body, { amount_type: 'amountType', phone_number: 'phoneNumber', stream_id: 'steamid' }),
    CreateDirectBillingTransactionRequest,
  ) as Json;

export const translateListQuery = (query: Json): Json =>
  changeMember(query, 'filter', (filter) => renameMembers(filter, { phone_number: 'phoneNumber' }));
