import { BlikModel } from './blik-model.js';
import { digits } from './digits.js';
import type { ReceivedCallback } from './received-callback.js';
import { type NewAttempt, newAttempt, type NewRefund, newRefund } from './new-online.js';
import type { AcquirerAttempt, OnlinePayment } from './online-payment.js';
import type { StaffCommand } from './staff-order.js';
import { ExpectedLedger } from './expected-ledger.js';
import type { OperatorCharge, DirectBillingSale } from './direct-billing-sale.js';
import type { Refund } from './refund.js';
import type { PartnerService } from './shop.js';
import type { SmsSale } from './sms-sale.js';

export type Sale = DirectBillingSale | OnlinePayment | SmsSale;

/** What the outside world knows of sales, of money taken and of money given back. None of it comes from the gateway's tables. */
export class ReferenceModel {
  readonly services: PartnerService[] = [];
  /** By its name in the transcript. */
  readonly sales = new Map<string, Sale>();
  /** By the gateway's id. */
  readonly charges = new Map<string, OperatorCharge>();
  readonly attempts = new Map<string, AcquirerAttempt>();
  readonly refunds = new Map<string, Refund>();
  /** Decisions of staff, by the reference that they gave. */
  readonly orders = new Map<string, StaffCommand>();
  /** Reports about money that the gateway acknowledged in this step. */
  acknowledgedCallbacks: ReceivedCallback[] = [];
  readonly ledger = new ExpectedLedger();
  readonly blik = new BlikModel();
  /** Names by the ids of the gateway's rows that were seen: of sales, charges and attempts, in digits. */
  private readonly names = new Map<string, string>();
  /** PLN for one unit, today. */
  readonly rates: Record<string, string> = { PLN: '1', EUR: '4.3653', USD: '4.0326' };

  setName(id: string, name: string): void {
    this.names.set(digits(id), name);
  }

  /** @returns its name in the transcript; null when no outside party knows it. */
  nameOf(id: string): string | null {
    return this.names.get(digits(id)) ?? null;
  }

  directBillingSale(name: string): DirectBillingSale | null {
    const sale = this.sales.get(name);
    return sale?.kind === 'phone' ? sale : null;
  }

  onlinePayment(name: string): OnlinePayment | null {
    const sale = this.sales.get(name);
    return sale?.kind === 'online' ? sale : null;
  }

  smsSale(name: string): SmsSale | null {
    const sale = this.sales.get(name);
    return sale?.kind === 'sms' ? sale : null;
  }

  charge(reference: string): OperatorCharge | null {
    return this.charges.get(digits(reference)) ?? null;
  }

  refund(reference: string): Refund | null {
    return this.refunds.get(digits(reference)) ?? null;
  }

  /** Adds an attempt that no outside party has seen. */
  adoptAttempt(payment: OnlinePayment, found: NewAttempt): AcquirerAttempt {
    const known = this.attempt(found.reference);
    if (known) return known;
    const attempt = newAttempt(payment, `${payment.name}/${payment.attempts.length + 1}`, found);
    payment.attempts.push(attempt);
    this.attempts.set(attempt.reference, attempt);
    this.setName(attempt.reference, attempt.name);
    return attempt;
  }

  /** Enters a refund when an acquirer receives it or its row is first seen. */
  adoptRefund(payment: OnlinePayment, found: NewRefund): Refund {
    const known = this.refund(found.reference);
    if (known) return known;
    const refund = newRefund(payment, `${payment.name}/r${payment.refunds.length + 1}`, found);
    payment.refunds.push(refund);
    this.refunds.set(refund.reference, refund);
    this.setName(refund.reference, refund.name);
    return refund;
  }

  attempt(reference: string): AcquirerAttempt | null {
    return this.attempts.get(digits(reference)) ?? null;
  }
}
