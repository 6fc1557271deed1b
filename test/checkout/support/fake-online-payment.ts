import { channelOf, CHANNELS } from '../../../src/connectors/acquirers/catalogue/channel-catalogue.js';
import type { ChannelId } from '../../../src/connectors/acquirers/catalogue/channel-ids.js';
import type { RecurringBank } from '../../../src/connectors/acquirers/port/capabilities.js';
import { NO_STEP, type NextStep } from '../../../src/connectors/acquirers/port/next-step.js';
import type { CheckoutResult } from '../../../src/products/payments/attempts/checkout-result.js';
import type { PayerMandate, PayerRecurring } from '../../../src/products/payments/checkout/payer-mandate.js';
import type { PayerCartItem, PayerChannel, PayerPayment } from '../../../src/products/payments/checkout/payment-page.js';
import { spriteLayoutOf, spriteOf, type StoredMark } from '../../../src/products/payments/payment-methods/marks/mark-sprite.js';
import type { PayerLink } from '../../../src/products/payments/links/payer-link.query.js';
import type { PayerSubscription } from '../../../src/products/payments/checkout/payer-subscription.js';
import type { AcceptResult } from '../../../src/products/payments/subscriptions/accept-subscription.service.js';
import type { SubscriptionTerms } from '../../../src/products/payments/mandates/terms.js';
import { NOW, PAYMENT_ID } from './fake-payment.js';

export const offeredChannel = (id: ChannelId, more: Partial<PayerChannel> = {}): PayerChannel => {
  const { name, type } = channelOf(id);
  return { id, name, type, missing: [], takesCode: type === 'blik', ...more };
};

export const METHODS: PayerChannel[] = [
  offeredChannel('blik'),
  ...(['mbank', 'pko_bp', 'pekao', 'santander', 'ing', 'millennium', 'alior', 'card', 'google-pay', 'apple-pay', 'paypal'] as const).map(
    (id) => offeredChannel(id),
  ),
  offeredChannel('paysafecard'),
];

/** Enough banks for the search field to appear. */
export const ALL_BANKS: PayerChannel[] = CHANNELS.filter(({ type }) => type === 'transfer').map(({ id }) => offeredChannel(id));

/** A cart with this number of lines: short and long names, cheap and expensive items. */
export const cartOf = (lines: number): PayerCartItem[] =>
  Array.from({ length: lines }, (_, index) => ({
    name: index % 3 === 0 ? `Etui ${index + 1}` : `Moneta kolekcjonerska w drewnianym pudełku, numer ${index + 1}`,
    quantity: index % 4 === 3 ? 1_234.5 : 1,
    priceMinor: index % 5 === 1 ? 123_456_789 : 1_999,
  }));

export const BANK_URL = 'https://bank.example/pay?order=1&x="2"';
export const REDIRECT: NextStep = { kind: 'redirect', url: BANK_URL };
export const NEEDS_CODE: NextStep = { kind: 'needsCode', alternatives: [] };
export const WAIT_IN_APP: NextStep = { kind: 'waitPayer', until: new Date(NOW.getTime() + 55_000) };
/** A charge of model M, which the payer can confirm for days. */
export const WAIT_FOR_DAYS: NextStep = { kind: 'waitPayer', until: new Date(NOW.getTime() + 72 * 3_600_000) };
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

/** Mandate terms that partners request, of each BLIK model. */
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

const OFFERED: PayerMandate = {
  part: 'offered',
  subscriptionId: null,
  label: 'Książka miesiąca',
  terms: MODEL_A,
  status: null,
  consentEvidence: null,
  nextChargeAt: null,
  awaitsPayer: false,
};
export const SUBSCRIPTION_ID = '01900000-0000-7000-8000-00000000a0b1';

export const CHARGED_MANDATE: Partial<PayerMandate> = {
  subscriptionId: SUBSCRIPTION_ID,
  part: 'charged',
  status: 'subscription_active',
  nextChargeAt: new Date('2027-01-31T23:00:00Z'),
};

/** A mandate that the payer accepted on the Polish page. */
export const ACCEPTED_MANDATE: Partial<PayerMandate> = {
  subscriptionId: SUBSCRIPTION_ID,
  part: 'begun',
  status: 'subscription_active',
  nextChargeAt: MODEL_A.initiationAt,
  consentEvidence: {
    textVersion: 'abcdef012345',
    language: 'pl',
    // Not in the order of the page, because jsonb does not keep the order in which members were stored.
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

export function recurringPayment(mandate: Partial<PayerMandate> | null): PayerRecurring {
  return { mandate: mandate && { ...OFFERED, ...mandate }, state: null, banks: BANKS };
}

/** The subscription of the fake payment, with its first payment and one charge. */
export const CHARGED_SUBSCRIPTION: PayerSubscription = {
  subscriptionId: SUBSCRIPTION_ID,
  payerTransactionId: 'A7K2M9QX',
  test: false,
  sellerName: 'Leśna Gra',
  brand: null,
  item: '500 złotych monet',
  firstMinor: 123_450,
  mandate: { ...OFFERED, ...ACCEPTED_MANDATE },
  isLive: true,
  endedAt: null,
  endedBy: null,
  payments: [
    { paidAt: new Date('2026-11-01T08:00:00Z'), amountMinor: 2_999 },
    { paidAt: new Date('2026-10-01T08:00:00Z'), amountMinor: 123_450 },
  ],
  paymentCount: 2,
  paidMinor: 126_449,
};

/**
 * A fake of the product in memory: one online payment, its subscription, a payment link and the installed marks. The test sets their views
 * and the results of the calls.
 */
export class FakeOnlinePayment {
  view: PayerPayment = FakeOnlinePayment.fresh();
  startResult: CheckoutResult<{ step: NextStep }> = { ok: true, step: REDIRECT };
  /** The result of a BLIK code and of the choice of a bank's app. */
  codeResult: CheckoutResult = { ok: true };
  /** The result of a payer's acceptance of the offered subscription. */
  acceptResult: AcceptResult = { ok: true };
  chargeResult: CheckoutResult<{ step: NextStep }> = { ok: true, step: WAIT_IN_APP };
  /** Marks of payment methods that staff have installed. Without marks the pages show neutral icons. */
  marks: (StoredMark & { svg: string })[] = [];
  /** Thrown when the payment is read; null: the payment can be read. */
  failure: Error | null = null;
  subscription: PayerSubscription = CHARGED_SUBSCRIPTION;
  /** The view of the payment link; null for an unknown link. */
  link: PayerLink | null = null;
  /**
   * Calls of the pages in their order, each as a label and the arguments. Labels that are not the name of the method: `code` (submit),
   * `pick` (pickBankApp), `agree` (acceptOffer), `end` (cancelSubscription), `return` (handleReturn).
   */
  readonly calls: unknown[][] = [];

  /** A new payment without an attempt. */
  static fresh(overrides: Partial<PayerPayment> = {}): PayerPayment {
    return {
      transactionId: PAYMENT_ID,
      payerTransactionId: 'A7K2M9QX',
      serviceId: 'books',
      status: 'transaction_new',
      state: 'first',
      test: false,
      canExtend: true,
      stage: 'choose',
      closed: false,
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
      canAbandon: true,
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
      ...overrides,
    };
  }

  setView(overrides: Partial<PayerPayment> = {}): void {
    this.view = FakeOnlinePayment.fresh(overrides);
  }

  /** Sets an attempt that waits for this next step. */
  setStep(step: NextStep, overrides: Partial<PayerPayment> = {}): void {
    this.setView({ status: 'transaction_generated', stage: 'step', channel: 'mbank', state: 'second', step, ...overrides });
  }

  setStage(stage: PayerPayment['stage'], overrides: Partial<PayerPayment> = {}): void {
    const paidAt = stage === 'paid' ? NOW : null;
    this.setView({
      status: 'transaction_generated',
      channel: 'blik',
      state: `third-${stage}`,
      channels: [],
      canAbandon: false,
      stage,
      paidAt,
      ...overrides,
    });
  }

  reset(): void {
    this.view = FakeOnlinePayment.fresh();
    this.startResult = { ok: true, step: REDIRECT };
    this.codeResult = { ok: true };
    this.acceptResult = { ok: true };
    this.chargeResult = { ok: true, step: WAIT_IN_APP };
    this.marks = [];
    this.failure = null;
    this.subscription = CHARGED_SUBSCRIPTION;
    this.calls.length = 0;
  }

  /** Replaces `ChannelMarksQuery`. */
  installedMarks() {
    return {
      layout: () => Promise.resolve(spriteLayoutOf(this.marks)),
      findSprite: (hash: string) => Promise.resolve(spriteLayoutOf(this.marks)?.hash === hash ? Buffer.from(spriteOf(this.marks)) : null),
      fileOf: () => Promise.resolve(null),
    };
  }

  findSubscription(id: string): PayerSubscription | null {
    return id === SUBSCRIPTION_ID ? this.subscription : null;
  }

  cancelSubscription(...call: unknown[]): boolean {
    this.calls.push(['end', ...call]);
    const { isLive } = this.subscription;
    this.subscription = { ...this.subscription, isLive: false, endedAt: NOW, endedBy: 'payer' };
    return isLive;
  }

  find(id: string): PayerPayment | null {
    if (this.failure) throw this.failure;
    return id === PAYMENT_ID ? this.view : null;
  }

  start(...call: unknown[]): CheckoutResult<{ step: NextStep }> {
    this.calls.push(['start', ...call]);
    if (this.startResult.ok) this.setStep(this.startResult.step);
    return this.startResult;
  }

  submit(...call: unknown[]): CheckoutResult {
    this.calls.push(['code', ...call]);
    if (this.codeResult.ok) this.setStep(WAIT_IN_APP, { channel: 'blik', state: 'in-app' });
    return this.codeResult;
  }

  /** Sets a payment that offers a subscription. @param mandate overrides of the mandate; null: the partner's program requests the code. */
  setRecurring(mandate: Partial<PayerMandate> | null = {}, overrides: Partial<PayerPayment> = {}): void {
    this.setView({
      directChannel: 'blik-recurrent',
      channels: [offeredChannel('blik-recurrent', { takesCode: false })],
      recurring: recurringPayment(mandate),
      ...overrides,
    });
  }

  pickBankApp(...call: unknown[]): CheckoutResult {
    this.calls.push(['pick', ...call]);
    if (this.codeResult.ok) this.setStep(WAIT_IN_APP, { channel: 'blik-level0', state: 'in-app' });
    return this.codeResult;
  }

  acceptOffer(...call: unknown[]): AcceptResult {
    this.calls.push(['agree', ...call]);
    if (this.acceptResult.ok)
      this.setStep(WAIT_IN_APP, {
        channel: 'blik-recurrent',
        state: 'in-app',
        recurring: recurringPayment({ part: 'begun', status: 'subscription_pending' }),
      });
    return this.acceptResult;
  }

  charge(...call: unknown[]): CheckoutResult<{ step: NextStep }> {
    this.calls.push(['charge', ...call]);
    if (this.chargeResult.ok)
      this.setStep(this.chargeResult.step, { channel: 'blik-recurrent', state: 'charged', recurring: recurringPayment(CHARGED_MANDATE) });
    return this.chargeResult;
  }

  leave(...call: unknown[]): CheckoutResult {
    this.calls.push(['leave', ...call]);
    this.setView({ channel: 'mbank', status: 'transaction_generated' });
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

  handleReturn(...call: unknown[]): void {
    this.calls.push(['return', ...call]);
  }

  states(ids: readonly string[]): Map<string, string> {
    if (this.failure) throw this.failure;
    return new Map(ids.includes(PAYMENT_ID) ? [[PAYMENT_ID, this.view.state]] : []);
  }
}
