import { Controller, Get, Param, Post, Req, Res } from '@nestjs/common';
import type { Response } from 'express';
import { isUuid } from '../../../common/validation/is-uuid.js';
import { InviteService } from '../../../platform/people/invitations/invite.service.js';
import type { Person } from '../../../platform/people/person.js';
import { abilitiesOf, mayGrant, type PanelRole, rolesFor } from '../../../platform/people/roles.js';
import { VisibleServicesQuery } from '../../../platform/people/visible-services.query.js';
import { ChangeTeamService, type TeamChange } from '../../../platform/people/team/change-team.service.js';
import { TeamQuery } from '../../../platform/people/team/team.query.js';
import { readEmail } from '../../../platform/people/sign-in.service.js';
import { RequireAbility } from '../shell/require-ability.decorator.js';
import { PanelPage } from '../shell/panel-page.js';
import { PanelRejection } from '../shell/panel-rejection.js';
import { CurrentPerson, formField, type PanelRequest } from '../shell/panel-request.js';
import type { PanelTexts } from '../texts/texts.js';

const EMAIL = /^[^\s@]+@[^\s@]+$/;
type Problem = 'wrongEmail' | 'wrongRole' | 'wrongServices' | 'last';

/** Invitations, roles and removal of the members of a partner's team, or of the staff. */
@Controller('team')
export class TeamController {
  constructor(
    private readonly team: TeamQuery,
    private readonly changeTeam: ChangeTeamService,
    private readonly invite: InviteService,
    private readonly services: VisibleServicesQuery,
    private readonly page: PanelPage,
  ) {}

  @Get()
  @RequireAbility('panel.team')
  async show(@Req() request: PanelRequest, @Res() response: Response, @CurrentPerson() person: Person): Promise<void> {
    await this.showPage(request, response, person, {});
  }

  @Post('invitations')
  @RequireAbility('panel.team', { fresh: true })
  async makeInvitation(@Req() request: PanelRequest, @Res() response: Response, @CurrentPerson() person: Person): Promise<void> {
    const { form } = request;
    const { partnerId } = person;
    const email = readEmail(formField(form, 'email'));
    const role = this.grantable(person).find((name) => name === formField(form, 'role'));
    const enteredIds = formField(form, 'services')
      .split(/[\s,]+/)
      .filter(Boolean);
    // A person who is limited to some services can give access only to these services.
    const serviceIds = enteredIds.length === 0 ? [...person.serviceIds] : enteredIds;
    if (!EMAIL.test(email)) return this.showPage(request, response, person, { problem: 'wrongEmail' });
    if (!role) return this.showPage(request, response, person, { problem: 'wrongRole' });
    const visibleIds = new Set((await this.services.listVisible(person)).map(({ id }) => id));
    if ((partnerId === null && serviceIds.length > 0) || !serviceIds.every((id) => visibleIds.has(id)))
      return this.showPage(request, response, person, { problem: 'wrongServices' });
    const { link } = await this.invite.run({ email, partnerId, role, serviceIds });
    await this.showPage(request, response, person, { link });
  }

  @Post('invitations/:id/withdraw')
  @RequireAbility('panel.team', { fresh: true })
  async withdraw(
    @Param('id') id: string,
    @Req() request: PanelRequest,
    @Res() response: Response,
    @CurrentPerson() person: Person,
  ): Promise<void> {
    if (!isUuid(id) || !(await this.changeTeam.withdrawInvitation(person, id))) throw new PanelRejection('missing');
    this.page.goTo(request, response, '/team');
  }

  @Post('members/:id/role')
  @RequireAbility('panel.team', { fresh: true })
  async changeRole(
    @Param('id') id: string,
    @Req() request: PanelRequest,
    @Res() response: Response,
    @CurrentPerson() person: Person,
  ): Promise<void> {
    const role = rolesFor(person.partnerId).find((name) => name === formField(request.form, 'role'));
    if (!role) return this.showPage(request, response, person, { problem: 'wrongRole' });
    await this.respond(isUuid(id) ? await this.changeTeam.changeRole(person, id, role) : 'missing', request, response, person);
  }

  @Post('members/:id/remove')
  @RequireAbility('panel.team', { fresh: true })
  async remove(
    @Param('id') id: string,
    @Req() request: PanelRequest,
    @Res() response: Response,
    @CurrentPerson() person: Person,
  ): Promise<void> {
    await this.respond(isUuid(id) ? await this.changeTeam.remove(person, id) : 'missing', request, response, person);
  }

  private grantable({ partnerId, abilities }: Person): PanelRole[] {
    return rolesFor(partnerId).filter((role) => mayGrant(abilities, abilitiesOf(partnerId, role)));
  }

  private async respond(change: TeamChange, request: PanelRequest, response: Response, person: Person): Promise<void> {
    if (change === 'missing') throw new PanelRejection('missing');
    if (change === 'done') return this.page.goTo(request, response, '/team');
    await this.showPage(request, response, person, { problem: change === 'last' ? 'last' : 'wrongRole' });
  }

  private async showPage(
    request: PanelRequest,
    response: Response,
    person: Person,
    { problem = null, link = '' }: { problem?: Problem | null; link?: string },
  ): Promise<void> {
    const members = await this.team.members(person.partnerId);
    const invitations = await this.team.invitations(person.partnerId);
    this.page.show(request, response, (t) => {
      const roleNameOf = (role: string): string => t.team.roles[role as keyof PanelTexts['team']['roles']];
      const servicesOf = ({ serviceIds }: { serviceIds: string[] }): string => serviceIds.join(' ') || t.all;
      return {
        template: 'team/templates/team',
        title: t.screens.team,
        status: problem ? 422 : 200,
        data: {
          members: members.map((member) => ({
            ...member,
            roleName: roleNameOf(member.role),
            services: servicesOf(member),
            signsIn: [member.passkeys > 0 ? t.team.passkey : '', member.hasPassword ? t.team.password : ''].filter(Boolean).join(', '),
          })),
          invitations: invitations.map((invitation) => ({
            ...invitation,
            roleName: roleNameOf(invitation.role),
            services: servicesOf(invitation),
          })),
          roles: this.grantable(person).map((role) => ({ role, name: roleNameOf(role) })),
          isStaff: person.partnerId === null,
          invitationLink: link,
          problem: problem && t.team[problem],
        },
      };
    });
  }
}
