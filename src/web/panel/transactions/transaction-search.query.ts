import { Injectable } from '@nestjs/common';
import type { ListCursor, SearchScope } from '../../../platform/listing/search-newest.js';
import type { Area } from '../../../platform/partners/services/service-status.js';
import { hasAbility, type Person } from '../../../platform/people/person.js';
import type { PanelAbility } from '../../../platform/people/roles.js';
import { scopeOf } from '../../../platform/people/visible-services.query.js';
import { DeliveryQueries } from '../../../platform/webhooks/inspection/delivery.queries.js';
import { FindDirectBillingTransactionsQuery } from '../../../products/direct-billing/transactions/find-transactions.query.js';
import { DIRECT_BILLING_STATUSES } from '../../../products/direct-billing/transactions/transaction-transitions.js';
import { FindPaymentsQuery } from '../../../products/payments/transactions/find-payments.query.js';
import { PAYMENT_STATUSES } from '../../../products/payments/transactions/payment-transitions.js';
import { FindSmsTransactionsQuery } from '../../../products/sms/transactions/find-transactions.query.js';
import { isUuid } from '../../../common/validation/is-uuid.js';
import { type SearchInput, parseSearch } from './search-input.js';

/** The products that are searched. Transactions with the same creation time are listed in this order. */
const AREAS = ['payment', 'directbilling', 'sms'] as const satisfies readonly Area[];
export type SearchedArea = (typeof AREAS)[number];

/** The filters that the person chose. A filter that is null or empty matches all transactions. */
export interface TransactionFilter {
  text: string;
  area: SearchedArea | null;
  serviceId: string | null;
  status: string | null;
  since: Date | null;
  until: Date | null;
}

export interface ListedTransaction {
  area: SearchedArea;
  id: string;
  serviceId: string;
  status: string;
  amountMinor: number;
  currency: string;
  through: string | null;
  payer: string | null;
  control: string | null;
  createdAt: Date;
}

/** The last row of a page. The next page begins after this row. */
export type TransactionCursor = Pick<ListedTransaction, 'area' | 'id' | 'createdAt'>;

const ABILITY_OF = {
  payment: 'payment.transactions',
  directbilling: 'directbilling.transactions',
  sms: 'sms.services.transactions',
} as const satisfies Record<SearchedArea, PanelAbility>;

/** The statuses of each product, in the order of the list in the form. */
export const STATUSES_OF: Readonly<Record<SearchedArea, readonly string[]>> = {
  payment: PAYMENT_STATUSES,
  directbilling: DIRECT_BILLING_STATUSES,
  sms: ['used', 'unused'],
};

const AT_ONCE = 1_000;
/** Payers who pay twice by mistake do so within a few days. */
const ALIKE_WITHIN_MS = 3 * 86_400_000;
const MAX_ALIKE = 10;

/** An amount of one payer, and its time. */
export interface PayerSum {
  area: SearchedArea;
  payer: string;
  amountMinor: number;
  currency: string;
  at: Date;
}

/** Finds the transactions of all products that a person may see, newest first. */
@Injectable()
export class TransactionSearchQuery {
  constructor(
    private readonly payments: FindPaymentsQuery,
    private readonly directBilling: FindDirectBillingTransactionsQuery,
    private readonly sms: FindSmsTransactionsQuery,
    private readonly deliveries: DeliveryQueries,
  ) {}

  /** @param behind the row after which the page begins; null for the first page. */
  async page(person: Person, filter: TransactionFilter, behind: TransactionCursor | null, limit: number): Promise<ListedTransaction[]> {
    const input = await this.searchInputOf(filter);
    const scope = { ...scopeOf(person), serviceId: filter.serviceId, since: filter.since ?? new Date(0), until: filter.until, limit };
    const found: ListedTransaction[] = [];
    for (const area of this.areasOf(person, filter)) {
      const place = behind && placeIn(area, behind);
      for (const rows of await this.find(area, input, { ...scope, behind: place }, filter.status)) found.push(...rows);
    }
    return newestOnce(found).slice(0, limit);
  }

  /** Reads all matching transactions, a thousand at a time. */
  async *all(person: Person, filter: TransactionFilter): AsyncGenerator<ListedTransaction> {
    for (let behind: TransactionCursor | null = null; ;) {
      const rows: ListedTransaction[] = await this.page(person, filter, behind, AT_ONCE);
      yield* rows;
      behind = rows.at(-1) ?? null;
      if (rows.length < AT_ONCE) return;
    }
  }

  /** Transactions of the same payer and amount at one partner, up to three days before or after. */
  async alike(person: Person, partnerId: string, { area, payer, amountMinor, currency, at }: PayerSum): Promise<ListedTransaction[]> {
    const [since, until] = [-ALIKE_WITHIN_MS, ALIKE_WITHIN_MS].map((ms) => new Date(at.getTime() + ms));
    const input: SearchInput = {
      payment: [{ email: payer, amountMinor, currency }],
      directbilling: [{ phoneNumber: payer, grossMinor: amountMinor }],
      sms: [{ fromNumber: payer, grossMinor: amountMinor }],
    };
    const scope = { ...scopeOf(person), partnerId, serviceId: null, since: since ?? at, until: until ?? at, limit: MAX_ALIKE };
    return newestOnce((await this.find(area, input, scope, null)).flat());
  }

  private areasOf(person: Person, { area, status }: TransactionFilter): SearchedArea[] {
    return AREAS.filter(
      (each) =>
        (area === null || area === each) && hasAbility(person, ABILITY_OF[each]) && (status === null || STATUSES_OF[each].includes(status)),
    );
  }

  /** Also finds the transaction that a notification with the searched id is about. */
  private async searchInputOf({ text }: TransactionFilter): Promise<SearchInput> {
    const event = isUuid(text.toLowerCase()) ? await this.deliveries.show(text.toLowerCase()) : null;
    return parseSearch(text, event?.subjectId ?? null);
  }

  private find(area: SearchedArea, input: SearchInput, scope: SearchScope, status: string | null): Promise<ListedTransaction[][]> {
    if (area === 'payment') return runInSequence(input.payment, (one) => this.findPayments(one, scope, status));
    if (area === 'directbilling') return runInSequence(input.directbilling, (one) => this.findDirectBilling(one, scope, status));
    return runInSequence(input.sms, (one) => this.findSms(one, scope, status));
  }

  private async findPayments(one: SearchInput['payment'][number], scope: SearchScope, status: string | null): Promise<ListedTransaction[]> {
    const empty = { control: null, email: null, amountMinor: null, payerTransactionId: null, channel: null };
    const rows = await this.payments.run({ ...empty, ...one, ...scope, status });
    return rows.map(({ channel: through, customer, ...row }) => {
      const email: unknown = customer?.['email'];
      return { ...row, area: 'payment', through, payer: typeof email === 'string' ? email : null };
    });
  }

  private async findDirectBilling(
    one: SearchInput['directbilling'][number],
    scope: SearchScope,
    status: string | null,
  ): Promise<ListedTransaction[]> {
    const empty = { control: null, phoneNumber: null, operator: null, grossMinor: null, ids: null };
    const rows = await this.directBilling.run({ ...empty, ...one, ...scope, status });
    return rows.map(({ grossMinor: amountMinor, operator: through, phoneNumber: payer, ...row }) => ({
      ...row,
      area: 'directbilling',
      amountMinor,
      currency: 'PLN',
      through,
      payer,
    }));
  }

  private async findSms(one: SearchInput['sms'][number], scope: SearchScope, status: string | null): Promise<ListedTransaction[]> {
    const used = status === null ? null : status === 'used';
    const empty = { fromNumber: null, sendNumber: null, grossMinor: null };
    const rows = await this.sms.run({ ...empty, ...one, ...scope, used });
    return rows.map(({ id, serviceId, usedAt, grossMinor: amountMinor, sendNumber, fromNumber: payer, createdAt }) => ({
      area: 'sms',
      id: String(id),
      serviceId,
      status: usedAt === null ? 'unused' : 'used',
      amountMinor,
      currency: 'PLN',
      through: String(sendNumber),
      payer,
      control: null,
      createdAt,
    }));
  }
}

/** Runs the queries one after another, because a search may use one database connection at a time. */
async function runInSequence<One, Row>(alternatives: readonly One[], find: (one: One) => Promise<Row[]>): Promise<Row[][]> {
  const found: Row[][] = [];
  for (const one of alternatives) found.push(await find(one));
  return found;
}

function placeIn(area: SearchedArea, { area: last, id, createdAt: at }: TransactionCursor): ListCursor {
  const [own, lastIndex] = [AREAS.indexOf(area), AREAS.indexOf(last)];
  return { at, row: own === lastIndex ? { id } : own > lastIndex ? 'all' : 'none' };
}

const compareIds = (one: string, other: string): number => other.length - one.length || (one < other ? 1 : one > other ? -1 : 0);

/** Sorts the rows as the list shows them, and removes duplicates: one transaction may match a text in several ways. */
function newestOnce(rows: readonly ListedTransaction[]): ListedTransaction[] {
  const once = new Map(rows.map((row) => [`${row.area} ${row.id}`, row]));
  return [...once.values()].sort(
    (one, other) =>
      other.createdAt.getTime() - one.createdAt.getTime() ||
      AREAS.indexOf(one.area) - AREAS.indexOf(other.area) ||
      compareIds(one.id, other.id),
  );
}
