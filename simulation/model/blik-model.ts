import type { Mandate } from './mandate.js';
import { withoutDashes } from './uuid-dashes.js';
import type { ModelAlias } from './model-alias.js';
import type { OnlinePayment } from './online-payment.js';

export type NewMandate = Pick<Mandate, 'reference' | 'aliasValue' | 'firstAttempt'>;
export type NewAlias = Pick<ModelAlias, 'reference' | 'bankValue' | 'partnerValue' | 'app' | 'startedAt'>;

/** The mandates and aliases of payers at their banks. */
export class BlikModel {
  /** The keys of `mandates` and `aliases` are the gateway's ids without dashes. */
  readonly mandates = new Map<string, Mandate>();
  readonly aliases = new Map<string, ModelAlias>();
  /** The keys are the gateway's ids of the mandates' aliases (type PAYID), without dashes. */
  private readonly mandatesByAliasId = new Map<string, Mandate>();

  mandate(reference: string): Mandate | null {
    return this.mandates.get(withoutDashes(reference)) ?? null;
  }

  alias(reference: string): ModelAlias | null {
    return this.aliases.get(withoutDashes(reference)) ?? null;
  }

  mandateOfAlias(id: string): Mandate | null {
    return this.mandatesByAliasId.get(withoutDashes(id)) ?? null;
  }

  linkAlias(mandate: Mandate, id: string): void {
    this.mandatesByAliasId.set(withoutDashes(id), mandate);
  }

  /** @param indexFromLast index of the payment's mandates, from the last one (0) back. */
  mandateOf(sale: string, indexFromLast = 0): Mandate | null {
    return [...this.mandates.values()].filter(({ payment }) => payment.name === sale).at(-1 - indexFromLast) ?? null;
  }

  /** Returns all mandates with the same alias value at the same service, including this mandate. */
  mandatesWithSameAlias({ aliasValue, payment: { service } }: Mandate): Mandate[] {
    return [...this.mandates.values()].filter((other) => other.aliasValue === aliasValue && other.payment.service === service);
  }

  aliasOf(sale: string, indexFromLast = 0): ModelAlias | null {
    return [...this.aliases.values()].filter(({ payment }) => payment.name === sale).at(-1 - indexFromLast) ?? null;
  }

  /** Adds a mandate when its row or its request is first seen. Returns the existing one when it was seen before. */
  adoptMandate(payment: OnlinePayment, { reference, aliasValue, firstAttempt }: NewMandate): Mandate {
    const existing = this.mandate(reference);
    if (existing) return existing;
    if (!payment.requestedMandate) throw new Error(`${payment.name} does not set up a subscription`);
    const mandate: Mandate = {
      name: `${payment.name}/c${this.countOfPayment(this.mandates, payment) + 1}`,
      payment,
      reference: withoutDashes(reference),
      aliasValue,
      terms: payment.requestedMandate.terms,
      firstAttempt,
      actualState: 'unseen',
      revokedBy: null,
      reportedOutcomes: new Set(),
      closeRequests: new Set(),
      endedInStep: null,
      gatewayState: 'subscription_pending',
      wasActive: false,
      charges: [],
      awaitingConfirmation: [],
      hasFalseUpdate: false,
      isUnacknowledged: false,
    };
    this.mandates.set(mandate.reference, mandate);
    return mandate;
  }

  /** Adds an alias when its row or its request is first seen. Returns the existing one when it was seen before. */
  adoptAlias(payment: OnlinePayment, { reference, bankValue, partnerValue, app, startedAt }: NewAlias): ModelAlias {
    const existing = this.alias(reference);
    if (existing) return existing;
    const alias: ModelAlias = {
      name: `${payment.name}/a${this.countOfPayment(this.aliases, payment) + 1}`,
      payment,
      reference: withoutDashes(reference),
      bankValue,
      partnerValue,
      app,
      actualState: 'unseen',
      expiresAt: null,
      reportedOutcomes: new Set(),
      isUnregisterRequested: false,
      gatewayState: 'alias_pending_registration',
      startedAt,
      hasFalseUpdate: false,
      isUnacknowledged: false,
    };
    this.aliases.set(alias.reference, alias);
    return alias;
  }

  private countOfPayment(records: ReadonlyMap<string, { payment: OnlinePayment }>, payment: OnlinePayment): number {
    return [...records.values()].filter((record) => record.payment === payment).length;
  }
}
