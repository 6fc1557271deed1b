/** Name of a service's transaction list among the listing counters. */
export const transactionList = (serviceId: string): string => `directbilling.transactions:${serviceId}`;
