import { Controller, Get, Param, Post, Req, Res } from '@nestjs/common';
import type { Response } from 'express';
import { DomainError } from '../../../common/errors/domain-error.js';
import { isUuid } from '../../../common/validation/is-uuid.js';
import { hasAbility, type Person } from '../../../platform/people/person.js';
import { scopeOf, type VisibleService, VisibleServicesQuery } from '../../../platform/people/visible-services.query.js';
import { checkedLink } from '../../../products/payments/links/checked-link.js';
import { CreateLinkService } from '../../../products/payments/links/create-link.service.js';
import { DisableLinkService } from '../../../products/payments/links/disable-link.service.js';
import { linkAddress } from '../../../products/payments/links/link-address.js';
import { type ListedLink, LinksQuery } from '../../../products/payments/links/links.query.js';
import { PaymentsOfLinkQuery } from '../../../products/payments/links/payments-of-link.query.js';
import { Environment } from '../../../runtime/config/environment.js';
import { qrCode, qrPicture } from '../../pages/barcodes.js';
import { RequireAbility } from '../shell/needs.decorator.js';
import { PanelPage } from '../shell/panel-page.js';
import { PanelRejection } from '../shell/panel-refusal.js';
import { CurrentPerson, formField, type PanelRequest, queryOf } from '../shell/panel-request.js';
import type { PanelTexts } from '../texts/texts.js';
import { linkFrom, LINK_FIELDS, linkProblemOf } from './link-form.js';

const ON_A_PAGE = 50;
const FILTERS = ['service', 'status', 'control'] as const;
const PLACE = /^(\d{1,15})\.([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

type Problem = keyof PanelTexts['links']['problems'];

/** Creates payment links, shows them with their QR code, and disables them. */
@Controller('links')
export class PanelLinksController {
  constructor(
    private readonly links: LinksQuery,
    private readonly payments: PaymentsOfLinkQuery,
    private readonly services: VisibleServicesQuery,
    private readonly create: CreateLinkService,
    private readonly disabling: DisableLinkService,
    private readonly environment: Environment,
    private readonly page: PanelPage,
  ) {}

  @Get()
  @RequireAbility('panel.links')
  async list(@Req() request: PanelRequest, @Res() response: Response, @CurrentPerson() person: Person): Promise<void> {
    const given = Object.fromEntries(FILTERS.map((name) => [name, queryOf(request, name)])) as Record<(typeof FILTERS)[number], string>;
    const services = await this.sellingServices(person);
    const rows = await this.links.find({
      ...wholeScopeOf(person),
      id: null,
      serviceId: given.service || null,
      status: given.status || null,
      control: given.control || null,
      behind: placeOf(queryOf(request, 'behind')),
      limit: ON_A_PAGE + 1,
    });
    const shown = rows.slice(0, ON_A_PAGE);
    const last = rows.length > ON_A_PAGE ? shown.at(-1) : undefined;
    const chosen = new URLSearchParams(Object.entries(given).filter(([, value]) => value !== '')).toString();
    this.page.show(request, response, (t) => ({
      template: 'links/templates/links',
      title: t.screens.links,
      data: {
        given,
        services,
        isStaff: person.partnerId === null,
        mayMake: hasAbility(person, 'panel.links.change'),
        statuses: Object.entries(t.links.statuses),
        rows: shown.map((row) => describeLink(row, services, t)),
        older: last ? `/links?${chosen}${chosen && '&'}behind=${last.createdAt.getTime()}.${last.id}` : '',
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
    const service = await this.services.one(person, formField(request.form, 'service'));
    if (!service || service.area !== 'payment') throw new PanelRejection('missing');
    try {
      const { id } = await this.create.run(service, await checkedLink(linkFrom(request.form)));
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
    await this.showOne(request, response, person, await this.visible(person, id), null);
  }

  @Get(':id/qr.svg')
  @RequireAbility('panel.links')
  async picture(@Param('id') id: string, @Res() response: Response, @CurrentPerson() person: Person): Promise<void> {
    const { token } = await this.visible(person, id);
    response
      .type('image/svg+xml')
      .attachment(`payment-link-${id}.svg`)
      .send(qrPicture(this.address(token)));
  }

  @Post(':id/disable')
  @RequireAbility('panel.links.change')
  async disable(
    @Param('id') id: string,
    @Req() request: PanelRequest,
    @Res() response: Response,
    @CurrentPerson() person: Person,
  ): Promise<void> {
    const link = await this.visible(person, id);
    if (formField(request.form, 'confirmed') !== 'yes') return this.showOne(request, response, person, link, 'confirmFirst');
    if (!(await this.disabling.run(link.id))) return this.showOne(request, response, person, await this.visible(person, id), 'over');
    this.page.goTo(request, response, `/links/${id}`);
  }

  private address(token: string): string {
    return linkAddress(this.environment.http.publicUrl, token);
  }

  private async sellingServices(person: Person): Promise<VisibleService[]> {
    return (await this.services.of(person)).filter(({ area }) => area === 'payment');
  }

  private async visible(person: Person, id: string): Promise<ListedLink> {
    const everything = { serviceId: null, status: null, control: null, behind: null };
    const [link] = isUuid(id) ? await this.links.find({ ...wholeScopeOf(person), ...everything, id, limit: 1 }) : [];
    if (!link) throw new PanelRejection('missing');
    return link;
  }

  private async showForm(request: PanelRequest, response: Response, person: Person, problem: Problem | null): Promise<void> {
    const services = (await this.sellingServices(person)).filter(({ status }) => status === 'service_active');
    const typed = Object.fromEntries(LINK_FIELDS.map((name) => [name, formField(request.form, name)]));
    this.page.show(request, response, (t) => ({
      template: 'links/templates/new-link',
      title: t.links.new,
      status: problem ? 422 : 200,
      data: { typed, services, isStaff: person.partnerId === null, wrong: problem, problem: problem && t.links.problems[problem] },
    }));
  }

  private async showOne(
    request: PanelRequest,
    response: Response,
    person: Person,
    link: ListedLink,
    problem: 'confirmFirst' | 'over' | null,
  ): Promise<void> {
    const service = await this.services.one(person, link.serviceId);
    const payments = await this.payments.latest(link.id);
    this.page.show(request, response, (t) => ({
      template: 'links/templates/link',
      title: t.links.one,
      status: problem ? 422 : 200,
      data: {
        ...describeLink(link, service ? [service] : [], t),
        address: this.address(link.token),
        qr: qrCode(this.address(link.token)),
        payments: payments.map((payment) => ({ ...payment, statusName: t.transactions.statuses[payment.status] ?? payment.status })),
        mayOpen: hasAbility(person, 'panel.transactions'),
        mayDisable: link.status === 'link_active' && hasAbility(person, 'panel.links.change'),
        problem: problem && t.links[problem],
      },
    }));
  }
}

const wholeScopeOf = (person: Person) => ({ ...scopeOf(person), since: new Date(0), until: null });

function placeOf(text: string) {
  const [, at, id] = PLACE.exec(text) ?? [];
  return id === undefined || Number(at) > 8.64e15 ? null : { at: new Date(Number(at)), row: { id } };
}

const describeLink = (link: ListedLink, services: readonly VisibleService[], t: PanelTexts) => ({
  ...link,
  service: services.find(({ id }) => id === link.serviceId)?.name ?? link.serviceId,
  stateName: t.links.states[link.closed ?? 'open'],
  tone: link.closed === null ? 'good' : link.closed === 'used' ? '' : 'wait',
});
