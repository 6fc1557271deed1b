import { Controller, Param, Post, Req, Res } from '@nestjs/common';
import type { Response } from 'express';
import type { Person } from '../../../platform/people/person.js';
import { scopeOf } from '../../../platform/people/visible-services.query.js';
import { HoldEndpointService } from '../../../platform/webhooks/inspection/hold-endpoint.service.js';
import { RequireAbility } from '../shell/require-ability.decorator.js';
import { PanelPage } from '../shell/panel-page.js';
import { PanelRejection } from '../shell/panel-rejection.js';
import { CurrentPerson, type PanelRequest } from '../shell/panel-request.js';

const SERVICE_ID = /^[0-9a-f]{8}$/;

/** Pauses and resumes the notifications of a service. */
@Controller('notifications/endpoints/:serviceId')
export class EndpointsController {
  constructor(
    private readonly endpoint: HoldEndpointService,
    private readonly page: PanelPage,
  ) {}

  @Post('pause')
  @RequireAbility('panel.notifications.resend')
  async pause(
    @Param('serviceId') id: string,
    @Req() request: PanelRequest,
    @Res() response: Response,
    @CurrentPerson() person: Person,
  ): Promise<void> {
    if (!SERVICE_ID.test(id) || !(await this.endpoint.hold(scopeOf(person), id))) throw new PanelRejection('missing');
    this.page.goTo(request, response, `/notifications?service=${id}`);
  }

  @Post('resume')
  @RequireAbility('panel.notifications.resend')
  async resume(
    @Param('serviceId') id: string,
    @Req() request: PanelRequest,
    @Res() response: Response,
    @CurrentPerson() person: Person,
  ): Promise<void> {
    if (!SERVICE_ID.test(id) || !(await this.endpoint.resumeEndpoint(scopeOf(person), id))) throw new PanelRejection('missing');
    this.page.goTo(request, response, `/notifications?service=${id}`);
  }
}
