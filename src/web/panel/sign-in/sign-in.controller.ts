import { Controller, Get, HttpCode, Post, Req, Res } from '@nestjs/common';
import type { Response } from 'express';
import { PublicRoute } from '../../../platform/access/public-route.decorator.js';
import type { Person } from '../../../platform/people/person.js';
import { Passkeys } from '../../../platform/people/credentials/passkeys.js';
import { CloseSessionsService } from '../../../platform/people/sessions/close-sessions.service.js';
import { type SignInCredentials, SignInService } from '../../../platform/people/sign-in.service.js';
import { RequireAbility } from '../shell/require-ability.decorator.js';
import { firstScreen, ownPath, PanelPage } from '../shell/panel-page.js';
import { CurrentPerson, formField, type PanelRequest, queryOf } from '../shell/panel-request.js';

/** Signs people in and out, and checks the identity again before changes that require it. */
@Controller()
export class SignInController {
  constructor(
    private readonly signIn: SignInService,
    private readonly closeSessions: CloseSessionsService,
    private readonly passkeys: Passkeys,
    private readonly page: PanelPage,
  ) {}

  @Get()
  @PublicRoute('redirects to the first screen, or to signing in')
  begin(@Req() request: PanelRequest, @Res() response: Response): void {
    this.page.goTo(request, response, request.person ? firstScreen(request.person) : '/sign-in');
  }

  @Get('sign-in')
  @PublicRoute('the form by which people sign in')
  form(@Req() request: PanelRequest, @Res() response: Response): void {
    this.show(request, response, queryOf(request, 'next'), null);
  }

  @Post('sign-in')
  @HttpCode(200)
  @PublicRoute('accepts a passkey, or password and code; attempts are rate limited')
  async prove(@Req() request: PanelRequest, @Res() response: Response): Promise<void> {
    await this.signInOrConfirm(request, response, null);
  }

  @Get('prove')
  @RequireAbility('panel.account')
  confirmForm(@Req() request: PanelRequest, @Res() response: Response, @CurrentPerson() person: Person): void {
    this.show(request, response, queryOf(request, 'next'), person);
  }

  @Post('prove')
  @RequireAbility('panel.account')
  async confirmAgain(@Req() request: PanelRequest, @Res() response: Response, @CurrentPerson() person: Person): Promise<void> {
    await this.signInOrConfirm(request, response, person);
  }

  @Post('sign-out')
  @RequireAbility('panel.account')
  async signOut(@Req() request: PanelRequest, @Res() response: Response, @CurrentPerson() person: Person): Promise<void> {
    await this.closeSessions.run(person, { id: person.sessionId });
    this.page.setSessionCookie(response, null);
    this.page.goTo(request, response, '/sign-in');
  }

  /** @param person the person who confirms the identity again; null for signing in. */
  private async signInOrConfirm(request: PanelRequest, response: Response, person: Person | null): Promise<void> {
    const { form } = request;
    const passkey = formField(form, 'passkey');
    const passwordCredentials = { email: formField(form, 'email'), password: form.get('password') ?? '', code: formField(form, 'code') };
    const credentials: SignInCredentials = passkey === '' ? passwordCredentials : { passkey };
    const result = await this.signIn.run(credentials, request.visit, person);
    const next = formField(form, 'next');
    if ('token' in result) {
      this.page.setSessionCookie(response, result.token);
      return this.page.goTo(request, response, ownPath(next) ?? '/');
    }
    this.show(request, response, next, person, result);
  }

  /** @param signedIn the person who confirms the identity again; null for signing in. */
  private show(
    request: PanelRequest,
    response: Response,
    next: string,
    signedIn: Person | null,
    problem: { refused: true } | { wait: number } | null = null,
  ): void {
    if (problem && 'wait' in problem) response.setHeader('Retry-After', String(problem.wait));
    this.page.show(request, response, (t) => ({
      template: 'sign-in/templates/sign-in',
      title: signedIn ? t.signIn.prove : t.signIn.title,
      status: problem ? ('wait' in problem ? 429 : 401) : 200,
      data: {
        next: ownPath(next) ?? '/',
        action: signedIn ? '/prove' : '/sign-in',
        isConfirmation: signedIn !== null,
        options: JSON.stringify(this.passkeys.signInOptions()),
        problem: problem && ('wait' in problem ? t.signIn.wait : t.signIn.refused),
      },
    }));
  }
}
