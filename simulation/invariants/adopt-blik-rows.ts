import { dashed } from '../model/digits.js';
import { recordMandateCharge } from '../actors/bank-mandates.js';
import type { World } from '../world/world.js';
import type { Reading } from './read-at-once.js';

interface AliasRow {
  reference: string;
  sale: string;
  value: string;
  given: string;
  begun_at: string;
}

/** A subscription and its charges by the gateway's tables. */
export interface MandateRow {
  reference: string;
  sale: string;
  alias: string;
  value: string;
  first: string;
  charge_count: number;
  charge_minor: number;
  paid_count: number;
  paid_minor: number;
}

interface UnderRow {
  mandate: string;
  sale: string;
  attempt: string | null;
  begun_at: string;
  state: string;
}

export interface BlikRows {
  aliases: AliasRow[];
  mandates: MandateRow[];
  under: UnderRow[];
}

/** The readings for `adoptBlikRows`. */
export const blikRows: Record<keyof BlikRows, Reading> = {
  aliases: {
    text: `SELECT id AS reference, transaction_id AS sale, wire_value AS value, value AS given, created_at AS begun_at FROM payment_alias WHERE type = 'UID' ORDER BY created_at, id`,
    values: [],
  },
  mandates: {
    text: `SELECT s.id AS reference, s.transaction_id AS sale, s.alias_id AS alias, a.value, s.attempt_reference AS first,
        s.charge_count, s.charge_minor, s.paid_count, s.paid_minor
      FROM payment_subscription s JOIN payment_alias a ON a.id = s.alias_id ORDER BY s.created_at, s.id`,
    values: [],
  },
  under: {
    text: `SELECT subscription_id AS mandate, transaction_id AS sale, attempt_reference AS attempt, created_at AS begun_at, state
      FROM payment_charge ORDER BY sequence`,
    values: [],
  },
};

/** Enters what no bank has heard of, because the process died before its call, as `adoptRows` does. */
export function adoptBlikRows(world: World, { aliases, mandates, under }: BlikRows, saleOf: ReadonlyMap<string, string>): void {
  const { model } = world;
  for (const { reference, sale, value, given: partnerValue, begun_at } of aliases) {
    const payment = model.onlinePayment(saleOf.get(sale) ?? '');
    if (!payment) continue;
    const alias = model.blik.adoptAlias(payment, { reference, value, partnerValue, app: 'app-0', startedAt: new Date(begun_at) });
    model.setName(reference, alias.name);
  }
  for (const { reference, sale, alias, value, first } of mandates) {
    const payment = model.onlinePayment(saleOf.get(sale) ?? '');
    if (!payment) continue;
    const mandate = model.blik.adoptMandate(payment, { reference, value, first: model.attempt(first) });
    model.blik.hasAlias(mandate, alias);
    model.setName(reference, mandate.name);
    model.setName(alias, `${mandate.name}:alias`);
  }
  for (const mandate of model.blik.mandates.values()) mandate.waiting = [];
  for (const { mandate: reference, sale, attempt, begun_at, state } of under) {
    const mandate = model.blik.mandate(reference);
    const payment = model.onlinePayment(saleOf.get(sale) ?? '');
    const charge = attempt === null ? null : model.attempt(dashed(attempt));
    if (!mandate || !payment) continue;
    if (charge) recordMandateCharge(mandate, charge, new Date(begun_at));
    else if (state === 'running') mandate.waiting.push(payment);
  }
}
