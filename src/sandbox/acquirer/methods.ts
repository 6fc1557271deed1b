/** What the payer does on the acquirer's pages before anything is confirmed. */
export type Family = 'bank' | 'card' | 'wallet' | 'phone-wallet' | 'pin' | 'display' | 'code';

export interface Method {
  name: string;
  family: Family;
  /** The gateway has to take the money after the payer agreed. */
  twoSteps?: true;
  /** Cash and vouchers paid at a till do not come back. */
  noRefunds?: true;
  /** Begun by a consent or charged under one, and never by itself. */
  byConsent?: true;
}

const bank = (name: string): Method => ({ name, family: 'bank' });

export const CONSENT_METHOD = 'blik-recurring';

/** What can be paid with at the simulated acquirer, by its own names. */
const METHODS: ReadonlyMap<string, Method> = new Map<string, Method>([
  ['blik', { name: 'BLIK', family: 'code' }],
  [CONSENT_METHOD, { name: 'BLIK Recurring Payments', family: 'code', byConsent: true }],
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

/** What a payment can be begun with. */
export function methodOf(name: string): Method | null {
  const method = METHODS.get(name);
  return method && !method.byConsent ? method : null;
}

/** Of a payment that is kept; its method was known when it began. */
export function knownMethod(name: string): Method {
  const method = METHODS.get(name);
  if (!method) throw new Error(`The simulated acquirer has no method ${name}`);
  return method;
}
