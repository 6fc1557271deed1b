import { Controller, Get, Param, Post, Req, Res } from '@nestjs/common';
import type { Response } from 'express';
import { DomainError } from '../../../common/errors/domain-error.js';
import { isUuid } from '../../../common/validation/is-uuid.js';
import { hasAbility, type Person } from '../../../platform/people/person.js';
import { scopeOf, type VisibleService, VisibleServicesQuery } from '../../../platform/people/visible-services.query.js';
import { validateLinkRequest } from '../../../products/payments/links/validate-link-request.js';
import { CreateLinkService } from '../../../products/payments/links/create-link.service.js';
import { DisableLinkService } from '../../../products/payments/links/disable-link.service.js';
import { paymentLinkUrl } from '../../../products/payments/links/link-url.js';
import { type ListedLink, LinksQuery } from '../../../products/payments/links/links.query.js';
import { PaymentsOfLinkQuery } from '../../../products/payments/links/payments-of-link.query.js';
import { Environment } from '../../../runtime/config/environment.js';
import { qrCode, qrCodeSvg } from '../../pages/barcodes.js';
import { RequireAbility } from '../shell/require-ability.decorator.js';
import { chosenOf, filterQuery, readFilters } from '../shell/panel-filters.js';
import { PanelPage } from '../shell/panel-page.js';
import { PanelRejection } from '../shell/panel-rejection.js';
import { CurrentPerson, formField, type PanelRequest, queryOf } from '../shell/panel-request.js';
import type { PanelTexts } from '../texts/texts.js';
import { LINK_STATUSES } from '../../../products/payments/links/states.js';
import { linkRequestFrom, LINK_FIELDS, linkProblemOf } from './link-form.js';

const PAGE_SIZE = 50;
const FILTERS = ['service', 'status', 'control'] as const;
/** The latest time of a JavaScript Date. */
const MAX_TIME_MS = 8.64e15;
/** Unix time in milliseconds, a dot, and an id. */
const CURSOR = /^(\d{1,15})\.([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

type Problem = keyof PanelTexts['links']['problems'];

/** Creates payment links, shows them with their QR code, and disables them. */
@Controller('links')
export class PanelLinksController {
  constructor(
    private readonly links: LinksQuery,
    private readonly payments: PaymentsOfLinkQuery,
    private readonly services: VisibleServicesQuery,
    private readonly createLink: CreateLinkService,
    private readonly disableLink: DisableLinkService,
    private readonly environment: Environment,
    private readonly page: PanelPage,
  ) {}

  @Get()
  @RequireAbility('panel.links')
  async list(@Req() request: PanelRequest, @Res() response: Response, @CurrentPerson() person: Person): Promise<void> {
    const filters = readFilters(FILTERS, (name) => queryOf(request, name));
    const services = await this.sellingServices(person);
    const rows = await this.links.find({
      ...scopeOfAllTime(person),
      id: null,
      serviceId: filters.service || null,
      status: chosenOf(LINK_STATUSES, filters.status),
      control: filters.control || null,
      startAfter: parseCursor(queryOf(request, 'behind')),
      limit: PAGE_SIZE + 1,
    });
    const pageRows = rows.slice(0, PAGE_SIZE);
    const last = rows.length > PAGE_SIZE ? pageRows.at(-1) : undefined;
    const query = filterQuery(filters);
    this.page.show(request, response, (t) => ({
      template: 'links/templates/links',
      title: t.screens.links,
      data: {
        filters,
        services,
        isStaff: person.partnerId === null,
        mayMake: hasAbility(person, 'panel.links.change'),
        statuses: Object.entries(t.links.statuses),
        rows: pageRows.map((row) => describeLink(row, services, t)),
        olderUrl: last ? `/links?${query}${query && '&'}behind=${last.createdAt.getTime()}.${last.id}` : '',
      },
    }));
  }

  @Get('new')
  @RequireAbility('panel.links.change')
  async form(@Req() request: PanelRequest, @Res() response: Response, @CurrentPerson() person: Person): Promise<void> {
    await this.showForm(request, response, person, null);
  }

  @Post()
  @RequireAbility('panel.links.change')
  async make(@Req() request: PanelRequest, @Res() response: Response, @CurrentPerson() person: Person): Promise<void> {
    const service = await this.services.findVisibleService(person, formField(request.form, 'service'));
    if (!service || service.area !== 'payment') throw new PanelRejection('missing');
    try {
      const { id } = await this.createLink.run(service, await validateLinkRequest(linkRequestFrom(request.form)));
      this.page.goTo(request, response, `/links/${id}`);
    } catch (error) {
      if (!(error instanceof DomainError) || error.code !== 'VALIDATION_ERROR') throw error;
      await this.showForm(request, response, person, linkProblemOf(error));
    }
  }

  @Get(':id')
  @RequireAbility('panel.links')
  async one(
    @Param('id') id: string,
    @Req() request: PanelRequest,
    @Res() response: Response,
    @CurrentPerson() person: Person,
  ): Promise<void> {
    await this.showOne(request, response, person, await this.findVisible(person, id), null);
  }

  @Get(':id/qr.svg')
  @RequireAbility('panel.links')
  async picture(@Param('id') id: string, @Res() response: Response, @CurrentPerson() person: Person): Promise<void> {
    const { token } = await this.findVisible(person, id);
    response
      .type('image/svg+xml')
      .attachment(`payment-link-${id}.svg`)
      .send(qrCodeSvg(this.urlOf(token)));
  }

  @Post(':id/disable')
  @RequireAbility('panel.links.change')
  async disable(
    @Param('id') id: string,
    @Req() request: PanelRequest,
    @Res() response: Response,
    @CurrentPerson() person: Person,
  ): Promise<void> {
    const link = await this.findVisible(person, id);
    if (formField(request.form, 'confirmed') !== 'yes') return this.showOne(request, response, person, link, 'confirmFirst');
    if (!(await this.disableLink.run(link.id))) return this.showOne(request, response, person, await this.findVisible(person, id), 'over');
    this.page.goTo(request, response, `/links/${id}`);
  }

  private urlOf(token: string): string {
    return paymentLinkUrl(this.environment.http.publicUrl, token);
  }

  private async sellingServices(person: Person): Promise<VisibleService[]> {
    return (await this.services.listVisible(person)).filter(({ area }) => area === 'payment');
  }

  private async findVisible(person: Person, id: string): Promise<ListedLink> {
    const noFilters = { serviceId: null, status: null, control: null, startAfter: null };
    const [link] = isUuid(id) ? await this.links.find({ ...scopeOfAllTime(person), ...noFilters, id, limit: 1 }) : [];
    if (!link) throw new PanelRejection('missing');
    return link;
  }

  private async showForm(request: PanelRequest, response: Response, person: Person, problem: Problem | null): Promise<void> {
    const services = (await this.sellingServices(person)).filter(({ status }) => status === 'service_active');
    const values = Object.fromEntries(LINK_FIELDS.map((name) => [name, formField(request.form, name)]));
    this.page.show(request, response, (t) => ({
      template: 'links/templates/new-link',
      title: t.links.new,
      status: problem ? 422 : 200,
      data: { values, services, isStaff: person.partnerId === null, invalidField: problem, problem: problem && t.links.problems[problem] },
    }));
  }

  private async showOne(
    request: PanelRequest,
    response: Response,
    person: Person,
    link: ListedLink,
    problem: 'confirmFirst' | 'over' | null,
  ): Promise<void> {
    const service = await this.services.findVisibleService(person, link.serviceId);
    const payments = await this.payments.findLatestPayments(link.id);
    this.page.show(request, response, (t) => ({
      template: 'links/templates/link',
      title: t.links.one,
      status: problem ? 422 : 200,
      data: {
        ...describeLink(link, service ? [service] : [], t),
        address: this.urlOf(link.token),
        qr: qrCode(this.urlOf(link.token)),
        payments: payments.map((payment) => ({ ...payment, statusName: t.transactions.statuses[payment.status] ?? payment.status })),
        mayOpen: hasAbility(person, 'panel.transactions'),
        mayDisable: link.status === 'link_active' && hasAbility(person, 'panel.links.change'),
        problem: problem && t.links[problem],
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

const describeLink = (link: ListedLink, services: readonly VisibleService[], t: PanelTexts) => ({
  ...link,
  service: services.find(({ id }) => id === link.serviceId)?.name ?? link.serviceId,
  stateName: t.links.states[link.closed ?? 'open'],
  tone: link.closed === null ? 'good' : link.closed === 'used' ? '' : 'wait',
});
