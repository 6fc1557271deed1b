import { Controller, Get, Param, Post, Req, Res } from '@nestjs/common';
import type { Response } from 'express';
import { DomainError } from '../../../common/errors/domain-error.js';
import { BusinessClock, SystemClock } from '../../../common/time/clocks.js';
import { Environment } from '../../../runtime/config/environment.js';
import { hasAbility, type Person } from '../../../platform/people/person.js';
import { isRecentlyAuthenticated } from '../../../platform/people/sessions/session-rules.js';
import { CreateRefundService } from '../../../products/payments/refunds/create-refund.service.js';
import { RefundCountChangedError } from '../../../products/payments/refunds/refund-count-changed.js';
import { RequireAbility } from '../shell/require-ability.decorator.js';
import { PanelPage } from '../shell/panel-page.js';
import { PanelRejection } from '../shell/panel-rejection.js';
import { CurrentPerson, formField, type PanelRequest } from '../shell/panel-request.js';
import { panelLocale } from '../texts/texts.js';
import { formatPayer } from '../transactions/format-payer.js';
import { toneOf } from '../transactions/status-tone.js';
import { directBillingHistory } from './direct-billing-history.js';
import { moneyLines } from './money-lines.js';
import { isPaidStatus, nextSteps, toneOfAdvice } from './next-steps.js';
import { paymentHistory } from './payment-history.js';
import {
  mayRefund,
  problemOf,
  readAmount,
  refundForm,
  type RefundProblem,
  type RefundFormValues,
  readRefundForm,
  deductionsIncluding,
} from './refund-form.js';
import { smsHistory } from './sms-history.js';
import { type PaymentFacts, type TransactionFacts, TransactionFactsQuery } from './transaction-facts.query.js';
import { type TransactionHistory, type HistoryContext, historyContext } from './history-context.js';

const MINOR_PER_UNIT = 100;
/** Error codes of `CreateRefundService` for which the panel has texts. Other errors are thrown on. */
const REJECTION_CODES = [
  'TRANSACTION_NOT_PAID',
  'REFUND_NOT_SUPPORTED',
  'REFUND_AMOUNT_TOO_HIGH',
  'WALLET_BALANCE_TOO_LOW',
  'SERVICE_UNAVAILABLE',
] as const;

/** The reason why a refund was rejected, and the values to show in the form again. */
interface RejectedRefund {
  problem: RefundProblem;
  formValues: RefundFormValues;
}

/** The page of one transaction of any product: its history, the payer's view, and what to do next. Payments can be refunded here. */
@Controller('transactions/:id')
export class TransactionController {
  constructor(
    private readonly facts: TransactionFactsQuery,
    private readonly refunds: CreateRefundService,
    private readonly businessClock: BusinessClock,
    private readonly systemClock: SystemClock,
    private readonly environment: Environment,
    private readonly page: PanelPage,
  ) {}

  @Get()
  @RequireAbility('panel.transactions')
  async show(
    @Param('id') id: string,
    @Req() request: PanelRequest,
    @Res() response: Response,
    @CurrentPerson() person: Person,
  ): Promise<void> {
    const facts = await this.facts.readFacts(person, id);
    if (!facts) throw new PanelRejection('missing');
    this.showFacts(request, response, person, facts, null);
  }

  @Post('refunds')
  @RequireAbility('payment.refunds.create')
  async refund(
    @Param('id') id: string,
    @Req() request: PanelRequest,
    @Res() response: Response,
    @CurrentPerson() person: Person,
  ): Promise<void> {
    const facts = await this.facts.readPaymentFacts(person, id);
    if (!facts) throw new PanelRejection('missing');
    const values = readRefundForm(request.form);
    const amountMinor = readAmount(values.amount);
    const problem = problemOf(values, facts);
    if (problem !== null || amountMinor === null) {
      return this.showFacts(request, response, person, facts, { problem: problem ?? 'wrongAmount', formValues: values });
    }
    const isLarge = deductionsIncluding(facts, amountMinor) > this.environment.panel.refundFreshAbove * MINOR_PER_UNIT;
    if (isLarge && !isRecentlyAuthenticated(person.authenticatedAt, this.systemClock.now())) throw new PanelRejection('prove');
    const refundProblem = await this.tryRefund(person, facts, amountMinor, refundCountIn(request));
    if (refundProblem === null) return this.page.goTo(request, response, `/transactions/${id}`);
    const currentFacts = await this.facts.readPaymentFacts(person, id);
    this.showFacts(request, response, person, currentFacts ?? facts, { problem: refundProblem, formValues: values });
  }

  /**
   * @param refundCount number of refunds when the page with the form was sent. So a form that is sent twice creates one refund.
   * @returns null after success
   */
  private async tryRefund(
    person: Person,
    { service, found }: PaymentFacts,
    amountMinor: number,
    refundCount: number,
  ): Promise<RefundProblem | null> {
    const caller = { tokenId: '', partnerId: service.partnerId, serviceIds: person.serviceIds };
    try {
      await this.refunds.run(caller, service, found.payment.id, amountMinor, { knownRefunds: refundCount });
      return null;
    } catch (error) {
      if (error instanceof RefundCountChangedError) return 'other';
      const code = error instanceof DomainError && REJECTION_CODES.find((name) => name === error.code);
      if (!code) throw error;
      return code;
    }
  }

  private showFacts(
    request: PanelRequest,
    response: Response,
    person: Person,
    facts: TransactionFacts,
    rejected: RejectedRefund | null,
  ): void {
    const locale = panelLocale(request);
    const isStaff = person.partnerId === null;
    const context = historyContext(locale, { isStaff, seesPayers: hasAbility(person, 'panel.payers') });
    const history = historyOf(facts, context, this.businessClock.now());
    const advice = nextSteps(facts, { isStaff, mayRefund: mayRefund(person) });
    const problem = rejected && context.t.form[rejected.problem];
    this.page.show(request, response, (t) => ({
      template: 'transaction/templates/transaction',
      title: `${t.transactions.products[facts.area]} · ${history.amount}`,
      status: rejected ? 422 : 200,
      data: {
        history: { ...history, steps: history.steps.toSorted((a, b) => a.at.getTime() - b.at.getTime()) },
        id: idOf(facts),
        service: facts.service,
        isStaff,
        advice: advice.map((name) => ({ text: context.t.next[name], tone: toneOfAdvice(name) })),
        alike: advice.some((name) => name.startsWith('paid_twice')) ? describeSimilar(facts, context) : [],
        lines: moneyLines(facts.entries, context),
        refunds: facts.area === 'payment' ? describeRefunds(facts, context) : [],
        form: facts.area === 'payment' ? refundForm(facts, person, rejected?.formValues ?? null, context) : null,
        problem,
        createdAt: createdAtOf(facts),
      },
    }));
  }
}

/** The number of refunds from the form. Without a number the value is -1, which matches no payment. */
const refundCountIn = ({ form }: PanelRequest): number => Number(formField(form, 'known') || -1);

function historyOf(facts: TransactionFacts, context: HistoryContext, now: Date): TransactionHistory {
  if (facts.area === 'payment') return paymentHistory(facts, context, now);
  return facts.area === 'directbilling' ? directBillingHistory(facts, context) : smsHistory(facts, context);
}

function idOf({ area, found }: TransactionFacts): string {
  if (area === 'payment') return found.payment.id;
  return area === 'directbilling' ? found.transaction.id : String(found.id);
}

function createdAtOf({ area, found }: TransactionFacts): Date {
  if (area === 'payment') return found.payment.createdAt;
  return area === 'directbilling' ? found.transaction.createdAt : found.createdAt;
}

const describeSimilar = ({ alike }: TransactionFacts, { statuses, money, seesPayers }: HistoryContext) =>
  alike
    .filter(({ status }) => isPaidStatus(status))
    .map(({ id, status, amountMinor, currency, createdAt, payer, control }) => ({
      id,
      status: statuses[status] ?? status,
      tone: toneOf(status),
      amount: money(amountMinor, currency),
      payer: formatPayer(payer, seesPayers),
      control: control ?? '',
      createdAt,
    }));

const REFUND_TONES: Readonly<Record<string, string>> = { refund_completed: 'good', refund_rejected: 'bad', refund_failed: 'bad' };

const describeRefunds = ({ found }: PaymentFacts, { t, money, isStaff }: HistoryContext) =>
  found.refunds.map(({ id, status, amountMinor, currency, walletMinor, createdAt, rawCode }) => ({
    id,
    status: t.refundStates[status],
    tone: REFUND_TONES[status] ?? 'wait',
    amount: money(amountMinor, currency),
    wallet: money(walletMinor),
    code: isStaff ? (rawCode ?? '') : '',
    createdAt,
  }));
