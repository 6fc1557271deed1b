import { Controller, Get, Post, Req, Res } from '@nestjs/common';
import type { Response } from 'express';
import { isUuid } from '../../../common/validation/is-uuid.js';
import { AccountService } from '../../../platform/people/account.service.js';
import { isPassword } from '../../../platform/people/credentials/passwords.js';
import type { Person } from '../../../platform/people/person.js';
import { CloseSessionsService } from '../../../platform/people/sessions/close-sessions.service.js';
import { SessionQueries } from '../../../platform/people/sessions/session.queries.js';
import { SwitchMembershipService } from '../../../platform/people/sessions/switch-membership.service.js';
import { recoveryScreen } from '../invitation/invitation.controller.js';
import { RequireAbility } from '../shell/require-ability.decorator.js';
import { PanelPage } from '../shell/panel-page.js';
import { PanelRejection } from '../shell/panel-rejection.js';
import { CurrentPerson, formField, type PanelRequest, queryOf } from '../shell/panel-request.js';
import type { PanelTexts } from '../texts/texts.js';

const MAX_NAME_LENGTH = 120;

/** Keys of the texts about a rejected form. `lastPasskey`: it must not be removed. `short`: the new password is too short. */
type Problem = 'passkeyFailed' | 'lastPasskey' | 'short';

/** A person's own page: ways to sign in, sessions, and memberships in partners' teams. */
@Controller('account')
export class AccountController {
  constructor(
    private readonly account: AccountService,
    private readonly sessions: SessionQueries,
    private readonly closeSessions: CloseSessionsService,
    private readonly switchMembership: SwitchMembershipService,
    private readonly page: PanelPage,
  ) {}

  @Get()
  @RequireAbility('panel.account')
  async show(@Req() request: PanelRequest, @Res() response: Response, @CurrentPerson() person: Person): Promise<void> {
    await this.showPage(request, response, person, null);
  }

  @Post('sessions/end')
  @RequireAbility('panel.account')
  async end(@Req() request: PanelRequest, @Res() response: Response, @CurrentPerson() person: Person): Promise<void> {
    const target = formField(request.form, 'session'); // a session's id, `all` or `others`
    if (target !== 'all' && target !== 'others' && !isUuid(target)) throw new PanelRejection('missing');
    await this.closeSessions.run(person, target === 'all' || target === 'others' ? target : { id: target });
    if (target === 'all') this.page.setSessionCookie(response, null);
    this.page.goTo(request, response, target === 'all' ? '/sign-in' : '/account');
  }

  @Post('membership')
  @RequireAbility('panel.account')
  async switch(@Req() request: PanelRequest, @Res() response: Response, @CurrentPerson() person: Person): Promise<void> {
    const membershipId = formField(request.form, 'membership');
    const secret = isUuid(membershipId) ? await this.switchMembership.run(person, membershipId) : null;
    if (secret === null) throw new PanelRejection('missing');
    this.page.setSessionCookie(response, secret);
    this.page.goTo(request, response, '/');
  }

  @Post('passkeys')
  @RequireAbility('panel.account', { fresh: true })
  async addPasskey(@Req() request: PanelRequest, @Res() response: Response, @CurrentPerson() person: Person): Promise<void> {
    const name = formField(request.form, 'name').slice(0, MAX_NAME_LENGTH) || 'passkey';
    const isAdded = await this.account.addPasskey(person, name, formField(request.form, 'passkey'));
    if (isAdded) return this.page.goTo(request, response, '/account');
    await this.showPage(request, response, person, 'passkeyFailed');
  }

  @Post('passkeys/remove')
  @RequireAbility('panel.account', { fresh: true })
  async removePasskey(@Req() request: PanelRequest, @Res() response: Response, @CurrentPerson() person: Person): Promise<void> {
    const isRemoved = await this.account.removePasskey(person, formField(request.form, 'id'));
    if (isRemoved) return this.page.goTo(request, response, '/account');
    await this.showPage(request, response, person, 'lastPasskey');
  }

  @Post('password')
  @RequireAbility('panel.account', { fresh: true })
  async changePassword(@Req() request: PanelRequest, @Res() response: Response, @CurrentPerson() person: Person): Promise<void> {
    const password = request.form.get('password') ?? '';
    if (!isPassword(password)) return this.showPage(request, response, person, 'short');
    if (!(await this.account.changePassword(person, password))) throw new PanelRejection('missing');
    this.page.goTo(request, response, '/account?done=password');
  }

  @Post('recovery-codes')
  @RequireAbility('panel.account', { fresh: true })
  async renew(@Req() request: PanelRequest, @Res() response: Response, @CurrentPerson() person: Person): Promise<void> {
    const codes = await this.account.renewRecoveryCodes(person);
    this.page.show(request, response, (t) => recoveryScreen(t, codes));
  }

  private async showPage(request: PanelRequest, response: Response, person: Person, problem: Problem | null): Promise<void> {
    const credentials = await this.account.readCredentials(person.userId);
    const sessions = await this.sessions.listSessions(person.userId);
    const memberships = await this.switchMembership.memberships(person.userId);
    const options = JSON.stringify(await this.account.newPasskey(person));
    this.page.show(request, response, (t) => ({
      template: 'account/templates/account',
      title: t.screens.account,
      status: problem ? 422 : 200,
      data: {
        ...credentials,
        options,
        sessions: sessions.map((session) => ({ ...session, isThis: session.id === person.sessionId })),
        memberships: memberships.map(({ id, partnerName, role }) => ({
          id,
          team: partnerName ?? t.staff,
          role: t.team.roles[role as keyof PanelTexts['team']['roles']],
          isHere: id === person.membershipId,
        })),
        email: person.email,
        isDone: queryOf(request, 'done') === 'password',
        problem: problem && t.account[problem],
      },
    }));
  }
}
