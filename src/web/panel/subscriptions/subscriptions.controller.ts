import { Controller, Get, Param, Post, Req, Res } from '@nestjs/common';
import type { Response } from 'express';
import { isUuid } from '../../../common/validation/is-uuid.js';
import { readName } from '../../../platform/partners/readable-name.js';
import { hasAbility, type Person } from '../../../platform/people/person.js';
import { scopeOf, type VisibleService, VisibleServicesQuery } from '../../../platform/people/visible-services.query.js';
import { CancelSubscriptionService } from '../../../products/payments/subscriptions/cancel-subscription.service.js';
import { type FoundSubscription, FindSubscriptionsQuery } from '../../../products/payments/subscriptions/find-subscriptions.query.js';
import { SUBSCRIPTION_TRANSITIONS } from '../../../products/payments/subscriptions/subscription-transitions.js';
import { RequireAbility } from '../shell/needs.decorator.js';
import { PanelPage } from '../shell/panel-page.js';
import { PanelRejection } from '../shell/panel-refusal.js';
import { CurrentPerson, formField, type PanelRequest, queryOf } from '../shell/panel-request.js';
import type { PanelTexts } from '../texts/texts.js';

const ON_A_PAGE = 50;
const MAX_REASON = 64;
const FIELDS = ['q', 'service', 'status'] as const;
const PLACE = /^(\d{1,15})\.([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;
type Problem = 'confirmFirst' | 'wrongReason' | 'over';

/** Lists subscriptions with the used part of their mandate's limits and the time of the next charge, and cancels them. */
@Controller('subscriptions')
export class PanelSubscriptionsController {
  constructor(
    private readonly subscriptions: FindSubscriptionsQuery,
    private readonly services: VisibleServicesQuery,
    private readonly cancelling: CancelSubscriptionService,
    private readonly page: PanelPage,
  ) {}

  @Get()
  @RequireAbility('panel.subscriptions')
  async list(@Req() request: PanelRequest, @Res() response: Response, @CurrentPerson() person: Person): Promise<void> {
    const given = Object.fromEntries(FIELDS.map((name) => [name, queryOf(request, name)])) as Record<(typeof FIELDS)[number], string>;
    const services = (await this.services.of(person)).filter(({ area }) => area === 'payment');
    const id = given.q.toLowerCase();
    const isNothing = given.q !== '' && !isUuid(id);
    const rows = isNothing
      ? []
      : await this.subscriptions.run({
          ...wholeScopeOf(person),
          serviceId: given.service || null,
          status: given.status || null,
          id: id || null,
          behind: placeOf(queryOf(request, 'behind')),
          limit: ON_A_PAGE + 1,
        });
    const shown = rows.slice(0, ON_A_PAGE);
    const last = rows.length > ON_A_PAGE ? shown.at(-1) : undefined;
    const chosen = new URLSearchParams(Object.entries(given).filter(([, value]) => value !== '')).toString();
    this.page.show(request, response, (t) => ({
      template: 'subscriptions/templates/subscriptions',
      title: t.screens.subscriptions,
      data: {
        given,
        services,
        isStaff: person.partnerId === null,
        statuses: Object.entries(t.subscriptions.statuses),
        rows: shown.map((row) => describeSubscription(row, services, t)),
        older: last ? `/subscriptions?${chosen}${chosen && '&'}behind=${last.createdAt.getTime()}.${last.id}` : '',
      },
    }));
  }

  @Get(':id')
  @RequireAbility('panel.subscriptions')
  async one(
    @Param('id') id: string,
    @Req() request: PanelRequest,
    @Res() response: Response,
    @CurrentPerson() person: Person,
  ): Promise<void> {
    await this.showOne(request, response, person, await this.visible(person, id), null);
  }

  @Post(':id/cancel')
  @RequireAbility('panel.subscriptions.cancel')
  async cancel(
    @Param('id') id: string,
    @Req() request: PanelRequest,
    @Res() response: Response,
    @CurrentPerson() person: Person,
  ): Promise<void> {
    const subscription = await this.visible(person, id);
    const typed = formField(request.form, 'reason');
    const reason = typed === '' ? null : readName(typed);
    if (typed !== '' && (reason === null || [...reason].length > MAX_REASON))
      return this.showOne(request, response, person, subscription, 'wrongReason');
    if (formField(request.form, 'confirmed') !== 'yes') return this.showOne(request, response, person, subscription, 'confirmFirst');
    const isEnded = await this.cancelling.run(id, person.partnerId === null ? 'system' : 'merchant', reason);
    if (!isEnded) return this.showOne(request, response, person, await this.visible(person, id), 'over');
    this.page.goTo(request, response, `/subscriptions/${id}`);
  }

  private async visible(person: Person, id: string): Promise<FoundSubscription> {
    const scope = { ...wholeScopeOf(person), serviceId: null, status: null, behind: null };
    const found = isUuid(id) ? await this.subscriptions.run({ ...scope, id, limit: ON_A_PAGE }) : [];
    const subscription = found.find((one) => one.id === id);
    if (!subscription) throw new PanelRejection('missing');
    return subscription;
  }

  private async showOne(
    request: PanelRequest,
    response: Response,
    person: Person,
    subscription: FoundSubscription,
    problem: Problem | null,
  ): Promise<void> {
    const service = await this.services.one(person, subscription.serviceId);
    const isOver = SUBSCRIPTION_TRANSITIONS.isFinal(subscription.status);
    this.page.show(request, response, (t) => ({
      template: 'subscriptions/templates/subscription',
      title: t.subscriptions.one,
      status: problem ? 422 : 200,
      data: {
        ...describeSubscription(subscription, service ? [service] : [], t),
        mayCancel: !isOver && hasAbility(person, 'panel.subscriptions.cancel'),
        reason: formField(request.form, 'reason'),
        problem: problem && t.subscriptions[problem],
      },
    }));
  }
}

const wholeScopeOf = (person: Person) => ({ ...scopeOf(person), since: new Date(0), until: null });

function placeOf(text: string) {
  const [, at, id] = PLACE.exec(text) ?? [];
  return id === undefined || Number(at) > 8.64e15 ? null : { at: new Date(Number(at)), row: { id } };
}

const TONE_OF: Readonly<Record<string, string>> = {
  subscription_active: 'good',
  subscription_pending: 'wait',
  subscription_fraudulent: 'bad',
};

const describeSubscription = (row: FoundSubscription, services: readonly VisibleService[], t: PanelTexts) => ({
  ...row,
  service: services.find(({ id }) => id === row.serviceId)?.name ?? row.serviceId,
  statusName: t.subscriptions.statuses[row.status],
  tone: TONE_OF[row.status] ?? '',
  rule: row.frequency ?? '',
  used: { count: row.chargeCount, ofCount: row.countLimit, minor: row.chargeMinor, ofMinor: row.totalLimitMinor },
  ended: row.cancelledBy ? t.subscriptions.cancellers[row.cancelledBy] : '',
  cancelledReason: row.cancelledReason ?? '',
});
