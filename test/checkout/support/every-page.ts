import type { CheckoutView } from '../../../src/direct-billing/checkout/checkout-view.js';
import type { CheckoutApp } from './checkout-app.js';
import { DIFFERENT_OFFERS, type FakePayment, NOW } from './fake-payment.js';
import { type FetchedPage, getPage, postForm } from './page.js';

interface PageCase {
  name: string;
  /** Puts the payment into the state that shows the page. */
  prepare: (payment: FakePayment, change?: Partial<CheckoutView>) => void;
  /** The form that leads to the page, as a path below the payment's. */
  form?: string;
  open: (checkout: CheckoutApp, headers: Record<string, string>, change?: Partial<CheckoutView>) => Promise<FetchedPage>;
}

/** Every page a payer can meet, for rules that hold on all of them. */
export const EVERY_PAGE: PageCase[] = [
  pageCase('choose', (payment, change) => payment.set(change)),
  pageCase('choose, prices differ', (payment, change) => payment.set({ offers: DIFFERENT_OFFERS, ...change })),
  pageCase('choose, number given', (payment, change) => payment.set({ phoneFixed: true, phoneNumber: '48500600700', ...change })),
  pageCase('choose, with errors', (payment, change) => payment.set(change), 'number'),
  pageCase('code', (payment, change) => payment.setCodeStage({ resendAvailableAt: new Date(NOW.getTime() + 30_000), ...change })),
  pageCase('code, with an error', (payment, change) => payment.setCodeStage({ triesLeft: 1, ...change }), 'code'),
  pageCase('code, used up', (payment, change) => payment.setCodeStage({ triesLeft: 0, ...change })),
  pageCase('code, the last', (payment, change) => payment.setCodeStage({ codesLeft: 0, ...change })),
  pageCase('waiting', (payment, change) => payment.setCodeStage({ stage: 'waiting', ...change })),
  pageCase('confirmed', (payment, change) => payment.setCodeStage({ stage: 'confirmed', ...change })),
  pageCase('paid', (payment, change) => payment.setCodeStage({ stage: 'paid', ...change })),
  pageCase('rejected', (payment, change) => payment.setCodeStage({ stage: 'rejected', rejection: 'insufficient_funds', ...change })),
  pageCase('failed', (payment) => (payment.failure = new Error('database on fire'))),
];

function pageCase(name: string, prepare: (payment: FakePayment, change?: Partial<CheckoutView>) => unknown, form?: string): PageCase {
  return {
    name,
    form,
    prepare: (payment, change) => void prepare(payment, change),
    open: (checkout, headers, change) => {
      prepare(checkout.payment, change);
      return form ? postForm(`${checkout.pageUrl}/${form}`, {}, headers) : getPage(checkout.pageUrl, headers);
    },
  };
}
