/** The path of the pages on which payers pay, before the payment's id. */
export const CHECKOUT_PATH = '/pay/directbilling';
