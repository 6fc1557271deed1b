/** The types of notifications that each operation can cause, by the `operationId` of the OpenAPI document. */
export const NOTIFIED_BY: Readonly<Record<string, readonly string[]>> = {
  'DirectBillingTransactions.create': ['directbilling.status_changed'],
  'PaymentTransactions.create': ['transaction:status_changed'],
  'PaymentRefunds.create': ['transaction_refund:status_changed'],
  'BlikLevel0.create': ['transaction_blik_level0:code_status_changed', 'transaction:status_changed', 'blik:alias_status_changed'],
  'BlikSubscriptions.create': ['subscription:status_changed', 'blik:alias_status_changed'],
  'BlikSubscriptions.charge': ['transaction:status_changed', 'subscription:status_changed'],
  'BlikAliases.remove': ['blik:alias_status_changed'],
  'BlikAliases.removeOne': ['blik:alias_status_changed'],
};
