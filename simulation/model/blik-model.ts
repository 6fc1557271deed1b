import type { Mandate } from './mandate.js';
import { digits } from './digits.js';
import type { ModelAlias } from './model-alias.js';
import type { OnlinePayment } from './online-payment.js';

export type NewMandate = Pick<Mandate, 'reference' | 'value' | 'first'>;
export type NewAlias = Pick<ModelAlias, 'reference' | 'value' | 'partnerValue' | 'app' | 'startedAt'>;

/** What payers have agreed to in their banks' apps. */
export class BlikModel {
  /** By the gateway's id, in digits. */
  readonly mandates = new Map<string, Mandate>();
  readonly aliases = new Map<string, ModelAlias>();
  /** Mandates by the id of their alias. */
  private readonly byAlias = new Map<string, Mandate>();

  mandate(reference: string): Mandate | null {
    return this.mandates.get(digits(reference)) ?? null;
  }

  alias(reference: string): ModelAlias | null {
    return this.aliases.get(digits(reference)) ?? null;
  }

  mandateOfAlias(id: string): Mandate | null {
    return this.byAlias.get(digits(id)) ?? null;
  }

  hasAlias(mandate: Mandate, id: string): void {
    this.byAlias.set(digits(id), mandate);
  }

  /** `place` counts back from the last one, which is 0. */
  mandateOf(sale: string, place = 0): Mandate | null {
    return [...this.mandates.values()].filter(({ payment }) => payment.name === sale).at(-1 - place) ?? null;
  }

  /** Subscriptions that used the same alias value at the same service, one after the other. */
  mandatesAs({ value, payment: { service } }: Mandate): Mandate[] {
    return [...this.mandates.values()].filter((other) => other.value === value && other.payment.service === service);
  }

  aliasOf(sale: string, place = 0): ModelAlias | null {
    return [...this.aliases.values()].filter(({ payment }) => payment.name === sale).at(-1 - place) ?? null;
  }

  /** Enters a subscription. */
  adoptMandate(payment: OnlinePayment, { reference, value, first }: NewMandate): Mandate {
    const known = this.mandate(reference);
    if (known) return known;
    if (!payment.requestedMandate) throw new Error(`${payment.name} is to begin no subscription`);
    const mandate: Mandate = {
      name: `${payment.name}/c${this.countOf(this.mandates, payment) + 1}`,
      payment,
      reference: digits(reference),
      value,
      terms: payment.requestedMandate.terms,
      first,
      actualState: 'unseen',
      revokedBy: null,
      reportedOutcomes: new Set(),
      closeRequests: new Set(),
      endedInStep: null,
      state: 'subscription_pending',
      wasActive: false,
      charges: [],
      waiting: [],
      hasWrongReport: false,
      isUnacknowledged: false,
    };
    this.mandates.set(mandate.reference, mandate);
    return mandate;
  }

  /** Enters an alias. */
  adoptAlias(payment: OnlinePayment, { reference, value, partnerValue, app, startedAt }: NewAlias): ModelAlias {
    const known = this.alias(reference);
    if (known) return known;
    const alias: ModelAlias = {
      name: `${payment.name}/a${this.countOf(this.aliases, payment) + 1}`,
      payment,
      reference: digits(reference),
      value,
      partnerValue,
      app,
      actualState: 'unseen',
      until: null,
      reportedOutcomes: new Set(),
      isUnregisterRequested: false,
      state: 'alias_pending_registration',
      startedAt,
      hasWrongReport: false,
      isUnacknowledged: false,
    };
    this.aliases.set(alias.reference, alias);
    return alias;
  }

  private countOf(all: ReadonlyMap<string, { payment: OnlinePayment }>, payment: OnlinePayment): number {
    return [...all.values()].filter((known) => known.payment === payment).length;
  }
}
