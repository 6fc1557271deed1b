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
import { RequireAbility } from '../shell/require-ability.decorator.js';
import { filterQuery } from '../shell/panel-filters.js';
import { PanelPage } from '../shell/panel-page.js';
import { PanelRejection } from '../shell/panel-rejection.js';
import { CurrentPerson, type PanelRequest, queryOf } from '../shell/panel-request.js';
import { sendCsv } from '../shell/send-csv.js';
import { readDeliveryFilters, deliverySearchOf } from './delivery-filter.js';

const PAGE_SIZE = 50;
/** The page of a delivery shows only its latest attempts. */
const MAX_ATTEMPTS_SHOWN = 5;
/** Characters that the page shows of each response. */
const MAX_RESPONSE_SHOWN = 2_000;
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

/** The CSS class of the badge of each status. */
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
    private readonly deliveries: FindDeliveriesQuery,
    private readonly sentRequests: SentRequestsQuery,
    private readonly endpoints: EndpointStatesQuery,
    private readonly services: VisibleServicesQuery,
    private readonly environment: Environment,
    private readonly page: PanelPage,
  ) {}

  @Get('notifications')
  @RequireAbility('panel.notifications')
  async list(@Req() request: PanelRequest, @Res() response: Response, @CurrentPerson() person: Person): Promise<void> {
    const filters = readDeliveryFilters((name) => queryOf(request, name));
    const scope = scopeOf(person);
    const rows = await this.deliveries.page(
      scope,
      deliverySearchOf(filters, this.environment),
      parseCursor(queryOf(request, 'behind')),
      PAGE_SIZE + 1,
    );
    const services = await this.services.listVisible(person);
    const endpoints = await this.endpoints.listStates(scope);
    const serviceNames = new Map(services.map(({ id, name }) => [id, name]));
    const pageRows = rows.slice(0, PAGE_SIZE);
    const last = rows.length > PAGE_SIZE ? pageRows.at(-1) : undefined;
    const query = filterQuery(filters);
    this.page.show(request, response, (t) => ({
      template: 'notifications/templates/notifications',
      title: t.screens.notifications,
      data: {
        filters,
        services,
        isStaff: person.partnerId === null,
        statuses: Object.entries(t.notifications.statuses),
        endpoints: endpoints.map((endpoint) => ({ ...endpoint, name: serviceNames.get(endpoint.serviceId) ?? endpoint.serviceId })),
        rows: pageRows.map((row) => ({
          ...row,
          service: serviceNames.get(row.serviceId) ?? row.serviceId,
          tone: TONE_OF[row.status],
          statusName: t.notifications.statuses[row.status],
          fault: faultText(row.latest, t.notifications.faults),
        })),
        olderUrl: last ? `/notifications?${query}${query && '&'}behind=${last.sequence}` : '',
        mayPause: hasAbility(person, 'panel.notifications.resend'),
        // A working endpoint has no row above. It can be paused after filtering by its service.
        working: services.find(({ id }) => id === filters.service && !endpoints.some(({ serviceId }) => serviceId === id)) ?? null,
        csv: hasAbility(person, 'panel.notifications.export') ? `/notifications.csv?${query}` : '',
        resend:
          hasAbility(person, 'panel.notifications.resend') && filters.status !== 'acknowledged' ? `/notifications/resend?${query}` : '',
      },
    }));
  }

  @Get('notifications.csv')
  @RequireAbility('panel.notifications.export')
  async csv(@Req() request: PanelRequest, @Res() response: Response, @CurrentPerson() person: Person): Promise<void> {
    const search = deliverySearchOf(
      readDeliveryFilters((name) => queryOf(request, name)),
      this.environment,
    );
    await sendCsv(response, 'notifications.csv', COLUMNS, csvRowsOf(this.deliveries.all(scopeOf(person), search)));
  }

  @Get('notifications/delivery/:id')
  @RequireAbility('panel.notifications')
  async show(
    @Param('id') id: string,
    @Req() request: PanelRequest,
    @Res() response: Response,
    @CurrentPerson() person: Person,
  ): Promise<void> {
    const delivery = isUuid(id) ? await this.deliveries.findWithBodyInScope(scopeOf(person), id) : null;
    if (!delivery) throw new PanelRejection('missing');
    const { url, requests } = await this.sentRequests.rebuildRequests({
      ...delivery,
      attempts: delivery.attempts.slice(-MAX_ATTEMPTS_SHOWN),
    });
    this.page.show(request, response, (t) => ({
      template: 'notifications/templates/delivery',
      title: t.notifications.one,
      data: {
        delivery,
        url,
        tone: TONE_OF[delivery.status],
        statusName: t.notifications.statuses[delivery.status],
        earlier: Math.max(0, delivery.attempts.length - MAX_ATTEMPTS_SHOWN),
        attempts: delivery.attempts
          .slice(-MAX_ATTEMPTS_SHOWN)
          .reverse()
          .map((attempt) => ({
            ...attempt,
            fault: faultText(attempt, t.notifications.faults) || t.notifications.underWay,
            isGood: attempt.outcome === 'acknowledged',
            response: attempt.responseExcerpt?.slice(0, MAX_RESPONSE_SHOWN).toWellFormed() ?? '',
            request: formatRequest(requests.get(attempt.number)),
          })),
        mayResend: hasAbility(person, 'panel.notifications.resend') && delivery.erasedAt === null,
      },
    }));
  }
}

/** The request as it is sent over HTTP: headers, an empty line, the body. */
function formatRequest(request: SentRequest | undefined): string {
  if (!request) return '';
  const headers = Object.entries(request.headers).map(([name, value]) => `${name}: ${value}`);
  return [...headers, '', request.body].join('\n');
}

/** A cursor is the sequence number of the last delivery on the page before. */
const parseCursor = (text: string): string | null => (/^\d{1,18}$/.test(text) ? text : null);

function faultText(attempt: Parameters<typeof attemptFault>[0] | null, names: Readonly<Record<string, string>>): string {
  const fault = attempt && attemptFault(attempt);
  return fault ? (names[fault] ?? '') : '';
}

async function* csvRowsOf(rows: AsyncIterable<FoundDelivery>) {
  for await (const { createdAt, id, serviceId, type, subjectId, status, attemptCount, nextAttemptAt, acknowledgedAt, latest } of rows) {
    const [next, acknowledged] = [nextAttemptAt, acknowledgedAt].map((time) => time?.toISOString() ?? null);
    const result = [latest?.httpStatus ?? null, latest?.errorCode ?? null, latest?.durationMs ?? null];
    yield [createdAt.toISOString(), id, serviceId, type, subjectId, status, attemptCount, next ?? null, acknowledged ?? null, ...result];
  }
}
