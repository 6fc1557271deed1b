import { channelOf, CHANNELS } from '../../../src/connectors/channels/catalogue/channel-catalogue.js';
import type { ChannelId } from '../../../src/connectors/channels/catalogue/channel-ids.js';
import type { RecurringBank } from '../../../src/connectors/channels/port/capabilities.js';
import { NO_STEP, type NextStep } from '../../../src/connectors/channels/port/next-step.js';
import type { CheckoutResult } from '../../../src/products/payments/attempts/checkout-result.js';
import type { PayerAgreement, PayerRecurring } from '../../../src/products/payments/checkout/payer-agreement.js';
import type { PayerChannel, PaymentPage } from '../../../src/products/payments/checkout/payment-page.js';
import type { AgreementResult } from '../../../src/products/payments/subscriptions/agree-on-page.service.js';
import type { SubscriptionTerms } from '../../../src/products/payments/mandates/terms.js';
import { NOW, PAYMENT_ID } from './fake-payment.js';

export const offered = (id: ChannelId, more: Partial<PayerChannel> = {}): PayerChannel => {
  const { name, type } = channelOf(id);
  return { id, name, type, missing: [], takesCode: type === 'blik', ...more };
};

export const METHODS: PayerChannel[] = [
  offered('blik'),
  ...(['mbank', 'pko_bp', 'pekao', 'santander', 'ing', 'millennium', 'alior', 'card', 'google-pay', 'apple-pay', 'paypal'] as const).map(
    (id) => offered(id),
  ),
  offered('paysafecard'),
];

/** So many that they are searched. */
export const ALL_BANKS: PayerChannel[] = CHANNELS.filter(({ type }) => type === 'transfer').map(({ id }) => offered(id));

export const BANK_URL = 'https://bank.example/pay?order=1&x="2"';
export const REDIRECT: NextStep = { kind: 'redirect', url: BANK_URL };
export const NEEDS_CODE: NextStep = { kind: 'needsCode', alternatives: [] };
export const IN_APP: NextStep = { kind: 'waitPayer', until: new Date(NOW.getTime() + 55_000) };
/** A charge of model M: the payer has days. */
export const IN_DAYS: NextStep = { kind: 'waitPayer', until: new Date(NOW.getTime() + 72 * 3_600_000) };
export const TWO_APPS: NextStep = {
  kind: 'needsCode',
  alternatives: [
    { key: 'app-key-1', label: 'Bank Dębowy, phone' },
    { key: 'app-key-2', label: 'Bank Morski <tablet>' },
  ],
};
export const PIX: NextStep = {
  kind: 'display',
  form: 'qr',
  payload:
    '00020126580014br.gov.bcb.pix0136123e4567-e12b-12d1-a456-4266554400005204000053039865802BR5913Lesna Gra6008Sao Paulo62070503***63041D3D',
  url: null,
  expiresAt: new Date('2026-11-22T12:00:00Z'),
};
export const BOLETO: NextStep = {
  kind: 'display',
  form: 'voucher',
  payload: '00190.50095 40144.816069 06809.350314 3 37370000000100',
  url: 'https://acquirer.example/boleto/7',
  expiresAt: new Date('2026-11-25T02:59:00Z'),
};

/** What shops ask for. */
export const MODEL_A: SubscriptionTerms = {
  model: 'A',
  amountLimitMinor: 2_999,
  totalLimitMinor: 35_988,
  countLimit: 12,
  frequency: '1M',
  initiationAt: new Date('2026-11-30T23:00:00Z'),
  expiresAt: new Date('2027-11-30T23:00:00Z'),
};
const NO_TERMS = { amountLimitMinor: null, totalLimitMinor: null, countLimit: null, frequency: null, initiationAt: null, expiresAt: null };
export const MODEL_O: SubscriptionTerms = { ...NO_TERMS, model: 'O' };
export const MODEL_M: SubscriptionTerms = { ...NO_TERMS, model: 'M', frequency: '2W' };

export const BANKS: RecurringBank[] = [
  { name: 'mBank', mark: 'mbank' },
  { name: 'PKO Bank Polski', mark: 'pko_bp' },
  { name: 'Bank Dębowy', mark: null },
];

const OFFERED: PayerAgreement = {
  part: 'offered',
  label: 'Książka miesiąca',
  terms: MODEL_A,
  status: null,
  shown: null,
  nextChargeAt: null,
  awaitsPayer: false,
};
export const CHARGED: Partial<PayerAgreement> = {
  part: 'charged',
  status: 'subscription_active',
  nextChargeAt: new Date('2027-01-31T23:00:00Z'),
};

/** Agreed to on the page, in Polish. */
export const AGREED: Partial<PayerAgreement> = {
  part: 'begun',
  status: 'subscription_active',
  nextChargeAt: MODEL_A.initiationAt,
  shown: {
    textVersion: 'abcdef012345',
    language: 'pl',
    // As the database hands them over: in an order of its own.
    values: {
      each: '29,99 zł, nigdy więcej',
      label: 'Książka miesiąca',
      often: 'Co miesiąc',
      intro: 'Zgadzasz się na płatności, które się powtarzają.',
      button: 'Zamawiam z obowiązkiem zapłaty: teraz 1234,50 zł',
    },
    shownAt: '2026-11-21T11:58:00.000Z',
    address: '198.51.100.7',
  },
};

export function recurring(agreement: Partial<PayerAgreement> | null): PayerRecurring {
  return { agreement: agreement && { ...OFFERED, ...agreement }, word: null, banks: BANKS };
}

/** One online payment in memory that plays the product's part: its view is set by the test, its answers as well. */
export class FakeOnlinePayment {
  view: PaymentPage = FakeOnlinePayment.fresh();
  startAnswer: CheckoutResult<{ step: NextStep }> = { ok: true, step: REDIRECT };
  codeAnswer: CheckoutResult = { ok: true };
  agreeAnswer: AgreementResult = { ok: true };
  chargeAnswer: CheckoutResult<{ step: NextStep }> = { ok: true, step: IN_APP };
  failure: Error | null = null;
  readonly calls: unknown[][] = [];

  static fresh(change: Partial<PaymentPage> = {}): PaymentPage {
    return {
      transactionId: PAYMENT_ID,
      payerTransactionId: 'A7K2M9QX',
      serviceId: 'books',
      status: 'transaction_new',
      state: 'first',
      test: false,
      canExtend: true,
      stage: 'choose',
      sellerName: 'Leśna Gra',
      serviceName: 'Sklep z monetami',
      brand: null,
      description: '500 złotych monet',
      amountMinor: 123_450,
      currency: 'PLN',
      plnMinor: 123_450,
      plnRate: '1.0000000000',
      cart: [],
      channels: METHODS,
      directChannel: null,
      recurring: null,
      channel: null,
      step: NO_STEP,
      canLeave: true,
      codesLeft: 5,
      attemptsLeft: 10,
      failure: null,
      expiresAt: new Date('2026-11-21T13:00:00Z'),
      paidAt: null,
      refundMinor: 0,
      refundedMinor: 0,
      successUrl: 'https://shop.example/thanks?order=7&x=1',
      failureUrl: 'https://shop.example/sorry',
      pendingUrl: null,
      ...change,
    };
  }

  set(change: Partial<PaymentPage> = {}): void {
    this.view = FakeOnlinePayment.fresh(change);
  }

  /** Begun at a channel, which waits for something. */
  setStep(step: NextStep, change: Partial<PaymentPage> = {}): void {
    this.set({ status: 'transaction_generated', stage: 'step', channel: 'mbank', state: 'second', step, ...change });
  }

  setStage(stage: PaymentPage['stage'], change: Partial<PaymentPage> = {}): void {
    const paidAt = stage === 'paid' ? NOW : null;
    this.set({
      status: 'transaction_generated',
      channel: 'blik',
      state: `third-${stage}`,
      channels: [],
      canLeave: false,
      stage,
      paidAt,
      ...change,
    });
  }

  reset(): void {
    this.view = FakeOnlinePayment.fresh();
    this.startAnswer = { ok: true, step: REDIRECT };
    this.codeAnswer = { ok: true };
    this.agreeAnswer = { ok: true };
    this.chargeAnswer = { ok: true, step: IN_APP };
    this.failure = null;
    this.calls.length = 0;
  }

  find(id: string): PaymentPage | null {
    if (this.failure) throw this.failure;
    return id === PAYMENT_ID ? this.view : null;
  }

  start(...call: unknown[]): CheckoutResult<{ step: NextStep }> {
    this.calls.push(['start', ...call]);
    if (this.startAnswer.ok) this.setStep(this.startAnswer.step);
    return this.startAnswer;
  }

  submit(...call: unknown[]): CheckoutResult {
    this.calls.push(['code', ...call]);
    if (this.codeAnswer.ok) this.setStep(IN_APP, { channel: 'blik', state: 'in-app' });
    return this.codeAnswer;
  }

  /** For recurring payments, as the shop asks for them. */
  setRecurring(agreement: Partial<PayerAgreement> | null = {}, change: Partial<PaymentPage> = {}): void {
    this.set({
      directChannel: 'blik-recurrent',
      channels: [offered('blik-recurrent', { takesCode: false })],
      recurring: recurring(agreement),
      ...change,
    });
  }

  pick(...call: unknown[]): CheckoutResult {
    this.calls.push(['pick', ...call]);
    if (this.codeAnswer.ok) this.setStep(IN_APP, { channel: 'blik-level0', state: 'in-app' });
    return this.codeAnswer;
  }

  agree(...call: unknown[]): AgreementResult {
    this.calls.push(['agree', ...call]);
    if (this.agreeAnswer.ok)
      this.setStep(IN_APP, {
        channel: 'blik-recurrent',
        state: 'in-app',
        recurring: recurring({ part: 'begun', status: 'subscription_pending' }),
      });
    return this.agreeAnswer;
  }

  charge(...call: unknown[]): CheckoutResult<{ step: NextStep }> {
    this.calls.push(['charge', ...call]);
    if (this.chargeAnswer.ok)
      this.setStep(this.chargeAnswer.step, { channel: 'blik-recurrent', state: 'charged', recurring: recurring(CHARGED) });
    return this.chargeAnswer;
  }

  leave(...call: unknown[]): CheckoutResult {
    this.calls.push(['leave', ...call]);
    this.set({ channel: 'mbank', status: 'transaction_generated' });
    return { ok: true };
  }

  cancel(...call: unknown[]): CheckoutResult {
    this.calls.push(['cancel', ...call]);
    this.setStage('canceled', { channel: null });
    return { ok: true };
  }

  extend(...call: unknown[]): void {
    this.calls.push(['extend', ...call]);
  }

  comeBack(...call: unknown[]): void {
    this.calls.push(['return', ...call]);
  }

  states(ids: readonly string[]): Map<string, string> {
    if (this.failure) throw this.failure;
    return new Map(ids.includes(PAYMENT_ID) ? [[PAYMENT_ID, this.view.state]] : []);
  }
}
