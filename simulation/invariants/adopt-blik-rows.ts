import { dashed } from '../books/digits.js';
import { chargesUnder } from '../parties/bank-agreements.js';
import type { World } from '../world/world.js';
import type { Reading } from './read-at-once.js';

interface AliasRow {
  reference: string;
  sale: string;
  value: string;
  given: string;
  begun_at: string;
}

/** A subscription, and what the gateway says was charged of it. */
export interface AgreementRow {
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
  agreement: string;
  sale: string;
  attempt: string | null;
  begun_at: string;
  standing: string;
}

export interface BlikRows {
  aliases: AliasRow[];
  agreements: AgreementRow[];
  under: UnderRow[];
}

/** What has to be read to know them. */
export const blikRows: Record<keyof BlikRows, Reading> = {
  aliases: {
    text: `SELECT id AS reference, transaction_id AS sale, wire_value AS value, value AS given, created_at AS begun_at FROM payment_alias WHERE type = 'UID' ORDER BY created_at, id`,
    values: [],
  },
  agreements: {
    text: `SELECT s.id AS reference, s.transaction_id AS sale, s.alias_id AS alias, a.value, s.attempt_reference AS first,
        s.charge_count, s.charge_minor, s.paid_count, s.paid_minor
      FROM payment_subscription s JOIN payment_alias a ON a.id = s.alias_id ORDER BY s.created_at, s.id`,
    values: [],
  },
  under: {
    text: `SELECT subscription_id AS agreement, transaction_id AS sale, attempt_reference AS attempt, created_at AS begun_at, standing
      FROM payment_charge ORDER BY sequence`,
    values: [],
  },
};

/** As with attempts: what no bank has heard of, because the process died before it called, is entered in the books as such. */
export function adoptBlikRows(world: World, { aliases, agreements, under }: BlikRows, saleOf: ReadonlyMap<string, string>): void {
  const { books } = world;
  for (const { reference, sale, value, given, begun_at } of aliases) {
    const payment = books.online(saleOf.get(sale) ?? '');
    if (!payment) continue;
    const alias = books.blik.adoptAlias(payment, { reference, value, given, app: 'app-0', begunAt: new Date(begun_at) });
    books.named(reference, alias.name);
  }
  for (const { reference, sale, alias, value, first } of agreements) {
    const payment = books.online(saleOf.get(sale) ?? '');
    if (!payment) continue;
    const agreement = books.blik.adoptAgreement(payment, { reference, value, first: books.attempt(first) });
    books.blik.hasAlias(agreement, alias);
    books.named(reference, agreement.name);
    books.named(alias, `${agreement.name}:alias`);
  }
  for (const agreement of books.blik.agreements.values()) agreement.waiting = [];
  for (const { agreement: reference, sale, attempt, begun_at, standing } of under) {
    const agreement = books.blik.agreement(reference);
    const payment = books.online(saleOf.get(sale) ?? '');
    const charge = attempt === null ? null : books.attempt(dashed(attempt));
    if (!agreement || !payment) continue;
    if (charge) chargesUnder(agreement, charge, new Date(begun_at));
    else if (standing === 'running') agreement.waiting.push(payment);
  }
}
