import type { CheckoutOffer, CheckoutView } from '../../../src/products/direct-billing/checkout/checkout-view.js';
import type { SendCodeOutcome } from '../../../src/products/direct-billing/checkout/send-code.service.js';
import type { SubmitCodeResult } from '../../../src/products/direct-billing/checkout/submit-code.service.js';

export const PAYMENT_ID = '01934e2a-7c1b-7d3e-9a42-5f0c8e6b1d27';
export const NOW = new Date('2026-11-21T12:00:00Z');

export const OFFERS: CheckoutOffer[] = [
  { operator: 'orange', grossMinor: 999, netMinor: 812, vatMinor: 187 },
  { operator: 'play', grossMinor: 999, netMinor: 812, vatMinor: 187 },
  { operator: 't-mobile', grossMinor: 999, netMinor: 812, vatMinor: 187 },
  { operator: 'plus', grossMinor: 999, netMinor: 812, vatMinor: 187 },
];

export const DIFFERENT_OFFERS: CheckoutOffer[] = [
  { operator: 'orange', grossMinor: 1230, netMinor: 1000, vatMinor: 230 },
  { operator: 'play', grossMinor: 999, netMinor: 812, vatMinor: 187 },
  { operator: 't-mobile', grossMinor: 1476, netMinor: 1200, vatMinor: 276 },
  { operator: 'plus', grossMinor: 1107, netMinor: 900, vatMinor: 207 },
];

/** A fake of the product: one DirectBilling payment in memory. The test sets its view and the results of the calls. */
export class FakePayment {
  view: CheckoutView = FakePayment.fresh();
  sendResult: SendCodeOutcome = { ok: true };
  submitResult: SubmitCodeResult = { ok: true };
  /** Thrown when the payment is read; null: the payment can be read. */
  failure: Error | null = null;
  /** Calls of the pages in their order: the name of the fake's method, and the arguments. */
  readonly calls: unknown[][] = [];

  /** A new payment, for which the payer chooses the operator. */
  static fresh(overrides: Partial<CheckoutView> = {}): CheckoutView {
    return {
      transactionId: PAYMENT_ID,
      stage: 'choose',
      closed: false,
      sellerName: 'Leśna Gra',
      serviceName: 'Sklep z monetami',
      brand: null,
      description: '500 złotych monet',
      offers: OFFERS,
      chosen: null,
      phoneNumber: null,
      phoneFixed: false,
      test: false,
      triesLeft: 3,
      codesLeft: 3,
      resendAvailableAt: null,
      expiresAt: new Date('2026-11-21T12:30:00Z'),
      canBeExtended: true,
      paidAt: null,
      rejection: null,
      successUrl: 'https://shop.example/thanks?order=7&x=1',
      failureUrl: 'https://shop.example/sorry',
      ...overrides,
    };
  }

  setView(overrides: Partial<CheckoutView> = {}): void {
    this.view = FakePayment.fresh(overrides);
  }

  /** Sets the stage after a code was sent to a number at the first operator, or another stage of `overrides` with the same payer. */
  setCodeStage(overrides: Partial<CheckoutView> = {}): void {
    const paidAt = overrides.stage === 'paid' ? NOW : null;
    this.setView({ stage: 'code', chosen: this.view.offers[0] ?? null, phoneNumber: '48500600700', codesLeft: 2, paidAt, ...overrides });
  }

  reset(): void {
    this.view = FakePayment.fresh();
    this.sendResult = { ok: true };
    this.submitResult = { ok: true };
    this.failure = null;
    this.calls.length = 0;
  }

  find(id: string): CheckoutView | null {
    if (this.failure) throw this.failure;
    return id === PAYMENT_ID ? this.view : null;
  }

  send(...call: unknown[]): SendCodeOutcome {
    this.calls.push(['send', ...call]);
    if (this.sendResult.ok) this.setCodeStage();
    return this.sendResult;
  }

  submit(...call: unknown[]): SubmitCodeResult {
    this.calls.push(['submit', ...call]);
    if (this.submitResult.ok) this.view = { ...this.view, stage: 'waiting' };
    return this.submitResult;
  }

  extend(...call: unknown[]): void {
    this.calls.push(['extend', ...call]);
  }

  states(ids: readonly string[]): Map<string, string> {
    if (this.failure) throw this.failure;
    return new Map(ids.includes(PAYMENT_ID) ? [[PAYMENT_ID, this.view.stage]] : []);
  }

  change(...call: unknown[]): void {
    this.calls.push(['change', ...call]);
    this.view = { ...this.view, stage: 'choose' };
  }
}
