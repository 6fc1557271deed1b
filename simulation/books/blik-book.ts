import type { Agreement } from './agreement.js';
import { digits } from './digits.js';
import type { KnownAlias } from './known-alias.js';
import type { OnlinePayment } from './online-payment.js';

export type NewAgreement = Pick<Agreement, 'reference' | 'value' | 'first'>;
export type NewAlias = Pick<KnownAlias, 'reference' | 'value' | 'given' | 'app' | 'begunAt'>;

/** What payers have agreed to in the apps of their banks. */
export class BlikBook {
  /** By the names that the gateway gave them, in digits. */
  readonly agreements = new Map<string, Agreement>();
  readonly aliases = new Map<string, KnownAlias>();
  /** Agreements by the ids of their aliases. */
  private readonly byAlias = new Map<string, Agreement>();

  agreement(reference: string): Agreement | null {
    return this.agreements.get(digits(reference)) ?? null;
  }

  alias(reference: string): KnownAlias | null {
    return this.aliases.get(digits(reference)) ?? null;
  }

  agreementOfAlias(id: string): Agreement | null {
    return this.byAlias.get(digits(id)) ?? null;
  }

  hasAlias(agreement: Agreement, id: string): void {
    this.byAlias.set(digits(id), agreement);
  }

  /** The last one is 0. */
  agreementOf(sale: string, place = 0): Agreement | null {
    return [...this.agreements.values()].filter(({ payment }) => payment.name === sale).at(-1 - place) ?? null;
  }

  /** Of the same value at the same service, one after the other. */
  agreementsAs({ value, payment: { service } }: Agreement): Agreement[] {
    return [...this.agreements.values()].filter((other) => other.value === value && other.payment.service === service);
  }

  aliasOf(sale: string, place = 0): KnownAlias | null {
    return [...this.aliases.values()].filter(({ payment }) => payment.name === sale).at(-1 - place) ?? null;
  }

  /** One that nobody outside knew of until now. */
  adoptAgreement(payment: OnlinePayment, { reference, value, first }: NewAgreement): Agreement {
    const known = this.agreement(reference);
    if (known) return known;
    if (!payment.wanted) throw new Error(`Nobody wants a subscription with ${payment.name}`);
    const agreement: Agreement = {
      name: `${payment.name}/c${this.countOf(this.agreements, payment) + 1}`,
      payment,
      reference: digits(reference),
      value,
      terms: payment.wanted.terms,
      first,
      deed: 'unseen',
      revokedBy: null,
      said: new Set(),
      wishes: new Set(),
      endedIn: null,
      state: 'subscription_pending',
      wasActive: false,
      charges: [],
      waiting: [],
      belied: false,
      unanswered: false,
    };
    this.agreements.set(agreement.reference, agreement);
    return agreement;
  }

  /** One that nobody outside knew of until now. */
  adoptAlias(payment: OnlinePayment, { reference, value, given, app, begunAt }: NewAlias): KnownAlias {
    const known = this.alias(reference);
    if (known) return known;
    const alias: KnownAlias = {
      name: `${payment.name}/a${this.countOf(this.aliases, payment) + 1}`,
      payment,
      reference: digits(reference),
      value,
      given,
      app,
      deed: 'unseen',
      until: null,
      said: new Set(),
      unwanted: false,
      state: 'alias_pending_registration',
      begunAt,
      belied: false,
      unanswered: false,
    };
    this.aliases.set(alias.reference, alias);
    return alias;
  }

  private countOf(all: ReadonlyMap<string, { payment: OnlinePayment }>, payment: OnlinePayment): number {
    return [...all.values()].filter((known) => known.payment === payment).length;
  }
}
