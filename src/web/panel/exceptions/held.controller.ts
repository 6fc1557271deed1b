import { Controller, Get, Param, Post, Req, Res } from '@nestjs/common';
import type { Response } from 'express';
import { parseSeekCursor, formatSeekCursor } from '../../../common/pagination/seek-cursor.js';
import { isUuid } from '../../../common/validation/is-uuid.js';
import { hasAbility, type Person } from '../../../platform/people/person.js';
import { type VisibleService, VisibleServicesQuery } from '../../../platform/people/visible-services.query.js';
import { PaymentExceptionQueries } from '../../../products/payments/review/payment-exception.queries.js';
import { PayerActivityQuery } from '../../../products/payments/risk/payer-activity.query.js';
import { InspectPaymentQuery } from '../../../products/payments/review/inspect-payment.query.js';
import { ReviewHeldPaymentService } from '../../../products/payments/review/review-held-payment.service.js';
import { RequireAbility } from '../shell/require-ability.decorator.js';
import { PanelPage } from '../shell/panel-page.js';
import { PanelRejection } from '../shell/panel-rejection.js';
import { CurrentPerson, formField, type PanelRequest, queryOf } from '../shell/panel-request.js';
import { readReason } from '../shell/reason-field.js';
import { panelLocale, type PanelLocale, type PanelTexts } from '../texts/texts.js';
import { signedMoney } from '../transaction/history-context.js';

const PAGE_SIZE = 50;
/** Keys of the texts about a rejected form: no allowed reason, no decision, or a payment about which another person has decided. */
type Problem = 'reason' | 'choose' | 'decided';
type HeldPayment = Awaited<ReturnType<PaymentExceptionQueries['heldPayments']>>[number];

/** For staff: lists the payments that are held because they may be fraud, and releases or rejects each. */
@Controller('held')
export class HeldController {
  constructor(
    private readonly exceptions: PaymentExceptionQueries,
    private readonly payments: InspectPaymentQuery,
    private readonly payerActivity: PayerActivityQuery,
    private readonly review: ReviewHeldPaymentService,
    private readonly services: VisibleServicesQuery,
    private readonly page: PanelPage,
  ) {}

  @Get()
  @RequireAbility('panel.exceptions')
  async list(@Req() request: PanelRequest, @Res() response: Response, @CurrentPerson() person: Person): Promise<void> {
    await this.showList(request, response, person);
  }

  @Get(':id')
  @RequireAbility('panel.exceptions')
  async one(
    @Param('id') id: string,
    @Req() request: PanelRequest,
    @Res() response: Response,
    @CurrentPerson() person: Person,
  ): Promise<void> {
    await this.showOne(id, request, response, person);
  }

  @Post(':id')
  @RequireAbility('panel.review', { fresh: true })
  async decide(
    @Param('id') id: string,
    @Req() request: PanelRequest,
    @Res() response: Response,
    @CurrentPerson() person: Person,
  ): Promise<void> {
    const decision = (['release', 'reject'] as const).find((option) => option === formField(request.form, 'decision'));
    const problem = decision ? (readReason(request) === null ? 'reason' : null) : 'choose';
    if (!decision || problem) return this.showOne(id, request, response, person, problem);
    if (!isUuid(id)) throw new PanelRejection('missing');
    if (!(await this.review[decision](id))) return this.showList(request, response, person, 'decided');
    this.page.goTo(request, response, `/transactions/${id}`);
  }

  private async showList(request: PanelRequest, response: Response, person: Person, problem: Problem | null = null): Promise<void> {
    const rows = await this.exceptions.heldPayments(PAGE_SIZE + 1, parseSeekCursor(queryOf(request, 'behind'), isUuid));
    const pageRows = rows.slice(0, PAGE_SIZE);
    const last = rows.length > PAGE_SIZE ? pageRows.at(-1) : undefined;
    const services = await this.services.findByIds(
      person,
      pageRows.map(({ serviceId }) => serviceId),
    );
    const locale = panelLocale(request);
    this.page.show(request, response, (t) => ({
      template: 'exceptions/templates/held',
      title: t.screens.held,
      status: problem ? 422 : 200,
      data: {
        problem: problem && t.held.problems[problem],
        payments: pageRows.map((payment) => describePayment(payment, services.get(payment.serviceId), locale, t)),
        nextUrl: last ? `/held?behind=${formatSeekCursor({ at: heldSince(last), id: last.id })}` : '',
      },
    }));
  }

  private async showOne(
    id: string,
    request: PanelRequest,
    response: Response,
    person: Person,
    problem: Problem | null = null,
  ): Promise<void> {
    const inspection = isUuid(id) ? await this.payments.run({ id }) : null;
    const attempt = inspection?.attempts.find(({ state }) => state === 'held');
    if (!inspection || !attempt) throw new PanelRejection('missing');
    const activity = await this.payerActivity.run(attempt);
    const service = await this.services.findVisibleService(person, inspection.payment.serviceId);
    const locale = panelLocale(request);
    this.page.show(request, response, (t) => ({
      template: 'exceptions/templates/review',
      title: t.held.one,
      status: problem ? 422 : 200,
      data: {
        problem: problem && t.held.problems[problem],
        payment: describePayment(inspection.payment, service ?? undefined, locale, t),
        activity: activity.map(({ by, ...counts }) => ({ ...counts, by: t.held.by[by] })),
        mayReview: hasAbility(person, 'panel.review'),
        reason: formField(request.form, 'reason'),
      },
    }));
  }
}

const heldSince = ({ heldAt, createdAt }: HeldPayment): Date => heldAt ?? createdAt;

function describePayment(payment: HeldPayment, service: VisibleService | undefined, locale: PanelLocale, { held }: PanelTexts) {
  const { id, payerTransactionId: number, amountMinor, currency, plnMinor, channel, test, holdReason } = payment;
  return {
    id,
    number,
    since: heldSince(payment),
    amount: signedMoney(amountMinor, locale, currency),
    value: currency === 'PLN' ? '' : signedMoney(plnMinor, locale),
    rule: new Map(Object.entries(held.rules)).get(holdReason ?? '') ?? holdReason ?? '',
    channel: channel ?? '',
    test,
    service: service?.name ?? payment.serviceId,
    partner: service?.partnerName ?? '',
    partnerId: service?.partnerId ?? '',
  };
}
