const PREFIX = 'directbilling.transactions:';

/** Name of a service's transaction list among the listing counters. */
export const transactionList = (serviceId: string): string => `${PREFIX}${serviceId}`;

/** The same in SQL. @param serviceId an expression */
export const transactionListOf = (serviceId: string): string => `'${PREFIX}' || ${serviceId}`;
