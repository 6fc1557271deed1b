import { BlikBook } from './blik-book.js';
import { digits } from './digits.js';
import type { Heard } from './heard.js';
import { type NewAttempt, newAttempt, type NewRefund, newRefund } from './new-online.js';
import type { AcquirerAttempt, OnlinePayment } from './online-payment.js';
import type { Order } from './order.js';
import { OwnLedger } from './own-ledger.js';
import type { OperatorCharge, PhoneSale } from './phone-sale.js';
import type { Refund } from './refund.js';
import type { ShopService } from './shop.js';
import type { SmsSale } from './sms-sale.js';

export type Sale = PhoneSale | OnlinePayment | SmsSale;

/** What the world outside knows: what was sold, what was taken, what was given back. Nothing of it comes from the gateway's tables. */
export class Books {
  readonly services: ShopService[] = [];
  /** By the name in the story. */
  readonly sales = new Map<string, Sale>();
  /** By the name that the gateway gave them. */
  readonly charges = new Map<string, OperatorCharge>();
  readonly attempts = new Map<string, AcquirerAttempt>();
  readonly refunds = new Map<string, Refund>();
  /** What staff have decided on, by the reference that they gave it. */
  readonly orders = new Map<string, Order>();
  /** Words about money that the gateway has taken note of in this step. */
  heard: Heard[] = [];
  readonly ledger = new OwnLedger();
  readonly blik = new BlikBook();
  /** Names of the gateway's rows, as far as they were seen: id of a sale, charge or attempt, in digits alone. */
  private readonly names = new Map<string, string>();
  /** PLN for one unit, today. */
  readonly rates: Record<string, string> = { PLN: '1', EUR: '4.3653', USD: '4.0326' };

  named(id: string, name: string): void {
    this.names.set(digits(id), name);
  }

  /** @returns its name in the story; null when nobody outside knows of it. */
  nameOf(id: string): string | null {
    return this.names.get(digits(id)) ?? null;
  }

  phone(name: string): PhoneSale | null {
    const sale = this.sales.get(name);
    return sale?.kind === 'phone' ? sale : null;
  }

  online(name: string): OnlinePayment | null {
    const sale = this.sales.get(name);
    return sale?.kind === 'online' ? sale : null;
  }

  sms(name: string): SmsSale | null {
    const sale = this.sales.get(name);
    return sale?.kind === 'sms' ? sale : null;
  }

  charge(reference: string): OperatorCharge | null {
    return this.charges.get(digits(reference)) ?? null;
  }

  refund(reference: string): Refund | null {
    return this.refunds.get(digits(reference)) ?? null;
  }

  /** An attempt that nobody outside knew of until now. */
  adoptAttempt(payment: OnlinePayment, found: NewAttempt): AcquirerAttempt {
    const known = this.attempt(found.reference);
    if (known) return known;
    const attempt = newAttempt(payment, `${payment.name}/${payment.attempts.length + 1}`, found);
    payment.attempts.push(attempt);
    this.attempts.set(attempt.reference, attempt);
    this.named(attempt.reference, attempt.name);
    return attempt;
  }

  /** A refund that nobody outside knew of until now: an acquirer is told of it, or its row is seen. */
  adoptRefund(payment: OnlinePayment, found: NewRefund): Refund {
    const known = this.refund(found.reference);
    if (known) return known;
    const refund = newRefund(payment, `${payment.name}/r${payment.refunds.length + 1}`, found);
    payment.refunds.push(refund);
    this.refunds.set(refund.reference, refund);
    this.named(refund.reference, refund.name);
    return refund;
  }

  attempt(reference: string): AcquirerAttempt | null {
    return this.attempts.get(digits(reference)) ?? null;
  }
}
