import { Controller, Get, Param, Post, Req, Res } from '@nestjs/common';
import type { Response } from 'express';
import { isUuid } from '../../../common/validation/is-uuid.js';
import { readName } from '../../../platform/partners/readable-name.js';
import { hasAbility, type Person } from '../../../platform/people/person.js';
import { scopeOf, type VisibleService, VisibleServicesQuery } from '../../../platform/people/visible-services.query.js';
import { CancelSubscriptionService } from '../../../products/payments/subscriptions/cancel-subscription.service.js';
import { type FoundSubscription, FindSubscriptionsQuery } from '../../../products/payments/subscriptions/find-subscriptions.query.js';
import { SUBSCRIPTION_STATUSES, SUBSCRIPTION_TRANSITIONS } from '../../../products/payments/subscriptions/states.js';
import { RequireAbility } from '../shell/require-ability.decorator.js';
import { chosenOf, filterQuery, readFilters } from '../shell/panel-filters.js';
import { PanelPage } from '../shell/panel-page.js';
import { PanelRejection } from '../shell/panel-rejection.js';
import { CurrentPerson, formField, type PanelRequest, queryOf } from '../shell/panel-request.js';
import type { PanelTexts } from '../texts/texts.js';

const PAGE_SIZE = 50;
const MAX_REASON_LENGTH = 64;
const FIELDS = ['q', 'service', 'status'] as const;
/** The latest time of a JavaScript Date. */
const MAX_TIME_MS = 8.64e15;
/** Unix time in milliseconds, a dot, and an id. */
const CURSOR = /^(\d{1,15})\.([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;
type Problem = 'confirmFirst' | 'wrongReason' | 'over';

/** Lists subscriptions with the used part of their mandate's limits and the time of the next charge, and cancels them. */
@Controller('subscriptions')
export class PanelSubscriptionsController {
  constructor(
    private readonly subscriptions: FindSubscriptionsQuery,
    private readonly services: VisibleServicesQuery,
    private readonly cancelSubscription: CancelSubscriptionService,
    private readonly page: PanelPage,
  ) {}

  @Get()
  @RequireAbility('panel.subscriptions')
  async list(@Req() request: PanelRequest, @Res() response: Response, @CurrentPerson() person: Person): Promise<void> {
    const filters = readFilters(FIELDS, (name) => queryOf(request, name));
    const status = chosenOf(SUBSCRIPTION_STATUSES, filters.status);
    const services = (await this.services.listVisible(person)).filter(({ area }) => area === 'payment');
    const id = filters.q.toLowerCase();
    // The text in the search box must be the id of a subscription or of a payment.
    const matchesNothing = filters.q !== '' && !isUuid(id);
    const rows = matchesNothing
      ? []
      : await this.subscriptions.run({
          ...scopeOfAllTime(person),
          serviceId: filters.service || null,
          status,
          id: id || null,
          startAfter: parseCursor(queryOf(request, 'behind')),
          limit: PAGE_SIZE + 1,
        });
    const pageRows = rows.slice(0, PAGE_SIZE);
    const last = rows.length > PAGE_SIZE ? pageRows.at(-1) : undefined;
    const query = filterQuery(filters);
    this.page.show(request, response, (t) => ({
      template: 'subscriptions/templates/subscriptions',
      title: t.screens.subscriptions,
      data: {
        filters,
        services,
        isStaff: person.partnerId === null,
        statuses: Object.entries(t.subscriptions.statuses),
        rows: pageRows.map((row) => describeSubscription(row, services, t)),
        olderUrl: last ? `/subscriptions?${query}${query && '&'}behind=${last.createdAt.getTime()}.${last.id}` : '',
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
    await this.showOne(request, response, person, await this.findVisible(person, id), null);
  }

  @Post(':id/cancel')
  @RequireAbility('panel.subscriptions.cancel')
  async cancel(
    @Param('id') id: string,
    @Req() request: PanelRequest,
    @Res() response: Response,
    @CurrentPerson() person: Person,
  ): Promise<void> {
    const subscription = await this.findVisible(person, id);
    const input = formField(request.form, 'reason');
    const reason = input === '' ? null : readName(input);
    if (input !== '' && (reason === null || [...reason].length > MAX_REASON_LENGTH))
      return this.showOne(request, response, person, subscription, 'wrongReason');
    if (formField(request.form, 'confirmed') !== 'yes') return this.showOne(request, response, person, subscription, 'confirmFirst');
    const isEnded = await this.cancelSubscription.run(id, person.partnerId === null ? 'system' : 'merchant', reason);
    if (!isEnded) return this.showOne(request, response, person, await this.findVisible(person, id), 'over');
    this.page.goTo(request, response, `/subscriptions/${id}`);
  }

  private async findVisible(person: Person, id: string): Promise<FoundSubscription> {
    const scope = { ...scopeOfAllTime(person), serviceId: null, status: null, startAfter: null };
    // The query also finds subscriptions by the id of their payment.
    const matches = isUuid(id) ? await this.subscriptions.run({ ...scope, id, limit: PAGE_SIZE }) : [];
    const subscription = matches.find((match) => match.id === id);
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
    const service = await this.services.findVisibleService(person, subscription.serviceId);
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

const scopeOfAllTime = (person: Person) => ({ ...scopeOf(person), since: new Date(0), until: null });

/** @returns null for an invalid cursor: the list then starts at its first row. */
function parseCursor(text: string) {
  const [, timeMs, id] = CURSOR.exec(text) ?? [];
  return id === undefined || Number(timeMs) > MAX_TIME_MS ? null : { at: new Date(Number(timeMs)), row: { id } };
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
  frequencyText: row.frequency ?? '',
  used: { count: row.chargeCount, ofCount: row.countLimit, minor: row.chargeMinor, ofMinor: row.totalLimitMinor },
  endedBy: row.cancelledBy ? t.subscriptions.cancellers[row.cancelledBy] : '',
  cancelledReason: row.cancelledReason ?? '',
});
