import { Controller, Get, Param, Req, Res } from '@nestjs/common';
import type { Response } from 'express';
import { isUuid } from '../../../common/validation/is-uuid.js';
import { Environment } from '../../../runtime/config/environment.js';
import { hasAbility, type Person } from '../../../platform/people/person.js';
import { scopeOf, VisibleServicesQuery } from '../../../platform/people/visible-services.query.js';
import { attemptFault } from '../../../platform/webhooks/inspection/attempt-fault.js';
import type { DeliveryStatus } from '../../../platform/webhooks/inspection/delivery-view.js';
import { EndpointStatesQuery } from '../../../platform/webhooks/inspection/endpoint-states.query.js';
import { FindDeliveriesQuery, type FoundDelivery } from '../../../platform/webhooks/inspection/search/find-deliveries.query.js';
import { type SentRequest, SentRequestsQuery } from '../../../platform/webhooks/inspection/search/sent-requests.query.js';
import { RequireAbility } from '../shell/needs.decorator.js';
import { PanelPage } from '../shell/panel-page.js';
import { PanelRejection } from '../shell/panel-refusal.js';
import { CurrentPerson, type PanelRequest, queryOf } from '../shell/panel-request.js';
import { sendCsv } from '../shell/send-csv.js';
import { chosenOf, filterFrom, searchOf } from './delivery-filter.js';

const ON_A_PAGE = 50;
/** Delivery attempts that the page of one delivery shows, the latest ones. */
const SHOWN_ATTEMPTS = 5;
const SHOWN_ANSWER = 2_000;
const COLUMNS = [
  'created_at',
  'id',
  'service_id',
  'type',
  'subject_id',
  'status',
  'attempts',
  'next_attempt_at',
  'acknowledged_at',
  'http_status',
  'error',
  'duration_ms',
];

const TONE_OF: Readonly<Record<DeliveryStatus, string>> = {
  acknowledged: 'good',
  pending: 'wait',
  exhausted: 'bad',
  stopped: 'bad',
  unaddressed: 'bad',
};

/** States of the endpoints, the list of deliveries, and the request and response of each delivery attempt. The filters are in the URL. */
@Controller()
export class NotificationsController {
  constructor(
    private readonly found: FindDeliveriesQuery,
    private readonly sent: SentRequestsQuery,
    private readonly endpoints: EndpointStatesQuery,
    private readonly services: VisibleServicesQuery,
    private readonly environment: Environment,
    private readonly page: PanelPage,
  ) {}

  @Get('notifications')
  @RequireAbility('panel.notifications')
  async list(@Req() request: PanelRequest, @Res() response: Response, @CurrentPerson() person: Person): Promise<void> {
    const given = filterFrom((name) => queryOf(request, name));
    const scope = scopeOf(person);
    const rows = await this.found.page(scope, searchOf(given, this.environment), placeOf(queryOf(request, 'behind')), ON_A_PAGE + 1);
    const services = await this.services.of(person);
    const endpoints = await this.endpoints.now(scope);
    const named = new Map(services.map(({ id, name }) => [id, name]));
    const shown = rows.slice(0, ON_A_PAGE);
    const last = rows.length > ON_A_PAGE ? shown.at(-1) : undefined;
    const chosen = chosenOf(given);
    this.page.show(request, response, (t) => ({
      template: 'notifications/templates/notifications',
      title: t.screens.notifications,
      data: {
        given,
        services,
        isStaff: person.partnerId === null,
        statuses: Object.entries(t.notifications.statuses),
        endpoints: endpoints.map((endpoint) => ({ ...endpoint, name: named.get(endpoint.serviceId) ?? endpoint.serviceId })),
        rows: shown.map((row) => ({
          ...row,
          service: named.get(row.serviceId) ?? row.serviceId,
          tone: TONE_OF[row.status],
          statusName: t.notifications.statuses[row.status],
          fault: faultIn(row.latest, t.notifications.faults),
        })),
        older: last ? `/notifications?${chosen}${chosen && '&'}behind=${last.sequence}` : '',
        mayPause: hasAbility(person, 'panel.notifications.resend'),
        // A working endpoint has no row above. It can be paused after filtering by its service.
        working: services.find(({ id }) => id === given.service && !endpoints.some(({ serviceId }) => serviceId === id)) ?? null,
        csv: hasAbility(person, 'panel.notifications.export') ? `/notifications.csv?${chosen}` : '',
        resend:
          hasAbility(person, 'panel.notifications.resend') && given.status !== 'acknowledged' ? `/notifications/resend?${chosen}` : '',
      },
    }));
  }

  @Get('notifications.csv')
  @RequireAbility('panel.notifications.export')
  async csv(@Req() request: PanelRequest, @Res() response: Response, @CurrentPerson() person: Person): Promise<void> {
    const search = searchOf(
      filterFrom((name) => queryOf(request, name)),
      this.environment,
    );
    await sendCsv(response, 'notifications.csv', COLUMNS, cellsOf(this.found.all(scopeOf(person), search)));
  }

  @Get('notifications/delivery/:id')
  @RequireAbility('panel.notifications')
  async show(
    @Param('id') id: string,
    @Req() request: PanelRequest,
    @Res() response: Response,
    @CurrentPerson() person: Person,
  ): Promise<void> {
    const delivery = isUuid(id) ? await this.found.one(scopeOf(person), id) : null;
    if (!delivery) throw new PanelRejection('missing');
    const { url, requests } = await this.sent.of({ ...delivery, attempts: delivery.attempts.slice(-SHOWN_ATTEMPTS) });
    this.page.show(request, response, (t) => ({
      template: 'notifications/templates/delivery',
      title: t.notifications.one,
      data: {
        delivery,
        url,
        tone: TONE_OF[delivery.status],
        statusName: t.notifications.statuses[delivery.status],
        earlier: Math.max(0, delivery.attempts.length - SHOWN_ATTEMPTS),
        attempts: delivery.attempts
          .slice(-SHOWN_ATTEMPTS)
          .reverse()
          .map((attempt) => ({
            ...attempt,
            fault: faultIn(attempt, t.notifications.faults) || t.notifications.underWay,
            isGood: attempt.outcome === 'acknowledged',
            answer: attempt.responseExcerpt?.slice(0, SHOWN_ANSWER).toWellFormed() ?? '',
            request: asText(requests.get(attempt.number)),
          })),
        mayResend: hasAbility(person, 'panel.notifications.resend') && delivery.erasedAt === null,
      },
    }));
  }
}

/** The request as it is sent over HTTP: headers, an empty line, the body. */
function asText(request: SentRequest | undefined): string {
  if (!request) return '';
  const headers = Object.entries(request.headers).map(([name, value]) => `${name}: ${value}`);
  return [...headers, '', request.body].join('\n');
}

const placeOf = (text: string): string | null => (/^\d{1,18}$/.test(text) ? text : null);

function faultIn(attempt: Parameters<typeof attemptFault>[0] | null, names: Readonly<Record<string, string>>): string {
  const fault = attempt && attemptFault(attempt);
  return fault ? (names[fault] ?? '') : '';
}

async function* cellsOf(rows: AsyncIterable<FoundDelivery>) {
  for await (const { createdAt, id, serviceId, type, subjectId, status, attemptCount, nextAttemptAt, acknowledgedAt, latest } of rows) {
    const [next, acknowledged] = [nextAttemptAt, acknowledgedAt].map((at) => at?.toISOString() ?? null);
    const answer = [latest?.httpStatus ?? null, latest?.errorCode ?? null, latest?.durationMs ?? null];
    yield [createdAt.toISOString(), id, serviceId, type, subjectId, status, attemptCount, next ?? null, acknowledged ?? null, ...answer];
  }
}
