import { Controller, Get, Post, Req, Res } from '@nestjs/common';
import type { Response } from 'express';
import { isUuid } from '../../../common/validation/is-uuid.js';
import { Environment } from '../../../runtime/config/environment.js';
import type { Proposed } from '../../../platform/ledger/approvals/proposal.js';
import { ProposeService } from '../../../platform/ledger/approvals/propose.service.js';
import { ADJUSTABLE_ACCOUNTS } from '../../../platform/ledger/manual/adjustable-account.js';
import { SettlementQueries } from '../../../platform/ledger/settlement/settlement.queries.js';
import { payableMinor } from '../../../platform/ledger/manual/manual-entry-rejected.js';
import { WalletQuery } from '../../../platform/ledger/wallet.query.js';
import { authorOf, type Person } from '../../../platform/people/person.js';
import { PartnerListQuery } from '../../../platform/partners/partner-list.query.js';
import { RequireAbility } from '../shell/require-ability.decorator.js';
import { PanelPage } from '../shell/panel-page.js';
import { CurrentPerson, formField, type PanelRequest, queryOf } from '../shell/panel-request.js';
import { panelLocale } from '../texts/texts.js';
import { signedMoney } from '../transaction/history-context.js';
import { type ReadField, readAdjustment, readPayout, readPeriod, readSettlement, sumsField } from './manual-entry-form.js';
import { type ManualEntryProblem, problemTextOf, type ProblemText, fixedProblemText } from './manual-entry-problem.js';

const FIELDS = ['partner', 'provider', 'from', 'to', 'debit', 'credit', 'currency', 'amount', 'reference', 'reason', 'test'] as const;

/** The forms with which staff enter payouts, adjustments and settlements. Above the limit staff only propose an entry. */
@Controller('money')
export class ManualEntryController {
  constructor(
    private readonly proposals: ProposeService,
    private readonly settlements: SettlementQueries,
    private readonly wallets: WalletQuery,
    private readonly partners: PartnerListQuery,
    private readonly environment: Environment,
    private readonly page: PanelPage,
  ) {}

  @Get('payout')
  @RequireAbility('panel.money', { fresh: true })
  payoutForm(@Req() request: PanelRequest, @Res() response: Response): Promise<void> {
    return this.showPayout(request, response, null);
  }

  @Post('payout')
  @RequireAbility('panel.money', { fresh: true })
  async payout(@Req() request: PanelRequest, @Res() response: Response, @CurrentPerson() person: Person): Promise<void> {
    const parsed = readPayout(fieldReader(request));
    const partnerExists = typeof parsed === 'string' || (await this.partners.find(parsed.partnerId)) !== null;
    const problem = await this.propose(request, response, person, partnerExists ? parsed : 'wrongPartner');
    if (problem) await this.showPayout(request, response, problem);
  }

  @Get('adjustment')
  @RequireAbility('panel.money', { fresh: true })
  adjustmentForm(@Req() request: PanelRequest, @Res() response: Response): Promise<void> {
    return this.showAdjustment(request, response, null);
  }

  @Post('adjustment')
  @RequireAbility('panel.money', { fresh: true })
  async adjustment(@Req() request: PanelRequest, @Res() response: Response, @CurrentPerson() person: Person): Promise<void> {
    const parsed = readAdjustment(fieldReader(request));
    const partnerId = typeof parsed === 'string' ? null : parsed.partnerId;
    const partnerExists = partnerId === null || (await this.partners.find(partnerId)) !== null;
    const problem = await this.propose(request, response, person, partnerExists ? parsed : 'wrongOwner');
    if (problem) await this.showAdjustment(request, response, problem);
  }

  @Get('settlement')
  @RequireAbility('panel.money', { fresh: true })
  async settlementForm(@Req() request: PanelRequest, @Res() response: Response): Promise<void> {
    const isSubmitted = queryOf(request, 'provider') !== '';
    const period = isSubmitted ? this.periodOf(request) : null;
    await this.showSettlement(request, response, typeof period === 'string' ? fixedProblemText(period) : null);
  }

  @Post('settlement')
  @RequireAbility('panel.money', { fresh: true })
  async settlement(@Req() request: PanelRequest, @Res() response: Response, @CurrentPerson() person: Person): Promise<void> {
    const parsed = readSettlement(fieldReader(request), this.environment.app.displayTimeZone);
    const problem = await this.propose(request, response, person, parsed);
    if (problem) await this.showSettlement(request, response, problem);
  }

  /** @returns why the proposal was rejected; null after success, when the response already redirects to the proposal. */
  private async propose(
    request: PanelRequest,
    response: Response,
    person: Person,
    proposed: Proposed | ManualEntryProblem,
  ): Promise<ProblemText | null> {
    if (typeof proposed === 'string') return fixedProblemText(proposed);
    try {
      const { id } = await this.proposals.run({ userId: person.userId, author: authorOf(person) }, proposed);
      this.page.goTo(request, response, `/money/proposals/${id}`);
      return null;
    } catch (error) {
      return problemTextOf(error);
    }
  }

  private async showPayout(request: PanelRequest, response: Response, problem: ProblemText | null): Promise<void> {
    const values = readFields(request);
    const [locale, partners] = [panelLocale(request), await this.partners.run()];
    const partner = isUuid(values.partner) ? partners.find(({ id }) => id === values.partner) : undefined;
    const wallet = partner && (await this.wallets.readBalance(partner.id, { test: values.test === 'yes' }));
    const money = (minor: number): string => signedMoney(minor, locale, wallet?.currency);
    this.page.show(request, response, (t) => ({
      template: 'money/templates/payout',
      title: t.money.make.payout,
      status: problem ? 422 : 200,
      data: {
        values,
        partners,
        partner: partner ?? null,
        wallet: wallet && {
          available: money(wallet.availableMinor),
          owed: money(wallet.receivableMinor),
          payable: money(payableMinor(wallet)),
        },
        problem: problem?.(t.money, locale) ?? null,
      },
    }));
  }

  private async showAdjustment(request: PanelRequest, response: Response, problem: ProblemText | null): Promise<void> {
    const partners = await this.partners.run();
    const providers = await this.settlements.providers();
    this.page.show(request, response, (t) => ({
      template: 'money/templates/adjustment',
      title: t.money.make.adjust,
      status: problem ? 422 : 200,
      data: {
        values: readFields(request),
        partners,
        accounts: [...ADJUSTABLE_ACCOUNTS, ...providers.map((provider) => `platform:clearing:${provider}`)],
        problem: problem?.(t.money, panelLocale(request)) ?? null,
      },
    }));
  }

  private async showSettlement(request: PanelRequest, response: Response, problem: ProblemText | null): Promise<void> {
    const [locale, providers, period] = [panelLocale(request), await this.settlements.providers(), this.periodOf(request)];
    const sums = typeof period === 'string' ? null : await this.settlements.sumsToSettle(period);
    this.page.show(request, response, (t) => ({
      template: 'money/templates/settlement',
      title: t.money.make.settle,
      status: problem ? 422 : 200,
      data: {
        values: readFields(request),
        providers,
        sums: sums && {
          field: sumsField(sums),
          rows: sums.map(({ currency, clearedMinor, availableMinor }) => ({
            currency,
            cleared: signedMoney(clearedMinor, locale, currency),
            released: signedMoney(availableMinor, locale, currency),
          })),
        },
        problem: problem?.(t.money, locale) ?? null,
      },
    }));
  }

  private periodOf(request: PanelRequest) {
    return readPeriod(fieldReader(request), this.environment.app.displayTimeZone);
  }
}

/** Reads the posted form, or the query string of a GET request. */
const fieldReader = (request: PanelRequest): ReadField =>
  request.method === 'POST' ? (name) => formField(request.form, name) : (name) => queryOf(request, name);

function readFields(request: PanelRequest): Record<(typeof FIELDS)[number], string> {
  const field = fieldReader(request);
  return Object.fromEntries(FIELDS.map((name) => [name, field(name)])) as Record<(typeof FIELDS)[number], string>;
}
