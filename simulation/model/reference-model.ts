import { BlikModel } from './blik-model.js';
import { withoutDashes } from './uuid-dashes.js';
import type { ReceivedCallback } from './received-callback.js';
import { type NewAttempt, newAttempt, type NewRefund, newRefund } from './new-online.js';
import type { AcquirerAttempt, OnlinePayment } from './online-payment.js';
import type { StaffCommand } from './staff-command.js';
import { ExpectedLedger } from './expected-ledger.js';
import type { OperatorCharge, DirectBillingSale } from './direct-billing-sale.js';
import type { Refund } from './refund.js';
import type { PartnerService } from './partner-service.js';
import type { SmsSale } from './sms-sale.js';

export type Sale = DirectBillingSale | OnlinePayment | SmsSale;

/**
 * The simulation's own records of sales, captured money, refunds and manual entries. From the gateway's tables it takes only ids and the
 * states by which the gateway chooses between several charges or attempts.
 */
export class ReferenceModel {
  readonly services: PartnerService[] = [];
  /** The keys are the names of the sales. */
  readonly sales = new Map<string, Sale>();
  /** The keys of `charges`, `attempts` and `refunds` are the gateway's ids without dashes. */
  readonly charges = new Map<string, OperatorCharge>();
  readonly attempts = new Map<string, AcquirerAttempt>();
  readonly refunds = new Map<string, Refund>();
  /** The keys are the names of the commands. A name is the reference of the command in the gateway. */
  readonly staffCommands = new Map<string, StaffCommand>();
  /** Callbacks that the gateway acknowledged since the last check. */
  acknowledgedCallbacks: ReceivedCallback[] = [];
  readonly ledger = new ExpectedLedger();
  readonly blik = new BlikModel();
  /** Names in the transcript, by the gateway's id without dashes. */
  private readonly names = new Map<string, string>();
  /** Current exchange rates: PLN for one unit. */
  readonly plnRates: Record<string, string> = { PLN: '1', EUR: '4.3653', USD: '4.0326' };

  setName(id: string, name: string): void {
    this.names.set(withoutDashes(id), name);
  }

  /** @returns the name in the transcript; null when the model does not know the id. */
  nameOf(id: string): string | null {
    return this.names.get(withoutDashes(id)) ?? null;
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
    return this.charges.get(withoutDashes(reference)) ?? null;
  }

  refund(reference: string): Refund | null {
    return this.refunds.get(withoutDashes(reference)) ?? null;
  }

  /** Adds an attempt when its row or its request is first seen. Returns the existing one when it was seen before. */
  adoptAttempt(payment: OnlinePayment, attemptData: NewAttempt): AcquirerAttempt {
    const existing = this.attempt(attemptData.reference);
    if (existing) return existing;
    const attempt = newAttempt(payment, `${payment.name}/${payment.attempts.length + 1}`, attemptData);
    payment.attempts.push(attempt);
    this.attempts.set(attempt.reference, attempt);
    this.setName(attempt.reference, attempt.name);
    return attempt;
  }

  /** Adds a refund when its row or its request is first seen. Returns the existing one when it was seen before. */
  adoptRefund(payment: OnlinePayment, refundData: NewRefund): Refund {
    const existing = this.refund(refundData.reference);
    if (existing) return existing;
    const refund = newRefund(payment, `${payment.name}/r${payment.refunds.length + 1}`, refundData);
    payment.refunds.push(refund);
    this.refunds.set(refund.reference, refund);
    this.setName(refund.reference, refund.name);
    return refund;
  }

  attempt(reference: string): AcquirerAttempt | null {
    return this.attempts.get(withoutDashes(reference)) ?? null;
  }
}
