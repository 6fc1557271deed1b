/** Name of a service's transaction list among the listing counters. */
export const smsTransactionList = (serviceId: string): string => `sms.transactions:${serviceId}`;

/** Status of a transaction in that list. */
export const usedStatus = (used: boolean): string => (used ? 'used' : 'unused');
