import type { FailureReason } from '../../../src/connectors/acquirers/port/failure-reasons.js';
import type { PayerPayment } from '../../../src/products/payments/checkout/payment-page.js';
import { BRAND } from './brand.js';
import { NOW } from './fake-payment.js';
import {
  ACCEPTED_MANDATE,
  CHARGED_SUBSCRIPTION,
  ALL_BANKS,
  BOLETO,
  CHARGED_MANDATE,
  FakeOnlinePayment,
  WAIT_IN_APP,
  WAIT_FOR_DAYS,
  METHODS,
  MODEL_M,
  MODEL_O,
  NEEDS_CODE,
  offeredChannel,
  PIX,
  recurringPayment,
  REDIRECT,
  TWO_APPS,
} from './fake-online-payment.js';

export interface OnlinePage {
  name: string;
  prepare: (payment: FakeOnlinePayment, change?: Partial<PayerPayment>) => void;
  /** The form that leads to the page: a path below the payment's, and its fields. */
  form?: { path: string; fields: Record<string, string> };
}

const failed = (reason: FailureReason): PayerPayment['failure'] => ({ reason, ticketCode: null });
const BRAZILIAN = { currency: 'BRL', plnMinor: 87_341, plnRate: '0.7075000000' };
const CART = [
  { name: 'Moneta', quantity: 2, priceMinor: 50_000 },
  { name: 'Etui', quantity: 1, priceMinor: 23_450 },
];
const WITH_DETAILS = [
  ...METHODS,
  offeredChannel('pix', { missing: ['name', 'document'] }),
  offeredChannel('boleto', { missing: ['name', 'email', 'document'] }),
];

/** All pages of a subscription, by path below the signed link. */
export const SUBSCRIPTION_PAGES: { name: string; pathBelowLink: string; prepare: (payment: FakeOnlinePayment) => void }[] = [
  { name: 'agreement', pathBelowLink: '', prepare: (payment) => payment.reset() },
  {
    name: 'agreement made in the shop, with a brand',
    pathBelowLink: '',
    prepare: (payment) =>
      (payment.subscription = {
        ...CHARGED_SUBSCRIPTION,
        brand: BRAND,
        mandate: { ...CHARGED_SUBSCRIPTION.mandate, consentEvidence: null },
        payments: [],
      }),
  },
  { name: 'agreement, to be ended', pathBelowLink: '/end', prepare: (payment) => payment.reset() },
  {
    name: 'agreement that has ended',
    pathBelowLink: '',
    prepare: (payment) => (payment.subscription = { ...CHARGED_SUBSCRIPTION, isLive: false, endedAt: NOW, endedBy: 'payer' }),
  },
];

/** All pages of an online payment. */
export const ONLINE_PAGES: OnlinePage[] = [
  { name: 'choose', prepare: (payment, change) => payment.setView(change) },
  { name: 'choose, with a brand and a cart', prepare: (payment, change) => payment.setView({ brand: BRAND, cart: CART, ...change }) },
  {
    name: 'choose, nothing chosen',
    prepare: (payment, change) => payment.setView({ channels: METHODS.slice(1), ...change }),
    form: { path: 'method', fields: {} },
  },
  {
    name: 'choose, code missing',
    prepare: (payment, change) => payment.setView(change),
    form: { path: 'method', fields: { channel: 'blik' } },
  },
  {
    name: 'choose, details missing',
    prepare: (payment, change) => payment.setView({ channels: WITH_DETAILS, ...BRAZILIAN, ...change }),
    form: { path: 'method', fields: { channel: 'boleto', 'email-boleto': 'x' } },
  },
  {
    name: 'choose, after a failure',
    prepare: (payment, change) => payment.setView({ channel: 'mbank', failure: failed('payer_declined'), ...change }),
  },
  {
    name: 'choose, among all banks',
    prepare: (payment, change) => payment.setView({ channels: [...METHODS.slice(0, 1), ...ALL_BANKS, ...METHODS.slice(8)], ...change }),
  },
  { name: 'choose, nothing offered', prepare: (payment, change) => payment.setView({ channels: [], ...change }) },
  { name: 'consent', prepare: (payment, change) => payment.setRecurring({}, change) },
  {
    name: 'consent, nothing to pay now, with a brand',
    prepare: (payment, change) => payment.setRecurring({ terms: MODEL_M }, { amountMinor: 0, plnMinor: 0, brand: BRAND, ...change }),
  },
  {
    name: 'consent, code missing',
    prepare: (payment, change) => payment.setRecurring({ terms: MODEL_O }, change),
    form: { path: 'agree', fields: { code: '' } },
  },
  {
    name: 'consent, after a bank without recurring payments',
    prepare: (payment, change) => payment.setRecurring({}, { codesLeft: 4, failure: failed('not_supported'), ...change }),
  },
  { name: 'closed', prepare: (payment, change) => payment.setView({ closed: true, channels: [], ...change }) },
  {
    name: 'closed, after a started attempt',
    prepare: (payment, change) => payment.setView({ closed: true, channels: [], channel: 'mbank', brand: BRAND, ...change }),
  },
  { name: 'code requested by the shop', prepare: (payment, change) => payment.setRecurring(null, change) },
  {
    name: 'code requested by the shop, after a failure',
    prepare: (payment, change) => payment.setRecurring(null, { failure: failed('not_supported'), ...change }),
  },
  { name: 'charge', prepare: (payment, change) => payment.setRecurring({ ...CHARGED_MANDATE, awaitsPayer: true }, change) },
  {
    name: 'app, for consent',
    prepare: (payment, change) =>
      payment.setStep(WAIT_IN_APP, {
        channel: 'blik-recurrent',
        recurring: recurringPayment({ part: 'begun', status: 'subscription_pending' }),
        ...change,
      }),
  },
  {
    name: 'app, for a charge',
    prepare: (payment, change) =>
      payment.setStep(WAIT_FOR_DAYS, {
        channel: 'blik-recurrent',
        recurring: recurringPayment({ ...CHARGED_MANDATE, terms: MODEL_M }),
        ...change,
      }),
  },
  {
    name: 'waiting, for consent',
    prepare: (payment, change) =>
      payment.setStage('waiting', {
        channel: 'blik-recurrent',
        recurring: recurringPayment({ part: 'begun', status: 'subscription_pending' }),
        ...change,
      }),
  },
  {
    name: 'paid, with an agreement',
    prepare: (payment, change) =>
      payment.setStage('paid', { channel: 'blik-recurrent', recurring: recurringPayment(ACCEPTED_MANDATE), ...change }),
  },
  {
    name: 'paid, a setup payment',
    prepare: (payment, change) =>
      payment.setStage('paid', {
        channel: 'blik-recurrent',
        amountMinor: 0,
        plnMinor: 0,
        recurring: recurringPayment(ACCEPTED_MANDATE),
        ...change,
      }),
  },
  {
    name: 'paid, of a charge',
    prepare: (payment, change) =>
      payment.setStage('paid', { channel: 'blik-recurrent', recurring: recurringPayment(CHARGED_MANDATE), ...change }),
  },
  { name: 'apps', prepare: (payment, change) => payment.setStep(TWO_APPS, { channel: 'blik-level0', ...change }) },
  {
    name: 'apps, none chosen',
    prepare: (payment, change) => payment.setStep(TWO_APPS, { channel: 'blik-level0', codesLeft: 4, ...change }),
    form: { path: 'app', fields: {} },
  },
  { name: 'code', prepare: (payment, change) => payment.setStep(NEEDS_CODE, { channel: 'blik', ...change }) },
  {
    name: 'code, after a failure',
    prepare: (payment, change) =>
      payment.setStep(NEEDS_CODE, { channel: 'blik', codesLeft: 3, failure: failed('code_expired'), ...change }),
  },
  {
    name: 'code, missing',
    prepare: (payment, change) => payment.setStep(NEEDS_CODE, { channel: 'blik', ...change }),
    form: { path: 'code', fields: { code: '' } },
  },
  { name: 'app', prepare: (payment, change) => payment.setStep(WAIT_IN_APP, { channel: 'blik', ...change }) },
  { name: 'away', prepare: (payment, change) => payment.setStep(REDIRECT, change) },
  { name: 'display, QR', prepare: (payment, change) => payment.setStep(PIX, { channel: 'pix', ...BRAZILIAN, ...change }) },
  { name: 'display, voucher', prepare: (payment, change) => payment.setStep(BOLETO, { channel: 'boleto', ...BRAZILIAN, ...change }) },
  ...(['waiting', 'confirmed', 'checking', 'paid', 'failed', 'expired', 'canceled', 'refunded', 'fraud'] as const).map((stage) => ({
    name: stage,
    prepare: (payment: FakeOnlinePayment, change?: Partial<PayerPayment>) =>
      payment.setStage(stage, { failure: stage === 'failed' ? failed('insufficient_funds') : null, ...change }),
  })),
  {
    name: 'paid, in another currency',
    prepare: (payment, change) => payment.setStage('paid', { currency: 'EUR', plnMinor: 538_896, plnRate: '4.3653000000', ...change }),
  },
  {
    name: 'paid, refunded in part',
    prepare: (payment, change) => payment.setStage('paid', { refundMinor: 5_050, refundedMinor: 3_000, ...change }),
  },
  {
    name: 'waiting, with a return URL',
    prepare: (payment, change) => payment.setStage('waiting', { pendingUrl: 'https://shop.example/pending', ...change }),
  },
  {
    name: 'expired, after a decline',
    prepare: (payment, change) => payment.setStage('expired', { failure: failed('insufficient_funds'), ...change }),
  },
  { name: 'expired, without an attempt', prepare: (payment, change) => payment.setStage('expired', { channel: null, ...change }) },
  {
    name: 'paid, no return URL',
    prepare: (payment, change) => payment.setStage('paid', { ...change, successUrl: null, failureUrl: null }),
  },
];
