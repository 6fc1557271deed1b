import { Controller, Get, Req, Res } from '@nestjs/common';
import type { Response } from 'express';
import { formatAmount } from '../../../common/money/amount.js';
import { Environment } from '../../../runtime/config/environment.js';
import { hasAbility, type Person } from '../../../platform/people/person.js';
import { VisibleServicesQuery } from '../../../platform/people/visible-services.query.js';
import { RequireAbility } from '../shell/require-ability.decorator.js';
import { chosenOf, daysBetween, filterQuery, type PanelFilters, readFilters } from '../shell/panel-filters.js';
import { PanelPage } from '../shell/panel-page.js';
import { CurrentPerson, type PanelRequest, queryOf } from '../shell/panel-request.js';
import { sendCsv } from '../shell/send-csv.js';
import type { PanelTexts } from '../texts/texts.js';
import { formatPayer } from './format-payer.js';
import { toneOf } from './status-tone.js';
import {
  type ListedTransaction,
  type TransactionCursor,
  type SearchedArea,
  SEARCHED_AREAS,
  STATUSES_OF,
  type TransactionFilter,
  TransactionSearchQuery,
} from './transaction-search.query.js';

const PAGE_SIZE = 50;
const MAX_TEXT_LENGTH = 255;
const FIELDS = ['q', 'product', 'service', 'status', 'from', 'to'] as const;
type Filters = PanelFilters<(typeof FIELDS)[number]>;

/** The latest time of a JavaScript Date. */
const MAX_TIME_MS = 8.64e15;
/** Unix time in milliseconds, the product, and the id, with dots between them. */
const CURSOR = /^(\d{1,15})\.(payment|directbilling|sms)\.([0-9a-f-]{1,36})$/;
const STATUSES = Object.values(STATUSES_OF).flat();
const COLUMNS = ['created_at', 'product', 'id', 'service_id', 'status', 'amount', 'currency', 'through', 'payer', 'control'];

/** Lists transactions of all products. The filters are in the URL, so they survive a reload and can be shared. */
@Controller()
export class TransactionsController {
  constructor(
    private readonly search: TransactionSearchQuery,
    private readonly services: VisibleServicesQuery,
    private readonly environment: Environment,
    private readonly page: PanelPage,
  ) {}

  @Get('transactions')
  @RequireAbility('panel.transactions')
  async list(@Req() request: PanelRequest, @Res() response: Response, @CurrentPerson() person: Person): Promise<void> {
    const filters = readFilters(FIELDS, (name) => queryOf(request, name));
    const rows = await this.search.page(person, this.filterOf(filters), parseCursor(queryOf(request, 'behind')), PAGE_SIZE + 1);
    const services = await this.services.listVisible(person);
    const pageRows = rows.slice(0, PAGE_SIZE);
    const last = rows.length > PAGE_SIZE ? pageRows.at(-1) : undefined;
    const query = filterQuery(filters);
    const serviceNames = new Map(services.map(({ id, name }) => [id, name]));
    this.page.show(request, response, (t) => ({
      template: 'transactions/templates/transactions',
      title: t.screens.transactions,
      data: {
        filters,
        services,
        isStaff: person.partnerId === null,
        products: Object.entries(t.transactions.products),
        statuses: Object.entries(t.transactions.statuses),
        rows: pageRows.map((row) => describeRow(row, person, t, serviceNames)),
        olderUrl: last ? `/transactions?${query}${query && '&'}behind=${formatCursor(last)}` : '',
        csv: hasAbility(person, 'panel.transactions.export') ? `/transactions.csv?${query}` : '',
      },
    }));
  }

  @Get('transactions.csv')
  @RequireAbility('panel.transactions.export')
  async csv(@Req() request: PanelRequest, @Res() response: Response, @CurrentPerson() person: Person): Promise<void> {
    const filters = readFilters(FIELDS, (name) => queryOf(request, name));
    const rows = this.search.all(person, this.filterOf(filters));
    await sendCsv(response, 'transactions.csv', COLUMNS, csvRowsOf(rows, hasAbility(person, 'panel.payers')));
  }

  private filterOf({ q, product, service, status, from, to }: Filters): TransactionFilter {
    return {
      text: q.slice(0, MAX_TEXT_LENGTH),
      area: chosenOf(SEARCHED_AREAS, product),
      serviceId: service || null,
      status: chosenOf(STATUSES, status),
      ...daysBetween(from, to, this.environment.app.displayTimeZone),
    };
  }
}

/** @returns null for an invalid cursor: the list then starts at its first row. */
function parseCursor(text: string): TransactionCursor | null {
  const [, timeMs, area, id] = CURSOR.exec(text) ?? [];
  const isIdOfArea = id !== undefined && (area === 'sms' ? /^\d{1,15}$/ : /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/).test(id);
  return timeMs === undefined || !isIdOfArea || Number(timeMs) > MAX_TIME_MS
    ? null
    : { createdAt: new Date(Number(timeMs)), area: area as SearchedArea, id };
}

const formatCursor = ({ createdAt, area, id }: TransactionCursor): string => `${createdAt.getTime()}.${area}.${id}`;

function describeRow(row: ListedTransaction, person: Person, t: PanelTexts, services: ReadonlyMap<string, string>) {
  return {
    id: row.id,
    product: t.transactions.products[row.area],
    service: services.get(row.serviceId) ?? row.serviceId,
    status: t.transactions.statuses[row.status as keyof PanelTexts['transactions']['statuses']],
    tone: toneOf(row.status),
    amountMinor: row.amountMinor,
    currency: row.currency,
    through: row.through ?? '',
    payer: formatPayer(row.payer, hasAbility(person, 'panel.payers')),
    control: row.control ?? '',
    createdAt: row.createdAt,
  };
}

async function* csvRowsOf(rows: AsyncIterable<ListedTransaction>, seesPayers: boolean) {
  for await (const { createdAt, area, id, serviceId, status, amountMinor, currency, through, payer, control } of rows) {
    // With plain instead of no-break spaces, because programs read the cells.
    const payerText = formatPayer(payer, seesPayers).replaceAll('\u00a0', ' ');
    yield [createdAt.toISOString(), area, id, serviceId, status, formatAmount(amountMinor), currency, through, payerText, control];
  }
}
