import type { AcquirerAttempt, OnlinePayment } from './online-payment.js';
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

  attempt(reference: string): AcquirerAttempt | null {
    return this.attempts.get(digits(reference)) ?? null;
  }
}

/** Ids are compared without their dashes: towards acquirers they have none. */
export function digits(id: string): string {
  return id.replaceAll('-', '');
}
