import { ForbiddenException, NotFoundException, PayloadTooLargeException } from '@nestjs/common';
import { DomainError } from '../../../src/common/errors/domain-error.js';
import type { Rejection } from '../../../src/products/direct-billing/rejection.js';
import type { CheckoutView } from '../../../src/products/direct-billing/checkout/checkout-view.js';
import type { CheckoutApp } from './checkout-app.js';
import { BRAND } from './brand.js';
import { DIFFERENT_OFFERS, type FakePayment, NOW } from './fake-payment.js';
import { type FetchedPage, getPage, postForm } from './page.js';

interface PageCase {
  name: string;
  /** Puts the payment into the state that shows the page. */
  prepare: (payment: FakePayment, change?: Partial<CheckoutView>) => void;
  /** The form that must be sent empty to see the page: its path below the payment's. Undefined: the page is opened. */
  form?: string;
  open: (checkout: CheckoutApp, headers: Record<string, string>, change?: Partial<CheckoutView>) => Promise<FetchedPage>;
}

/** All reasons of a rejection. It is a record, because the compiler then demands each reason. */
const REJECTIONS: Record<Rejection, true> = {
  insufficient_funds: true,
  blocked_by_operator: true,
  limit_exceeded: true,
  number_not_served: true,
  code_expired: true,
  too_many_codes: true,
  expired: true,
  other: true,
};

/** Texts of the maximum length that partners may send, without a place for a line break. */
const LONGEST: Partial<CheckoutView> = { sellerName: 'W'.repeat(120), serviceName: 'W'.repeat(120), description: 'W'.repeat(255) };
const NO_RETURN_URLS: Partial<CheckoutView> = { successUrl: null, failureUrl: null };

/** All pages of a payment. A name begins with the stage of the payment (`CheckoutView.stage`), or with `closed` for a closed service. */
export const PAYMENT_PAGES: PageCase[] = [
  pageCase('choose', (payment, change) => payment.setView(change)),
  pageCase('choose, with a brand', (payment, change) => payment.setView({ brand: BRAND, ...change })),
  pageCase('paid, with a brand', (payment, change) => payment.setCodeStage({ stage: 'paid', brand: BRAND, ...change })),
  pageCase('choose, prices differ', (payment, change) => payment.setView({ offers: DIFFERENT_OFFERS, ...change })),
  pageCase('choose, number given', (payment, change) => payment.setView({ phoneFixed: true, phoneNumber: '48500600700', ...change })),
  pageCase('closed', (payment, change) => payment.setView({ closed: true, ...change })),
  pageCase('choose, with errors', (payment, change) => payment.setView(change), 'number'),
  pageCase('code', (payment, change) => payment.setCodeStage({ resendAvailableAt: new Date(NOW.getTime() + 30_000), ...change })),
  pageCase('code, with an error', (payment, change) => payment.setCodeStage({ triesLeft: 1, ...change }), 'code'),
  pageCase('code, no tries left', (payment, change) => payment.setCodeStage({ triesLeft: 0, ...change })),
  pageCase('code, no further code', (payment, change) => payment.setCodeStage({ codesLeft: 0, ...change })),
  pageCase('waiting', (payment, change) => payment.setCodeStage({ stage: 'waiting', ...change })),
  pageCase('confirmed', (payment, change) => payment.setCodeStage({ stage: 'confirmed', ...change })),
  pageCase('paid', (payment, change) => payment.setCodeStage({ stage: 'paid', ...change })),
  pageCase('paid, no return URL', (payment, change) => payment.setCodeStage({ stage: 'paid', ...change, ...NO_RETURN_URLS })),
  ...(Object.keys(REJECTIONS) as Rejection[]).map((rejection) =>
    pageCase(`rejected, ${rejection}`, (payment, change) => payment.setCodeStage({ stage: 'rejected', rejection, ...change })),
  ),
  pageCase('rejected, no return URL', (payment, change) =>
    payment.setCodeStage({ stage: 'rejected', rejection: 'expired', ...change, ...NO_RETURN_URLS }),
  ),
  ...(['choose', 'code', 'waiting', 'confirmed', 'paid', 'rejected'] as const).map((stage) =>
    pageCase(`${stage}, the longest texts`, (payment, change) => payment.setCodeStage({ stage, ...LONGEST, ...change })),
  ),
];

/** All pages that payers with DirectBilling can open, also error pages, for rules that apply to all of them. */
export const EVERY_PAGE: PageCase[] = [
  ...PAYMENT_PAGES,
  problemCase('error page, 500', new Error('database on fire')),
  problemCase('error page, 403', new ForbiddenException()),
  problemCase('error page, 404', new NotFoundException()),
  problemCase('error page, 413', new PayloadTooLargeException()),
  problemCase('error page, 429', new DomainError('TOO_MANY_REQUESTS', { retryAfterSeconds: 7 })),
];

function problemCase(name: string, failure: Error): PageCase {
  return pageCase(name, (payment) => (payment.failure = failure));
}

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
