import { pipeline } from 'node:stream/promises';
import { Controller, Get, Req, Res } from '@nestjs/common';
import type { Response } from 'express';
import { DateTime } from 'luxon';
import { formatAmount } from '../../../common/money/amount.js';
import { BusinessClock } from '../../../common/time/clocks.js';
import { monthIn, type Period } from '../../../common/time/period.js';
import { formatTimestamp } from '../../../common/time/timestamp.js';
import { isUuid } from '../../../common/validation/is-uuid.js';
import { Environment } from '../../../runtime/config/environment.js';
import { partnerStatementCsv } from '../../../platform/ledger/statement/partner-statement-csv.js';
import { PartnerStatementQuery } from '../../../platform/ledger/statement/partner-statement.query.js';
import { transactionOf } from '../../../platform/ledger/statement/transaction-of.js';
import { WalletPostingsQuery, type WalletPosting } from '../../../platform/ledger/statement/wallet-postings.query.js';
import { type WalletBalance, WalletQuery } from '../../../platform/ledger/wallet.query.js';
import { hasAbility, type Person } from '../../../platform/people/person.js';
import { PartnerListQuery } from '../../../platform/partners/partner-list.query.js';
import { PART_OF } from '../../../platform/reconciliation/wallet.responses.js';
import { RequireAbility } from '../shell/require-ability.decorator.js';
import { daysBetween, filterQuery, readFilters } from '../shell/panel-filters.js';
import { PanelPage } from '../shell/panel-page.js';
import { CurrentPerson, type PanelRequest, queryOf } from '../shell/panel-request.js';
import { sendCsv } from '../shell/send-csv.js';
import { panelLocale, type PanelTexts } from '../texts/texts.js';
import { signedMoney } from '../transaction/history-context.js';

const PAGE_SIZE = 50;
const BATCH_SIZE = 1_000;
/** The page shows only the latest payouts. */
const MAX_PAYOUTS = 50;
/** Number of months for which the page offers statements. */
const STATEMENT_MONTHS = 24;
const FIELDS = ['partner', 'from', 'to'] as const;
const COLUMNS = ['id', 'occurred_at', 'kind', 'part', 'amount', 'currency', 'test', 'transaction_id', 'reference'];

/** Balances of a partner's wallet, its entries, monthly statements and payouts. Staff choose the partner. */
@Controller()
export class WalletScreenController {
  constructor(
    private readonly wallets: WalletQuery,
    private readonly entries: WalletPostingsQuery,
    private readonly statements: PartnerStatementQuery,
    private readonly partners: PartnerListQuery,
    private readonly clock: BusinessClock,
    private readonly environment: Environment,
    private readonly page: PanelPage,
  ) {}

  @Get('wallet')
  @RequireAbility('wallet.show')
  async show(@Req() request: PanelRequest, @Res() response: Response, @CurrentPerson() person: Person): Promise<void> {
    const isStaff = person.partnerId === null;
    const partners = isStaff ? await this.partners.run() : [];
    const partnerId = partnerOf(request, person);
    // Null when staff chose no partner, or one that does not exist.
    const selectedId = partnerId !== null && (!isStaff || partners.some(({ id }) => id === partnerId)) ? partnerId : null;
    const filters = readFilters(FIELDS, (name) => (name === 'partner' && !isStaff ? '' : queryOf(request, name)));
    const query = filterQuery(filters);
    const wallet = selectedId === null ? null : await this.walletOf(request, selectedId);
    const last = wallet && wallet.entries.length > PAGE_SIZE ? wallet.entries[PAGE_SIZE - 1] : undefined;
    const locale = panelLocale(request);
    this.page.show(request, response, (t) => ({
      template: 'wallet/templates/wallet',
      title: t.screens.wallet,
      data: {
        filters,
        isStaff,
        partners,
        months: this.months(),
        wallet: wallet && {
          balances: describeBalances(wallet.real, wallet.test, locale, t),
          hasTest: isNotEmpty(wallet.test),
          entries: wallet.entries.slice(0, PAGE_SIZE).map((entry) => describeEntry(entry, locale, t)),
          payouts: wallet.payouts.map((payout) => ({ ...payout, amount: signedMoney(payout.amountMinor, locale, payout.currency) })),
        },
        olderUrl: last ? `/wallet?${query}${query && '&'}after=${encodeURIComponent(last.id)}` : '',
        csv: hasAbility(person, 'wallet.entries') ? `/wallet.csv?${query}` : '',
        seesStatements: hasAbility(person, 'statements.show'),
      },
    }));
  }

  @Get('wallet.csv')
  @RequireAbility('wallet.entries')
  async csv(@Req() request: PanelRequest, @Res() response: Response, @CurrentPerson() person: Person): Promise<void> {
    const partnerId = partnerOf(request, person);
    if (partnerId === null) return this.page.goTo(request, response, '/wallet');
    const { displayTimeZone } = this.environment.app;
    await sendCsv(response, 'wallet.csv', COLUMNS, csvRowsOf(this.all(partnerId, this.periodOf(request)), displayTimeZone));
  }

  /** Sends the statement of a month as CSV, with the same bytes as the API. */
  @Get('statement.csv')
  @RequireAbility('statements.show')
  async statement(@Req() request: PanelRequest, @Res() response: Response, @CurrentPerson() person: Person): Promise<void> {
    const { displayTimeZone } = this.environment.app;
    const month = queryOf(request, 'month');
    const period = monthIn(displayTimeZone, month);
    const partnerId = partnerOf(request, person);
    if (!period || partnerId === null) return this.page.goTo(request, response, '/wallet');
    const parts = partnerStatementCsv(this.statements.inParts(partnerId, period.from, period.to), displayTimeZone);
    const first = await parts.next(); // before the headers are sent, so that an error still becomes an error page
    response.setHeader('Content-Type', 'text/csv; charset=utf-8');
    response.setHeader('Content-Disposition', `attachment; filename="statement-${month}.csv"`);
    response.write(first.value);
    await pipeline(parts, response);
  }

  /** Queries one after another, because a screen may use one database connection at a time. */
  private async walletOf(request: PanelRequest, partnerId: string) {
    const real = await this.wallets.readBalance(partnerId);
    const test = await this.wallets.readBalance(partnerId, { test: true });
    const after = queryOf(request, 'after') || undefined;
    const search = { ...this.periodOf(request), newestFirst: true, limit: PAGE_SIZE + 1 };
    // When the entry in the URL does not exist or belongs to another partner, the list starts from the beginning.
    const entries = (await this.entries.run(partnerId, { ...search, after })) ?? (await this.entries.run(partnerId, search)) ?? [];
    return { real, test, entries, payouts: await this.wallets.listPayouts(partnerId, MAX_PAYOUTS) };
  }

  /** Reads all entries of the period, a thousand at a time. */
  private async *all(partnerId: string, period: Partial<Period>): AsyncGenerator<WalletPosting> {
    for (let after: string | undefined; ;) {
      const rows: WalletPosting[] = (await this.entries.run(partnerId, { ...period, after, newestFirst: true, limit: BATCH_SIZE })) ?? [];
      yield* rows;
      after = rows.at(-1)?.id;
      if (rows.length < BATCH_SIZE) return;
    }
  }

  private periodOf(request: PanelRequest): Partial<Period> {
    const { since, until } = daysBetween(queryOf(request, 'from'), queryOf(request, 'to'), this.environment.app.displayTimeZone);
    return { ...(since && { from: since }), ...(until && { to: until }) };
  }

  private months(): string[] {
    const now = DateTime.fromJSDate(this.clock.now(), { zone: this.environment.app.displayTimeZone });
    return Array.from({ length: STATEMENT_MONTHS }, (_, ago) => now.minus({ months: ago }).toFormat('yyyy-MM'));
  }
}

/** A partner's people always see their own partner. The partner in the URL counts for staff only. */
function partnerOf(request: PanelRequest, { partnerId }: Person): string | null {
  if (partnerId !== null) return partnerId;
  const id = queryOf(request, 'partner');
  return isUuid(id) ? id : null;
}

const AMOUNT_OF = { pending: 'pendingMinor', available: 'availableMinor', reserved: 'reservedMinor', owed: 'receivableMinor' } as const;
const BALANCE_PARTS = Object.keys(AMOUNT_OF) as (keyof typeof AMOUNT_OF)[];

const isNotEmpty = (balance: WalletBalance): boolean => BALANCE_PARTS.some((part) => balance[AMOUNT_OF[part]] !== 0);

const describeBalances = (real: WalletBalance, test: WalletBalance, locale: 'pl' | 'en', { wallet }: PanelTexts) =>
  BALANCE_PARTS.map((part) => ({
    ...wallet.parts[part],
    real: signedMoney(real[AMOUNT_OF[part]], locale, real.currency),
    test: signedMoney(test[AMOUNT_OF[part]], locale, test.currency),
  }));

function describeEntry(entry: WalletPosting, locale: 'pl' | 'en', { transaction, wallet }: PanelTexts) {
  const { kind, reference, occurredAt, amountMinor, currency, test } = entry;
  return {
    at: occurredAt,
    what: transaction.entries[kind] ?? kind,
    part: wallet.parts[PART_OF[entry.account]].name,
    amount: `${amountMinor > 0 ? '+' : ''}${signedMoney(amountMinor, locale, currency)}`,
    transactionId: transactionOf(kind, reference) ?? '',
    reference,
    test,
  };
}

async function* csvRowsOf(entries: AsyncIterable<WalletPosting>, zone: string) {
  for await (const { id, occurredAt, kind, account, amountMinor, currency, test, reference } of entries) {
    const at = formatTimestamp(occurredAt, zone);
    yield [id, at, kind, PART_OF[account], formatAmount(amountMinor), currency, String(test), transactionOf(kind, reference), reference];
  }
}
