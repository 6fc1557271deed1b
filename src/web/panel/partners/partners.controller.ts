import { Controller, Get, Param, Post, Req, Res } from '@nestjs/common';
import type { Response } from 'express';
import { isUuid } from '../../../common/validation/is-uuid.js';
import { WalletQuery } from '../../../platform/ledger/wallet.query.js';
import { BlockPartnerService } from '../../../platform/partners/block-partner.service.js';
import { PartnerListQuery, type PartnerSummary } from '../../../platform/partners/partner-list.query.js';
import { InviteService } from '../../../platform/people/invitations/invite.service.js';
import { hasAbility, type Person } from '../../../platform/people/person.js';
import { readEmail } from '../../../platform/people/sign-in.service.js';
import { TeamQuery } from '../../../platform/people/team/team.query.js';
import { VisibleServicesQuery } from '../../../platform/people/visible-services.query.js';
import { EndpointStatesQuery } from '../../../platform/webhooks/inspection/endpoint-states.query.js';
import { RequireAbility } from '../shell/require-ability.decorator.js';
import { PanelPage } from '../shell/panel-page.js';
import { PanelRejection } from '../shell/panel-rejection.js';
import { CurrentPerson, formField, type PanelRequest, queryOf } from '../shell/panel-request.js';
import { isConfirmed, readReason } from '../shell/reason-field.js';
import { panelLocale, type PanelTexts } from '../texts/texts.js';
import { signedMoney } from '../transaction/history-context.js';
import { formatPayer } from '../transactions/format-payer.js';
import { serviceTone } from '../services/service-tone.js';

const PAGE_SIZE = 50;
const MAX_LISTED = 50;
const EMAIL = /^[^\s@]+@[^\s@]+$/;
type Problem = 'reason' | 'confirmFirst' | 'blockedBefore' | 'notBlocked' | 'wrongEmail' | 'hasOwner';

/** For staff: lists partners with their services, endpoints, people and wallet, blocks them, and invites the first owner. */
@Controller('partners')
export class PartnersController {
  constructor(
    private readonly partners: PartnerListQuery,
    private readonly blockPartner: BlockPartnerService,
    private readonly services: VisibleServicesQuery,
    private readonly endpoints: EndpointStatesQuery,
    private readonly team: TeamQuery,
    private readonly wallets: WalletQuery,
    private readonly invitations: InviteService,
    private readonly page: PanelPage,
  ) {}

  @Get()
  @RequireAbility('panel.partners')
  async list(@Req() request: PanelRequest, @Res() response: Response): Promise<void> {
    const [searchText, lastId] = [queryOf(request, 'q'), queryOf(request, 'behind')];
    const rows = await this.partners.search({ nameOrId: searchText, afterPartnerId: isUuid(lastId) ? lastId : null, limit: PAGE_SIZE + 1 });
    const pageRows = rows.slice(0, PAGE_SIZE);
    const last = rows.length > PAGE_SIZE ? pageRows.at(-1) : undefined;
    this.page.show(request, response, (t) => ({
      template: 'partners/templates/partners',
      title: t.screens.partners,
      data: {
        searchText,
        partners: pageRows,
        olderUrl: last ? `/partners?${new URLSearchParams({ q: searchText, behind: last.id }).toString()}` : '',
      },
    }));
  }

  @Get(':id')
  @RequireAbility('panel.partners')
  async one(
    @Param('id') id: string,
    @Req() request: PanelRequest,
    @Res() response: Response,
    @CurrentPerson() person: Person,
  ): Promise<void> {
    await this.showOne(id, request, response, person);
  }

  @Post(':id/block')
  @RequireAbility('panel.partners.block', { fresh: true })
  async block(
    @Param('id') id: string,
    @Req() request: PanelRequest,
    @Res() response: Response,
    @CurrentPerson() person: Person,
  ): Promise<void> {
    const reason = readReason(request);
    if (reason === null) return this.showOne(id, request, response, person, { problem: 'reason' });
    if (!isConfirmed(request)) return this.showOne(id, request, response, person, { problem: 'confirmFirst' });
    const isBlocked = isUuid(id) && (await this.blockPartner.block(id, reason));
    if (!isBlocked) return this.showOne(id, request, response, person, { problem: 'blockedBefore' });
    this.page.goTo(request, response, `/partners/${id}`);
  }

  @Post(':id/unblock')
  @RequireAbility('panel.partners.block', { fresh: true })
  async unblock(
    @Param('id') id: string,
    @Req() request: PanelRequest,
    @Res() response: Response,
    @CurrentPerson() person: Person,
  ): Promise<void> {
    if (readReason(request) === null) return this.showOne(id, request, response, person, { problem: 'reason' });
    const isUnblocked = isUuid(id) && (await this.blockPartner.unblock(id));
    if (!isUnblocked) return this.showOne(id, request, response, person, { problem: 'notBlocked' });
    this.page.goTo(request, response, `/partners/${id}`);
  }

  @Post(':id/owner')
  @RequireAbility('panel.partners.invite', { fresh: true })
  async inviteOwner(
    @Param('id') id: string,
    @Req() request: PanelRequest,
    @Res() response: Response,
    @CurrentPerson() person: Person,
  ): Promise<void> {
    const email = readEmail(formField(request.form, 'email'));
    if (!EMAIL.test(email)) return this.showOne(id, request, response, person, { problem: 'wrongEmail' });
    const invitation = isUuid(id) ? await this.invitations.inviteFirstOwner(id, email) : null;
    await this.showOne(id, request, response, person, invitation ? { link: invitation.link } : { problem: 'hasOwner' });
  }

  /** Queries one after another, because a screen may use one database connection at a time. */
  private async showOne(
    id: string,
    request: PanelRequest,
    response: Response,
    person: Person,
    { problem = null, link = '' }: { problem?: Problem | null; link?: string } = {},
  ): Promise<void> {
    const partner = isUuid(id) ? await this.partners.findSummary(id) : null;
    if (!partner) throw new PanelRejection('missing');
    const partnerScope = { partnerId: id, serviceIds: [] };
    const services = await this.services.listVisible(partnerScope);
    const endpoints = await this.endpoints.listStates({ partnerId: id, serviceIds: null });
    const members = await this.team.members(id);
    const invitations = await this.team.invitations(id);
    const balance = hasAbility(person, 'wallet.show') ? await this.wallets.readBalance(id) : null;
    const [locale, seesPeople] = [panelLocale(request), hasAbility(person, 'panel.payers')];
    const hasOwner = members.some(({ role }) => role === 'owner');
    const roleNameOf = (role: string, { team }: PanelTexts): string => team.roles[role as keyof PanelTexts['team']['roles']];
    this.page.show(request, response, (t) => ({
      template: 'partners/templates/partner',
      title: partner.name,
      status: problem ? 422 : 200,
      data: {
        partner: describePartner(partner),
        problem: problem && t.partners.problems[problem],
        invitationLink: link,
        services: services.slice(0, MAX_LISTED).map(({ id: serviceId, name, area, status }) => ({
          id: serviceId,
          name,
          product: t.transactions.products[area],
          status: t.services.statuses[status],
          tone: serviceTone(status),
        })),
        endpoints: endpoints
          .slice(0, MAX_LISTED)
          .map((endpoint) => ({ ...endpoint, stateName: t.partners.endpointStates[endpoint.state] })),
        people: [
          ...members.map(({ name, email, role, lastSeenAt }) => ({ name, email, role, lastSeenAt })),
          ...invitations.map(({ email, role }) => ({ name: t.partners.invited, email, role, lastSeenAt: null })),
        ]
          .slice(0, MAX_LISTED)
          .map(({ email, role, ...rest }) => ({ ...rest, email: formatPayer(email, seesPeople), roleName: roleNameOf(role, t) })),
        isMore: Math.max(services.length, endpoints.length, members.length + invitations.length) > MAX_LISTED,
        balance: balance && {
          pending: signedMoney(balance.pendingMinor, locale, balance.currency),
          available: signedMoney(balance.availableMinor, locale, balance.currency),
          owed: signedMoney(balance.receivableMinor, locale, balance.currency),
        },
        mayBlock: hasAbility(person, 'panel.partners.block'),
        mayInvite: hasAbility(person, 'panel.partners.invite') && !hasOwner,
        reason: formField(request.form, 'reason'),
        email: formField(request.form, 'email'),
      },
    }));
  }
}

const describePartner = (partner: PartnerSummary) => ({ ...partner, blockedReason: partner.blockedReason ?? '' });
