import { Injectable } from '@nestjs/common';
import type { ListCursor, SearchScope } from '../../../platform/listing/search-newest.js';
import type { Area } from '../../../platform/partners/services/service-status.js';
import { hasAbility, type Person } from '../../../platform/people/person.js';
import type { PanelAbility } from '../../../platform/people/roles.js';
import { scopeOf } from '../../../platform/people/visible-services.query.js';
import { DeliveryQueries } from '../../../platform/webhooks/inspection/delivery.queries.js';
import { DirectBillingTransactionQueries } from '../../../products/direct-billing/transactions/transaction.queries.js';
import { DIRECT_BILLING_STATUSES } from '../../../products/direct-billing/transactions/states.js';
import { FindPaymentsQuery } from '../../../products/payments/payments/find-payments.query.js';
import { PAYMENT_STATUSES } from '../../../products/payments/payments/states.js';
import { SmsTransactionQueries } from '../../../products/sms/transactions/transaction.queries.js';
import { isUuid } from '../../../common/validation/is-uuid.js';
import { type SearchInput, parseSearch } from './search-input.js';

/** The products that are searched; a product is an `area` in code. Transactions with the same creation time are listed in this order. */
export const SEARCHED_AREAS = ['payment', 'directbilling', 'sms'] as const satisfies readonly Area[];
export type SearchedArea = (typeof SEARCHED_AREAS)[number];

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
  /** The channel, the operator, or the number to which the SMS was sent. */
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

const BATCH_SIZE = 1_000;
/** Payers who pay twice by mistake do so within a few days. */
const SIMILAR_WITHIN_MS = 3 * 86_400_000;
const MAX_SIMILAR = 10;

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
    private readonly directBilling: DirectBillingTransactionQueries,
    private readonly sms: SmsTransactionQueries,
    private readonly deliveries: DeliveryQueries,
  ) {}

  /** @param after the row after which the page begins; null for the first page. */
  async page(person: Person, filter: TransactionFilter, after: TransactionCursor | null, limit: number): Promise<ListedTransaction[]> {
    const input = await this.searchInputOf(filter);
    const scope = { ...scopeOf(person), serviceId: filter.serviceId, since: filter.since ?? new Date(0), until: filter.until, limit };
    const found: ListedTransaction[] = [];
    for (const area of this.areasOf(person, filter)) {
      const cursor = after && cursorFor(area, after);
      for (const rows of await this.find(area, input, { ...scope, startAfter: cursor }, filter.status)) found.push(...rows);
    }
    return sortUnique(found).slice(0, limit);
  }

  /** Reads all matching transactions, a thousand at a time. */
  async *all(person: Person, filter: TransactionFilter): AsyncGenerator<ListedTransaction> {
    for (let after: TransactionCursor | null = null; ;) {
      const rows: ListedTransaction[] = await this.page(person, filter, after, BATCH_SIZE);
      yield* rows;
      after = rows.at(-1) ?? null;
      if (rows.length < BATCH_SIZE) return;
    }
  }

  /** Transactions of the same payer and amount at one partner, up to three days before or after. */
  async findSimilar(person: Person, partnerId: string, { area, payer, amountMinor, currency, at }: PayerSum): Promise<ListedTransaction[]> {
    const [since, until] = [-SIMILAR_WITHIN_MS, SIMILAR_WITHIN_MS].map((offsetMs) => new Date(at.getTime() + offsetMs));
    const input: SearchInput = {
      payment: [{ email: payer, amountMinor, currency }],
      directbilling: [{ phoneNumber: payer, grossMinor: amountMinor }],
      sms: [{ fromNumber: payer, grossMinor: amountMinor }],
    };
    const scope = { ...scopeOf(person), partnerId, serviceId: null, since: since ?? at, until: until ?? at, limit: MAX_SIMILAR };
    return sortUnique((await this.find(area, input, scope, null)).flat());
  }

  private areasOf(person: Person, { area, status }: TransactionFilter): SearchedArea[] {
    return SEARCHED_AREAS.filter(
      (name) =>
        (area === null || area === name) && hasAbility(person, ABILITY_OF[name]) && (status === null || STATUSES_OF[name].includes(status)),
    );
  }

  /** Also finds the transaction that a notification with the searched id is about. */
  private async searchInputOf({ text }: TransactionFilter): Promise<SearchInput> {
    const event = isUuid(text.toLowerCase()) ? await this.deliveries.findWithBody(text.toLowerCase()) : null;
    return parseSearch(text, event?.subjectId ?? null);
  }

  private find(area: SearchedArea, input: SearchInput, scope: SearchScope, status: string | null): Promise<ListedTransaction[][]> {
    if (area === 'payment') return runInSequence(input.payment, (alternative) => this.findPayments(alternative, scope, status));
    if (area === 'directbilling')
      return runInSequence(input.directbilling, (alternative) => this.findDirectBilling(alternative, scope, status));
    return runInSequence(input.sms, (alternative) => this.findSms(alternative, scope, status));
  }

  private async findPayments(
    alternative: SearchInput['payment'][number],
    scope: SearchScope,
    status: string | null,
  ): Promise<ListedTransaction[]> {
    const noFilters = { control: null, email: null, amountMinor: null, payerTransactionId: null, channel: null };
    const rows = await this.payments.run({ ...noFilters, ...alternative, ...scope, status });
    return rows.map(({ channel: through, customer, ...row }) => {
      const email: unknown = customer?.['email'];
      return { ...row, area: 'payment', through, payer: typeof email === 'string' ? email : null };
    });
  }

  private async findDirectBilling(
    alternative: SearchInput['directbilling'][number],
    scope: SearchScope,
    status: string | null,
  ): Promise<ListedTransaction[]> {
    const noFilters = { control: null, phoneNumber: null, operator: null, grossMinor: null, ids: null };
    const rows = await this.directBilling.newestMatching({ ...noFilters, ...alternative, ...scope, status });
    return rows.map(({ grossMinor: amountMinor, operator: through, phoneNumber: payer, ...row }) => ({
      ...row,
      area: 'directbilling',
      amountMinor,
      currency: 'PLN',
      through,
      payer,
    }));
  }

  private async findSms(alternative: SearchInput['sms'][number], scope: SearchScope, status: string | null): Promise<ListedTransaction[]> {
    const used = status === null ? null : status === 'used';
    const noFilters = { fromNumber: null, sendNumber: null, grossMinor: null };
    const rows = await this.sms.newestMatching({ ...noFilters, ...alternative, ...scope, used });
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
async function runInSequence<Alternative, Row>(
  alternatives: readonly Alternative[],
  find: (alternative: Alternative) => Promise<Row[]>,
): Promise<Row[][]> {
  const found: Row[][] = [];
  for (const alternative of alternatives) found.push(await find(alternative));
  return found;
}

/**
 * The cursor in one product. Of its rows with the same time as the last row, `all`, `none` or those after the last row's id are on the next
 * page.
 */
function cursorFor(area: SearchedArea, { area: lastArea, id, createdAt: at }: TransactionCursor): ListCursor {
  const [index, lastIndex] = [SEARCHED_AREAS.indexOf(area), SEARCHED_AREAS.indexOf(lastArea)];
  return { at, row: index === lastIndex ? { id } : index > lastIndex ? 'all' : 'none' };
}

/**
 * Sorts the higher id first. A longer id is higher, because ids of SMS are numbers without leading zeros. All ids of another product have
 * the same length.
 */
const compareIds = (a: string, b: string): number => b.length - a.length || (a < b ? 1 : a > b ? -1 : 0);

/** Sorts the rows as the list shows them, and removes duplicates: one transaction may match a text in several ways. */
function sortUnique(rows: readonly ListedTransaction[]): ListedTransaction[] {
  const unique = new Map(rows.map((row) => [`${row.area} ${row.id}`, row]));
  return [...unique.values()].sort(
    (a, b) =>
      b.createdAt.getTime() - a.createdAt.getTime() ||
      SEARCHED_AREAS.indexOf(a.area) - SEARCHED_AREAS.indexOf(b.area) ||
      compareIds(a.id, b.id),
  );
}
