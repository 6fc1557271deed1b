/**
 * How the payer pays with a method:
 * - `bank`, `wallet`: logs in on a page and confirms
 * - `card`: enters a card on a page
 * - `phone-wallet`: confirms on a page without a login
 * - `pin`: enters the PIN of a prepaid voucher on a page
 * - `display`: pays elsewhere, by a QR code or a voucher that a page shows
 * - `code`: confirms a BLIK payment in the bank's app, without a page of the acquirer
 */
export type Family = 'bank' | 'card' | 'wallet' | 'phone-wallet' | 'pin' | 'display' | 'code';

export interface Method {
  name: string;
  family: Family;
  /** The gateway has to capture the money after the payer has agreed. */
  twoSteps?: true;
  /** Payments in cash cannot be refunded. */
  noRefunds?: true;
  /** Usable only with a new mandate or for a charge under a mandate. */
  byMandate?: true;
}

const bank = (name: string): Method => ({ name, family: 'bank' });

export const MANDATE_METHOD = 'blik-recurring';

/** Methods of the simulated acquirer, by the acquirer's own names. */
const METHODS: ReadonlyMap<string, Method> = new Map<string, Method>([
  ['blik', { name: 'BLIK', family: 'code' }],
  [MANDATE_METHOD, { name: 'BLIK Recurring Payments', family: 'code', byMandate: true }],
  ['mbank', bank('mBank')],
  ['pko_bp', bank('PKO Bank Polski')],
  ['pekao', bank('Bank Pekao')],
  ['santander', bank('Santander Bank Polska')],
  ['ing', bank('ING Bank Śląski')],
  ['millennium', bank('Bank Millennium')],
  ['alior', bank('Alior Bank')],
  ['bnp_paribas', bank('BNP Paribas')],
  ['credit_agricole', bank('Credit Agricole')],
  ['velobank', bank('VeloBank')],
  ['nest_bank', bank('Nest Bank')],
  ['citi_handlowy', bank('Citi Handlowy')],
  ['bos', bank('BOŚ Bank')],
  ['pocztowy', bank('Bank Pocztowy')],
  ['inteligo', bank('Inteligo')],
  ['card', { name: 'Card', family: 'card' }],
  ['google-pay', { name: 'Google Pay', family: 'phone-wallet' }],
  ['apple-pay', { name: 'Apple Pay', family: 'phone-wallet' }],
  ['paypal', { name: 'PayPal', family: 'wallet', twoSteps: true }],
  ['skrill', { name: 'Skrill', family: 'wallet' }],
  ['neteller', { name: 'Neteller', family: 'wallet' }],
  ['paysafecard', { name: 'paysafecard', family: 'pin', twoSteps: true }],
  ['paysafecash', { name: 'paysafecash', family: 'display', noRefunds: true }],
  ['pix', { name: 'Pix', family: 'display' }],
  ['boleto', { name: 'Boleto', family: 'display', noRefunds: true }],
]);

/** A method for new payments; null when the name is unknown or the method needs a mandate. */
export function methodOf(name: string): Method | null {
  const method = METHODS.get(name);
  return method && !method.byMandate ? method : null;
}

export function hasMethod(name: string): boolean {
  return METHODS.has(name);
}

/** The method of a stored payment. */
export function requireMethod(name: string): Method {
  const method = METHODS.get(name);
  if (!method) throw new Error(`The simulated acquirer has no method ${name}`);
  return method;
}
