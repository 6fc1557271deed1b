import { Controller, Get, HttpCode, Param, Post, Req, Res } from '@nestjs/common';
import type { Response } from 'express';
import { PublicRoute } from '../../../platform/access/public-route.decorator.js';
import { DemoPeopleService } from '../../../platform/people/demo-people.service.js';
import { PanelPage } from '../shell/panel-page.js';
import { PanelRejection } from '../shell/panel-rejection.js';
import type { PanelRequest } from '../shell/panel-request.js';

/** Signs in through the links that the gateway prints at start together with the demo token. */
@Controller('demo/:token')
export class DemoController {
  constructor(
    private readonly people: DemoPeopleService,
    private readonly page: PanelPage,
  ) {}

  @Get()
  @PublicRoute('the unguessable token of the demo is the capability')
  show(@Param('token') token: string, @Req() request: PanelRequest, @Res() response: Response): void {
    const person = this.people.find(token);
    if (!person) throw new PanelRejection('gone');
    this.page.show(request, response, (t) => ({
      template: 'sign-in/templates/demo',
      title: t.signIn.demo,
      data: { token, name: person.name },
    }));
  }

  @Post()
  @HttpCode(200)
  @PublicRoute('the unguessable token of the demo is the capability')
  async signIn(@Param('token') token: string, @Req() request: PanelRequest, @Res() response: Response): Promise<void> {
    const secret = await this.people.signIn(token, request.visit);
    if (secret === null) throw new PanelRejection('gone');
    this.page.setSessionCookie(response, secret);
    this.page.goTo(request, response, '/');
  }
}
