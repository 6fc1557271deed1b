import { dashed } from '../books/digits.js';
import { chargesUnder } from '../parties/bank-mandates.js';
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
  standing: string;
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
    text: `SELECT subscription_id AS mandate, transaction_id AS sale, attempt_reference AS attempt, created_at AS begun_at, standing
      FROM payment_charge ORDER BY sequence`,
    values: [],
  },
};

/** Enters what no bank has heard of, because the process died before its call, as `adoptRows` does. */
export function adoptBlikRows(world: World, { aliases, mandates, under }: BlikRows, saleOf: ReadonlyMap<string, string>): void {
  const { books } = world;
  for (const { reference, sale, value, given, begun_at } of aliases) {
    const payment = books.online(saleOf.get(sale) ?? '');
    if (!payment) continue;
    const alias = books.blik.adoptAlias(payment, { reference, value, given, app: 'app-0', begunAt: new Date(begun_at) });
    books.named(reference, alias.name);
  }
  for (const { reference, sale, alias, value, first } of mandates) {
    const payment = books.online(saleOf.get(sale) ?? '');
    if (!payment) continue;
    const mandate = books.blik.adoptMandate(payment, { reference, value, first: books.attempt(first) });
    books.blik.hasAlias(mandate, alias);
    books.named(reference, mandate.name);
    books.named(alias, `${mandate.name}:alias`);
  }
  for (const mandate of books.blik.mandates.values()) mandate.waiting = [];
  for (const { mandate: reference, sale, attempt, begun_at, standing } of under) {
    const mandate = books.blik.mandate(reference);
    const payment = books.online(saleOf.get(sale) ?? '');
    const charge = attempt === null ? null : books.attempt(dashed(attempt));
    if (!mandate || !payment) continue;
    if (charge) chargesUnder(mandate, charge, new Date(begun_at));
    else if (standing === 'running') mandate.waiting.push(payment);
  }
}
