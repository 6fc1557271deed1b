import { setTimeout as pause } from 'node:timers/promises';
import { Controller, Get, Param, Post, Req, Res } from '@nestjs/common';
import type { Response } from 'express';
import { isHttpUrl } from '../../../common/validation/is-http-url.js';
import { isUuid } from '../../../common/validation/is-uuid.js';
import { Environment } from '../../../runtime/config/environment.js';
import { checkTargetUrl, type TargetProblem } from '../../../platform/outbound/check-target-url.js';
import { DEFAULT_RETRY_SCHEDULE } from '../../../platform/outbound/retry-schedule.js';
import { TargetPolicy } from '../../../platform/outbound/target-policy.js';
import { ServiceBrandQuery } from '../../../platform/partners/brand/service-brand.query.js';
import { ServiceListQuery } from '../../../platform/partners/services/service-list.query.js';
import { UpdateService } from '../../../platform/partners/services/update-service.js';
import { hasAbility, type Person } from '../../../platform/people/person.js';
import { type VisibleService, VisibleServicesQuery } from '../../../platform/people/visible-services.query.js';
import type { AttemptView } from '../../../platform/webhooks/inspection/delivery-view.js';
import { DeliveryQueries } from '../../../platform/webhooks/inspection/delivery.queries.js';
import { SendTestNotificationService } from '../../../platform/webhooks/outbox/send-test-notification.service.js';
import { RequireAbility } from '../shell/require-ability.decorator.js';
import { PanelPage } from '../shell/panel-page.js';
import { PanelRejection } from '../shell/panel-rejection.js';
import { CurrentPerson, formField, type PanelRequest, queryOf } from '../shell/panel-request.js';
import type { PanelTexts } from '../texts/texts.js';
import { previewThemes } from './brand-preview.js';
import { ProductDetails } from './product-details.js';
import { serviceTone } from './service-tone.js';
import { testResultKey } from './test-result-key.js';

const MAX_WAIT_MS = 5_000;
const POLL_INTERVAL_MS = 250;
/** Characters that the page shows of the response body. */
const MAX_BODY_SHOWN = 300;
/** Keys of the texts about a rejected form. `none`: the service has no URL for notifications. */
type Problem = TargetProblem | 'none';

/** The services of a partner: product settings, URL for notifications, and brand on the payers' pages. */
@Controller('services')
export class ServicesController {
  constructor(
    private readonly services: VisibleServicesQuery,
    private readonly list: ServiceListQuery,
    private readonly updateService: UpdateService,
    private readonly products: ProductDetails,
    private readonly brands: ServiceBrandQuery,
    private readonly sendTestNotification: SendTestNotificationService,
    private readonly deliveries: DeliveryQueries,
    private readonly environment: Environment,
    private readonly page: PanelPage,
  ) {}

  @Get()
  @RequireAbility('panel.services')
  async all(@Req() request: PanelRequest, @Res() response: Response, @CurrentPerson() person: Person): Promise<void> {
    const services = await this.services.listVisible(person);
    this.page.show(request, response, (t) => ({
      template: 'services/templates/services',
      title: t.screens.services,
      data: { isStaff: person.partnerId === null, services: services.map((service) => describeService(service, t)) },
    }));
  }

  @Get(':service')
  @RequireAbility('panel.services')
  async one(
    @Param('service') id: string,
    @Req() request: PanelRequest,
    @Res() response: Response,
    @CurrentPerson() person: Person,
  ): Promise<void> {
    const service = await this.findVisible(person, id);
    const test = queryOf(request, 'test');
    const attempt = isUuid(test) ? await this.firstAttempt(id, test) : undefined;
    await this.showOne(request, response, person, service, { test: isUuid(test) ? { attempt } : null });
  }

  @Get(':service/logo')
  @RequireAbility('panel.services')
  async logo(@Param('service') id: string, @Res() response: Response, @CurrentPerson() person: Person): Promise<void> {
    const { brand } = await this.brands.shop((await this.findVisible(person, id)).id);
    const logo = brand?.logo ? await this.brands.logo(brand.logo.hash) : null;
    if (!logo) throw new PanelRejection('missing');
    // A logo that is opened as a page of its own has no origin, and can neither run scripts nor load anything.
    response.setHeader('Content-Security-Policy', "default-src 'none'; style-src 'unsafe-inline'; sandbox");
    response.setHeader('X-Content-Type-Options', 'nosniff');
    response.setHeader('Content-Type', logo.type === 'svg' ? 'image/svg+xml' : 'image/png');
    response.send(logo.content);
  }

  @Post(':service/notify-address')
  @RequireAbility('panel.services.change', { fresh: true })
  async setAddress(
    @Param('service') id: string,
    @Req() request: PanelRequest,
    @Res() response: Response,
    @CurrentPerson() person: Person,
  ): Promise<void> {
    const service = await this.findVisible(person, id);
    const url = formField(request.form, 'url');
    const problem = url === '' ? null : this.problemOf(url);
    if (problem) return this.showOne(request, response, person, { ...service, notifyUrl: url }, { problem });
    await this.updateService.runInTransaction(id, { notifyUrl: url || null });
    this.page.goTo(request, response, `/services/${id}`);
  }

  @Post(':service/test')
  @RequireAbility('panel.services.change')
  async test(
    @Param('service') id: string,
    @Req() request: PanelRequest,
    @Res() response: Response,
    @CurrentPerson() person: Person,
  ): Promise<void> {
    const service = await this.findVisible(person, id);
    if (service.notifyUrl === null) return this.showOne(request, response, person, service, { problem: 'none' });
    const { subjectId } = await this.sendTestNotification.run(id);
    this.page.goTo(request, response, `/services/${id}?test=${subjectId}`);
  }

  private async findVisible(person: Person, id: string): Promise<VisibleService> {
    const service = await this.services.findVisibleService(person, id);
    if (!service) throw new PanelRejection('missing');
    return service;
  }

  private problemOf(url: string): Problem | null {
    const problem = checkTargetUrl(url, new TargetPolicy(this.environment.webhook.allowedNetworks));
    return problem ?? (isHttpUrl(url) ? null : 'NOT_A_URL');
  }

  /** Waits up to `MAX_WAIT_MS` for the result of the first attempt, so that the page can show the result without a script. */
  private async firstAttempt(serviceId: string, subjectId: string): Promise<AttemptView | undefined> {
    for (let waitedMs = 0; ; waitedMs += POLL_INTERVAL_MS) {
      const [delivery] = await this.deliveries.list({ serviceId, subjectIds: [subjectId], limit: 1 });
      const attempt = delivery?.attempts.find(({ outcome }) => outcome !== null);
      if (attempt || !delivery || waitedMs >= MAX_WAIT_MS) return attempt;
      await pause(POLL_INTERVAL_MS);
    }
  }

  private async showOne(
    request: PanelRequest,
    response: Response,
    person: Person,
    service: VisibleService,
    { problem = null, test = null }: { problem?: Problem | null; test?: { attempt: AttemptView | undefined } | null },
  ): Promise<void> {
    const row = await this.list.getService(service.id);
    const product = await this.products.readProductDetails(service);
    const { brand, sellerName } = await this.brands.shop(service.id);
    this.page.show(request, response, (t) => ({
      template: 'services/templates/service',
      title: service.name,
      status: problem ? 422 : 200,
      data: {
        ...describeService(service, t),
        isDirectBilling: service.area === 'directbilling',
        mayChange: hasAbility(person, 'panel.services.change'),
        mayShowKeys: hasAbility(person, 'panel.keys'),
        problem: problem && t.services.problems[problem],
        test: test && describeTest(test.attempt, t),
        schedule: (row.retryScheduleSeconds ?? DEFAULT_RETRY_SCHEDULE).map(formatInterval).join(' · '),
        amounts: t.services.renderings[row.amountRendering],
        idName: row.serviceIdName,
        userAgent: row.notifyUserAgent ?? t.services.usual,
        channels: product.channels.map((channel) => ({ ...channel, why: channel.why ? t.services.why[channel.why] : '' })),
        tariffs: product.tariffs,
        sms: product.sms,
        brand: {
          isOwn: brand !== null,
          name: brand?.name ?? sellerName,
          contact: brand?.contact ?? '',
          logo: brand?.logo ? `/services/${service.id}/logo` : '',
          themes: previewThemes(brand?.accent ?? null),
        },
      },
    }));
  }
}

const describeService = ({ id, name, area, status, notifyUrl, partnerName }: VisibleService, t: PanelTexts) => ({
  id,
  name,
  partnerName,
  product: t.transactions.products[area],
  status: t.services.statuses[status],
  tone: serviceTone(status),
  notifyUrl: notifyUrl ?? '',
});

function describeTest(attempt: AttemptView | undefined, t: PanelTexts) {
  const resultKey = testResultKey(attempt);
  const excerpt = [...(attempt?.responseExcerpt ?? '')];
  return {
    text: t.services.answers[resultKey],
    isGood: resultKey === 'acknowledged',
    isBad: resultKey !== 'acknowledged' && resultKey !== 'waiting',
    status: String(attempt?.httpStatus ?? attempt?.errorCode ?? ''),
    took: attempt?.durationMs === null || attempt === undefined ? '' : `${attempt.durationMs} ms`,
    body: excerpt.slice(0, MAX_BODY_SHOWN).join('') + (excerpt.length > MAX_BODY_SHOWN ? '…' : ''),
  };
}

/** `0 s`, `30 s`, `2 min`, `1 h`, `1 d`. */
function formatInterval(seconds: number): string {
  const units = [
    ['d', 86_400],
    ['h', 3_600],
    ['min', 60],
  ] as const;
  const [unit, size] = units.find(([, unitSeconds]) => seconds >= unitSeconds && seconds % unitSeconds === 0) ?? (['s', 1] as const);
  return `${seconds / size}\u00a0${unit}`;
}
