/** The path of the pages on which payers pay, before the payment's id. */
export const PAYMENT_PATH = '/pay';
