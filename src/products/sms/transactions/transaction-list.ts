const PREFIX = 'sms.transactions:';

/** Name of a service's transaction list among the listing counters. */
export const smsTransactionList = (serviceId: string): string => `${PREFIX}${serviceId}`;

/** The same in SQL. @param serviceId an expression */
export const smsTransactionListOf = (serviceId: string): string => `'${PREFIX}' || ${serviceId}`;

/** Status of a transaction in that list. */
export const usedStatus = (used: boolean): string => (used ? 'used' : 'unused');
