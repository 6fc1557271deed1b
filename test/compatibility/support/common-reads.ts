import { type Reads, withParentPath } from './older-client.js';

export const PAGES: Reads = {
  'pagination.total': 'whole',
  'pagination.count': 'whole',
  'pagination.per_page': 'whole',
  'pagination.current_page': 'whole',
  'pagination.total_pages': 'whole',
  'pagination.links': 'object',
};

const TIMES: Reads = { created_at: 'moment', updated_at: 'moment' };

/** All keys of an alias. */
export const ALIAS: Reads = {
  id: 'text',
  type: 'one of PAYID UID',
  value: 'text',
  label: 'text',
  blik_key: 'text|null',
  status: 'one of alias_pending_registration alias_active alias_expired alias_unregistered',
  expires_at: 'moment|null',
  ...TIMES,
};

/** All keys of a subscription. */
export const SUBSCRIPTION: Reads = {
  id: 'text',
  status:
    'one of subscription_pending subscription_active subscription_cancelled subscription_expired subscription_finished subscription_fraudulent',
  mode: 'one of BLIK CARD',
  'blik.model': 'one of A O M',
  frequency: 'text|null',
  initiation_date: 'text|null',
  total_amount_limit: 'number|null',
  total_transactions_limit: 'whole|null',
  cancelled: 'object|null',
  'cancelled.by': 'one of system antifraud merchant payer blik',
  'cancelled.reason': 'text|null',
  ...TIMES,
};

/** The values that clients read from lists of subscriptions and aliases. */
export const SUBSCRIPTIONS: Reads = {
  ...withParentPath('data[]', { ...SUBSCRIPTION, blik: 'object|null', ...withParentPath('blik.alias', ALIAS) }),
  ...PAGES,
};
export const ALIASES: Reads = {
  ...withParentPath('data[]', { ...ALIAS, subscription: 'object?', ...withParentPath('subscription', SUBSCRIPTION) }),
  ...PAGES,
};

/** Reasons why calls of several clients cannot work. docs/compatibility.md contains these texts. */
export const INTEGER_IDS = 'expects whole numbers as ids of services, but the gateway’s ids are eight hexadecimal digits';
export const REMOVED_FIELDS = 'expects operators, commissions and limits in a service, which the API no longer sends';
