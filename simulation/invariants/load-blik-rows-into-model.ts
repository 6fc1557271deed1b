import { withDashes } from '../model/uuid-dashes.js';
import { recordMandateCharge } from '../actors/bank-mandates.js';
import type { World } from '../world/world.js';
import type { RowQuery } from './read-in-one-statement.js';

interface AliasRow {
  reference: string;
  sale: string;
  bank_value: string;
  partner_value: string;
  started_at: string;
}

/** A subscription with the gateway's totals of its charges. */
export interface MandateRow {
  reference: string;
  sale: string;
  alias_id: string;
  alias_value: string;
  first_attempt: string;
  charge_count: number;
  charge_minor: number;
  paid_count: number;
  paid_minor: number;
}

interface ChargeOfMandateRow {
  mandate: string;
  sale: string;
  /** Null while the charge waits for the payer's confirmation. */
  attempt: string | null;
  started_at: string;
  state: string;
}

export interface BlikRows {
  aliases: AliasRow[];
  mandates: MandateRow[];
  mandateCharges: ChargeOfMandateRow[];
}

/** The queries for `loadBlikRowsIntoModel`. */
export const blikQueries: Record<keyof BlikRows, RowQuery> = {
  aliases: {
    text: `SELECT id AS reference, transaction_id AS sale, wire_value AS bank_value, value AS partner_value, created_at AS started_at FROM payment_alias WHERE type = 'UID' ORDER BY created_at, id`,
    values: [],
  },
  mandates: {
    text: `SELECT s.id AS reference, s.transaction_id AS sale, s.alias_id, a.value AS alias_value, s.attempt_reference AS first_attempt,
        s.charge_count, s.charge_minor, s.paid_count, s.paid_minor
      FROM payment_subscription s JOIN payment_alias a ON a.id = s.alias_id ORDER BY s.created_at, s.id`,
    values: [],
  },
  mandateCharges: {
    text: `SELECT subscription_id AS mandate, transaction_id AS sale, attempt_reference AS attempt, created_at AS started_at, state
      FROM payment_charge ORDER BY sequence`,
    values: [],
  },
};

/** Adds aliases, mandates and their charges to the model, as `loadRowsIntoModel` does. @param saleNames by the id of the payment's row. */
export function loadBlikRowsIntoModel(
  world: World,
  { aliases, mandates, mandateCharges }: BlikRows,
  saleNames: ReadonlyMap<string, string>,
): void {
  const { model } = world;
  for (const { reference, sale, bank_value: bankValue, partner_value: partnerValue, started_at } of aliases) {
    const payment = model.onlinePayment(saleNames.get(sale) ?? '');
    if (!payment) continue;
    const alias = model.blik.adoptAlias(payment, { reference, bankValue, partnerValue, app: 'app-0', startedAt: new Date(started_at) });
    model.setName(reference, alias.name);
  }
  for (const { reference, sale, alias_id, alias_value: aliasValue, first_attempt } of mandates) {
    const payment = model.onlinePayment(saleNames.get(sale) ?? '');
    if (!payment) continue;
    const mandate = model.blik.adoptMandate(payment, { reference, aliasValue, firstAttempt: model.attempt(first_attempt) });
    model.blik.linkAlias(mandate, alias_id);
    model.setName(reference, mandate.name);
    model.setName(alias_id, `${mandate.name}:alias`);
  }
  for (const mandate of model.blik.mandates.values()) mandate.awaitingConfirmation = [];
  for (const { mandate: reference, sale, attempt, started_at, state } of mandateCharges) {
    const mandate = model.blik.mandate(reference);
    const payment = model.onlinePayment(saleNames.get(sale) ?? '');
    const charge = attempt === null ? null : model.attempt(withDashes(attempt));
    if (!mandate || !payment) continue;
    if (charge) recordMandateCharge(mandate, charge, new Date(started_at));
    else if (state === 'running') mandate.awaitingConfirmation.push(payment);
  }
}
