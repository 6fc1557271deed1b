import { Controller, Get, Param, Post, Req, Res } from '@nestjs/common';
import type { Response } from 'express';
import { parseSeekCursor, formatSeekCursor } from '../../../common/pagination/seek-cursor.js';
import { isUuid } from '../../../common/validation/is-uuid.js';
import { Environment } from '../../../runtime/config/environment.js';
import { DecideService } from '../../../platform/ledger/approvals/decide.service.js';
import type { StaffMember, Proposal } from '../../../platform/ledger/approvals/proposal.js';
import { ProposalsQuery } from '../../../platform/ledger/approvals/proposals.query.js';
import { SettlementQueries } from '../../../platform/ledger/settlement/settlement.queries.js';
import { payableMinor } from '../../../platform/ledger/manual/manual-entry-rejected.js';
import { WalletQuery } from '../../../platform/ledger/wallet.query.js';
import { authorOf, type Person } from '../../../platform/people/person.js';
import { RequireAbility } from '../shell/require-ability.decorator.js';
import { PanelPage } from '../shell/panel-page.js';
import { PanelRejection } from '../shell/panel-rejection.js';
import { CurrentPerson, formField, type PanelRequest, queryOf } from '../shell/panel-request.js';
import { readReason } from '../shell/reason-field.js';
import { type PanelLocale, panelLocale, type PanelTexts } from '../texts/texts.js';
import { signedMoney } from '../transaction/history-context.js';
import { problemTextOf, type ProblemText, fixedProblemText, formatSums } from './manual-entry-problem.js';

const MINOR_PER_UNIT = 100;
const PAGE_SIZE = 50;

/** Proposals of manual entries, and the decision of a second person about each. */
@Controller('money')
export class MoneyController {
  constructor(
    private readonly proposals: ProposalsQuery,
    private readonly decisions: DecideService,
    private readonly wallets: WalletQuery,
    private readonly settlements: SettlementQueries,
    private readonly environment: Environment,
    private readonly page: PanelPage,
  ) {}

  @Get()
  @RequireAbility('panel.money')
  async list(@Req() request: PanelRequest, @Res() response: Response): Promise<void> {
    const locale = panelLocale(request);
    const waiting = await this.proposals.listUndecided();
    const decided = await this.proposals.listDecided(PAGE_SIZE + 1, parseSeekCursor(queryOf(request, 'behind'), isUuid));
    const pageRows = decided.slice(0, PAGE_SIZE);
    const last = decided.length > PAGE_SIZE ? pageRows.at(-1) : undefined;
    const limitMinor = this.environment.panel.fourEyesAbove * MINOR_PER_UNIT;
    this.page.show(request, response, (t) => ({
      template: 'money/templates/money',
      title: t.screens.money,
      data: {
        limit: limitMinor === 0 ? '' : signedMoney(limitMinor, locale),
        waiting: waiting.map((proposal) => describeProposal(proposal, locale, t)),
        decided: pageRows.map((proposal) => describeProposal(proposal, locale, t)),
        olderUrl: last?.decidedAt ? `/money?behind=${formatSeekCursor({ at: last.decidedAt, id: last.id })}` : '',
      },
    }));
  }

  @Get('proposals/:id')
  @RequireAbility('panel.money')
  async one(
    @Param('id') id: string,
    @Req() request: PanelRequest,
    @Res() response: Response,
    @CurrentPerson() person: Person,
  ): Promise<void> {
    await this.showOne(request, response, person, await this.findProposal(id), null);
  }

  @Post('proposals/:id/approve')
  @RequireAbility('panel.money', { fresh: true })
  async approve(
    @Param('id') id: string,
    @Req() request: PanelRequest,
    @Res() response: Response,
    @CurrentPerson() person: Person,
  ): Promise<void> {
    await this.findProposal(id);
    await this.decide(request, response, person, id, (colleague) => this.decisions.approve(id, colleague));
  }

  @Post('proposals/:id/refuse')
  @RequireAbility('panel.money', { fresh: true })
  async refuse(
    @Param('id') id: string,
    @Req() request: PanelRequest,
    @Res() response: Response,
    @CurrentPerson() person: Person,
  ): Promise<void> {
    const proposal = await this.findProposal(id);
    const reason = readReason(request);
    if (reason === null) return this.showOne(request, response, person, proposal, fixedProblemText('wrongReason'));
    await this.decide(request, response, person, id, (colleague) => this.decisions.refuse(id, colleague, reason));
  }

  @Post('proposals/:id/withdraw')
  @RequireAbility('panel.money', { fresh: true })
  async withdraw(
    @Param('id') id: string,
    @Req() request: PanelRequest,
    @Res() response: Response,
    @CurrentPerson() person: Person,
  ): Promise<void> {
    await this.findProposal(id);
    await this.decide(request, response, person, id, (colleague) => this.decisions.withdraw(id, colleague));
  }

  private async decide(
    request: PanelRequest,
    response: Response,
    person: Person,
    id: string,
    decision: (colleague: StaffMember) => Promise<void>,
  ): Promise<void> {
    try {
      await decision({ userId: person.userId, author: authorOf(person) });
      this.page.goTo(request, response, `/money/proposals/${id}`);
    } catch (error) {
      const problem = problemTextOf(error);
      await this.showOne(request, response, person, await this.findProposal(id), problem);
    }
  }

  private async findProposal(id: string): Promise<Proposal> {
    const proposal = isUuid(id) ? await this.proposals.readProposal(id) : null;
    if (!proposal) throw new PanelRejection('missing');
    return proposal;
  }

  private async showOne(
    request: PanelRequest,
    response: Response,
    person: Person,
    proposal: Proposal,
    problem: ProblemText | null,
  ): Promise<void> {
    const locale = panelLocale(request);
    const wallet = proposal.kind === 'payout' ? await this.walletOf(proposal, locale) : null;
    const progress =
      proposal.kind === 'settle' && proposal.state === 'approved' ? await this.settlements.stateOf(proposal.reference) : null;
    this.page.show(request, response, (t) => ({
      template: 'money/templates/proposal',
      title: t.money.kinds[proposal.kind],
      status: problem ? 422 : 200,
      data: {
        proposal: describeProposal(proposal, locale, t),
        wallet,
        progress: progress && t.money.progresses[progress],
        waits: proposal.state === 'proposed',
        isOwn: proposal.proposedBy === person.userId,
        reason: formField(request.form, 'reason'),
        problem: problem?.(t.money, locale) ?? null,
      },
    }));
  }

  private async walletOf({ partnerId, currency, test }: Proposal & { kind: 'payout' }, locale: PanelLocale) {
    const wallet = await this.wallets.readBalance(partnerId, { currency, test });
    const { availableMinor, receivableMinor } = wallet;
    const [available, owed, payable] = [availableMinor, receivableMinor, payableMinor(wallet)].map((minor) =>
      signedMoney(minor, locale, currency),
    );
    return { available, owed, payable };
  }
}

/** The CSS class of the badge of each state. */
const TONE_OF = { proposed: 'wait', approved: 'good', refused: 'bad', withdrawn: '' } as const satisfies Record<Proposal['state'], string>;

function describeProposal(proposal: Proposal, locale: PanelLocale, { money: t }: PanelTexts) {
  const { kind, id, reference, test, state, author, proposedAt, decider, decidedAt, decidedBy, proposedBy, decisionReason } = proposal;
  // Below the limit, the person who enters an amount also approves it.
  const isSelfApproved = state === 'approved' && decidedBy === proposedBy;
  const isSettlement = kind === 'settle';
  return {
    ...{ id, reference, test, author, proposedAt, decider, decidedAt, decisionReason },
    kind: t.kinds[kind],
    state: isSelfApproved ? t.states.alone : t.states[state],
    tone: TONE_OF[state],
    amount: isSettlement ? formatSums(proposal.sums, locale) : signedMoney(proposal.amountMinor, locale, proposal.currency),
    subject: isSettlement ? proposal.provider : (proposal.partnerName ?? ''),
    partner: isSettlement || proposal.partnerId === null ? null : { id: proposal.partnerId, name: proposal.partnerName },
    accounts: kind === 'adjust' ? { debit: proposal.debit, credit: proposal.credit, reason: proposal.reason } : null,
    settlement: isSettlement
      ? {
          provider: proposal.provider,
          from: proposal.from,
          to: proposal.to,
          sums: proposal.sums.map(({ currency, clearedMinor, availableMinor }) => ({
            currency,
            cleared: signedMoney(clearedMinor, locale, currency),
            released: signedMoney(availableMinor, locale, currency),
          })),
        }
      : null,
  };
}
