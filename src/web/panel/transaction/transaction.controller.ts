import { Controller, Get, Param, Post, Req, Res } from '@nestjs/common';
import type { Response } from 'express';
import { DomainError } from '../../../common/errors/domain-error.js';
import { BusinessClock, SystemClock } from '../../../common/time/clocks.js';
import { Environment } from '../../../runtime/config/environment.js';
import { hasAbility, type Person } from '../../../platform/people/person.js';
import { isFresh } from '../../../platform/people/sessions/session-rules.js';
import { CreateRefundService } from '../../../products/payments/refunds/create-refund.service.js';
import { OtherRefundMade } from '../../../products/payments/refunds/other-refund-made.js';
import { RequireAbility } from '../shell/needs.decorator.js';
import { PanelPage } from '../shell/panel-page.js';
import { PanelRejection } from '../shell/panel-refusal.js';
import { CurrentPerson, formField, type PanelRequest } from '../shell/panel-request.js';
import { panelLocale } from '../texts/texts.js';
import { formatPayer } from '../transactions/payer-in-words.js';
import { toneOf } from '../transactions/tone.js';
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
  type TypedRefund,
  typedRefund,
  worthWith,
} from './refund-form.js';
import { smsHistory } from './sms-history.js';
import { type PaymentFacts, type TransactionFacts, TransactionFactsQuery } from './transaction-facts.query.js';
import { type TransactionHistory, type Words, wordsOf } from './words.js';

const MINOR = 100;
/** Error codes of `CreateRefundService` for which the panel has texts. Other errors are thrown on. */
const REFUSALS = [
  'TRANSACTION_NOT_PAID',
  'REFUND_NOT_SUPPORTED',
  'REFUND_AMOUNT_TOO_HIGH',
  'WALLET_BALANCE_TOO_LOW',
  'SERVICE_UNAVAILABLE',
] as const;

/** The reason why a refund was rejected, and the values to show in the form again. */
interface Refused {
  problem: RefundProblem;
  typed: TypedRefund;
}

/** The page of one transaction of any product: its history, the payer's view, and what to do next. Payments can be refunded here. */
@Controller('transactions/:id')
export class TransactionController {
  constructor(
    private readonly facts: TransactionFactsQuery,
    private readonly refunds: CreateRefundService,
    private readonly business: BusinessClock,
    private readonly clock: SystemClock,
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
    const facts = await this.facts.of(person, id);
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
    const facts = await this.facts.ofPayment(person, id);
    if (!facts) throw new PanelRejection('missing');
    const typed = typedRefund(request.form);
    const amountMinor = readAmount(typed.amount);
    const problem = problemOf(typed, facts);
    if (problem !== null || amountMinor === null) {
      return this.showFacts(request, response, person, facts, { problem: problem ?? 'wrongAmount', typed });
    }
    const isLarge = worthWith(facts, amountMinor) > this.environment.panel.refundFreshAbove * MINOR;
    if (isLarge && !isFresh(person.authenticatedAt, this.clock.now())) throw new PanelRejection('prove');
    const refused = await this.tryRefund(person, facts, amountMinor, knownIn(request));
    if (refused === null) return this.page.goTo(request, response, `/transactions/${id}`);
    const present = await this.facts.ofPayment(person, id);
    this.showFacts(request, response, person, present ?? facts, { problem: refused, typed });
  }

  /** @param known number of refunds that the page with the form showed. A form that is sent twice creates one refund. */
  private async tryRefund(
    person: Person,
    { service, found }: PaymentFacts,
    amountMinor: number,
    known: number,
  ): Promise<RefundProblem | null> {
    const caller = { tokenId: '', partnerId: service.partnerId, serviceIds: person.serviceIds };
    try {
      await this.refunds.run(caller, service, found.payment.id, amountMinor, { knownRefunds: known });
      return null;
    } catch (error) {
      if (error instanceof OtherRefundMade) return 'other';
      const refusal = error instanceof DomainError && REFUSALS.find((code) => code === error.code);
      if (!refusal) throw error;
      return refusal;
    }
  }

  private showFacts(request: PanelRequest, response: Response, person: Person, facts: TransactionFacts, refused: Refused | null): void {
    const locale = panelLocale(request);
    const isStaff = person.partnerId === null;
    const words = wordsOf(locale, { isStaff, seesPayers: hasAbility(person, 'panel.payers') });
    const displayed = historyOf(facts, words, this.business.now());
    const advice = nextSteps(facts, { isStaff, mayRefund: mayRefund(person) });
    const problem = refused && words.t.form[refused.problem];
    this.page.show(request, response, (t) => ({
      template: 'transaction/templates/transaction',
      title: `${t.transactions.products[facts.area]} · ${displayed.amount}`,
      status: refused ? 422 : 200,
      data: {
        story: { ...displayed, steps: displayed.steps.toSorted((one, other) => one.at.getTime() - other.at.getTime()) },
        id: idOf(facts),
        service: facts.service,
        isStaff,
        advice: advice.map((one) => ({ text: words.t.next[one], tone: toneOfAdvice(one) })),
        alike: advice.some((one) => one.startsWith('paid_twice')) ? alikeIn(facts, words) : [],
        lines: moneyLines(facts.entries, words),
        refunds: facts.area === 'payment' ? refundsIn(facts, words) : [],
        form: facts.area === 'payment' ? refundForm(facts, person, refused?.typed ?? null, words) : null,
        problem,
        createdAt: createdAtOf(facts),
      },
    }));
  }
}

/** Without a number the value is -1, which matches no payment. */
const knownIn = ({ form }: PanelRequest): number => Number(formField(form, 'known') || -1);

function historyOf(facts: TransactionFacts, words: Words, now: Date): TransactionHistory {
  if (facts.area === 'payment') return paymentHistory(facts, words, now);
  return facts.area === 'directbilling' ? directBillingHistory(facts, words) : smsHistory(facts, words);
}

function idOf({ area, found }: TransactionFacts): string {
  if (area === 'payment') return found.payment.id;
  return area === 'directbilling' ? found.transaction.id : String(found.id);
}

function createdAtOf({ area, found }: TransactionFacts): Date {
  if (area === 'payment') return found.payment.createdAt;
  return area === 'directbilling' ? found.transaction.createdAt : found.createdAt;
}

const alikeIn = ({ alike }: TransactionFacts, { statuses, money, seesPayers }: Words) =>
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

const refundsIn = ({ found }: PaymentFacts, { t, money, isStaff }: Words) =>
  found.refunds.map(({ id, status, amountMinor, currency, walletMinor, createdAt, rawCode }) => ({
    id,
    status: t.refundStates[status],
    tone: REFUND_TONES[status] ?? 'wait',
    amount: money(amountMinor, currency),
    wallet: money(walletMinor),
    code: isStaff ? (rawCode ?? '') : '',
    createdAt,
  }));
