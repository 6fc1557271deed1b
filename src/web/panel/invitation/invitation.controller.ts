import { Controller, Get, HttpCode, Param, Post, Req, Res } from '@nestjs/common';
import type { Response } from 'express';
import { renderSVG } from 'uqr';
import { PublicRoute } from '../../../platform/access/public-route.decorator.js';
import { AcceptInvitationService, type NewUserCredentials } from '../../../platform/people/invitations/accept-invitation.service.js';
import { type Invitation, InvitationQuery } from '../../../platform/people/invitations/invitation.query.js';
import type { Person } from '../../../platform/people/person.js';
import { OneTimeCodes } from '../../../platform/people/credentials/one-time-codes.js';
import { Passkeys } from '../../../platform/people/credentials/passkeys.js';
import { isPassword } from '../../../platform/people/credentials/passwords.js';
import { RequireAbility } from '../shell/require-ability.decorator.js';
import { PanelPage } from '../shell/panel-page.js';
import { PanelRejection } from '../shell/panel-rejection.js';
import { CurrentPerson, formField, type PanelRequest } from '../shell/panel-request.js';
import type { PanelTexts } from '../texts/texts.js';

const MAX_NAME_LENGTH = 120;
/** Keys of the texts about a rejected form. `short`: the password is too short; `proof`: the passkey or the code is invalid. */
type Problem = 'name' | 'short' | 'proof';

/** The page of an invitation's link. A new user chooses how to sign in. A user who has an account already signs in and joins with it. */
@Controller('invitation/:token')
export class InvitationController {
  constructor(
    private readonly invitations: InvitationQuery,
    private readonly acceptInvitation: AcceptInvitationService,
    private readonly codes: OneTimeCodes,
    private readonly passkeys: Passkeys,
    private readonly page: PanelPage,
  ) {}

  @Get()
  @PublicRoute('the unguessable token of the invitation is the capability')
  async show(@Param('token') token: string, @Req() request: PanelRequest, @Res() response: Response): Promise<void> {
    await this.showForm(token, request, response, null);
  }

  @Post()
  @HttpCode(200)
  @PublicRoute('the unguessable token of the invitation is the capability')
  async joinAsNewUser(@Param('token') token: string, @Req() request: PanelRequest, @Res() response: Response): Promise<void> {
    const { form, visit } = request;
    const [name, password, passkey] = [formField(form, 'name'), form.get('password') ?? '', formField(form, 'passkey')];
    if (name === '' || [...name].length > MAX_NAME_LENGTH) return this.showForm(token, request, response, 'name');
    if (passkey === '' && !isPassword(password)) return this.showForm(token, request, response, 'short');
    const credentials: NewUserCredentials = passkey === '' ? { password, code: formField(form, 'code') } : { passkey };
    const result = await this.acceptInvitation.acceptAsNewUser(token, name, credentials, visit);
    if ('refused' in result) {
      if (result.refused === 'gone') throw new PanelRejection('gone');
      return this.showForm(token, request, response, 'proof');
    }
    this.page.setSessionCookie(response, result.token);
    this.page.show(request, response, (t) => recoveryScreen(t, result.recoveryCodes));
  }

  @Post('member')
  @RequireAbility('panel.account')
  async joinAsExistingUser(
    @Param('token') token: string,
    @Req() request: PanelRequest,
    @Res() response: Response,
    @CurrentPerson() person: Person,
  ): Promise<void> {
    if ((await this.acceptInvitation.acceptAsUser(token, person, request.visit)) === null) throw new PanelRejection('gone');
    this.page.goTo(request, response, '/account');
  }

  private async showForm(token: string, request: PanelRequest, response: Response, problem: Problem | null): Promise<void> {
    const invitation = await this.invitations.find(token);
    if (!invitation) throw new PanelRejection('gone');
    const signInSecrets = await this.signInSecrets(invitation);
    const { email, role, partnerName, userId } = invitation;
    this.page.show(request, response, (t) => ({
      template: 'invitation/templates/invitation',
      title: t.invitation.title,
      status: problem ? 422 : 200,
      data: {
        ...signInSecrets,
        email,
        token,
        role: t.team.roles[role as keyof PanelTexts['team']['roles']],
        team: partnerName ?? t.staff,
        hasAccount: userId !== null,
        isSignedIn: userId !== null && userId === request.person?.userId,
        name: formField(request.form, 'name'),
        problem: problem && t.invitation[problem],
      },
    }));
  }

  /** The secrets for a new user's authenticator app and passkey; all are empty for a user who has an account already. */
  private async signInSecrets({ id, email, totpSecret, userId }: Invitation): Promise<{ secret: string; qr: string; options: string }> {
    if (userId !== null) return { secret: '', qr: '', options: '' };
    const options = JSON.stringify(this.passkeys.registrationOptions({ id, email, name: email }, `new ${id}`));
    return { secret: totpSecret.replace(/.{4}(?=.)/g, '$& '), qr: renderSVG(await this.codes.uri(totpSecret, email)), options };
  }
}

/** The page with the recovery codes. The codes are shown only once. */
export const recoveryScreen = (t: PanelTexts, codes: readonly string[]) => ({
  template: 'invitation/templates/recovery-codes',
  title: t.recovery.title,
  data: { codes },
});
