import { Controller, Get, Param, Post, Req, Res } from '@nestjs/common';
import type { Response } from 'express';
import { isUuid } from '../../../common/validation/is-uuid.js';
import { Environment } from '../../../runtime/config/environment.js';
import type { Person } from '../../../platform/people/person.js';
import { scopeOf, VisibleServicesQuery } from '../../../platform/people/visible-services.query.js';
import { ResendDeliveryService } from '../../../platform/webhooks/inspection/resend-delivery.service.js';
import { MAX_RESENT, ResendMatchingService } from '../../../platform/webhooks/inspection/resend-matching.service.js';
import { RequireAbility } from '../shell/require-ability.decorator.js';
import { filterQuery } from '../shell/panel-filters.js';
import { PanelPage } from '../shell/panel-page.js';
import { PanelRejection } from '../shell/panel-rejection.js';
import { CurrentPerson, type PanelRequest, queryOf, requiredField } from '../shell/panel-request.js';
import { type DeliveryFilters, readDeliveryFilters, deliverySearchOf } from './delivery-filter.js';

/**
 * Resends one notification, or all unacknowledged notifications that match a filter. For a filter, the page first shows their number, and
 * after a confirmation they are resent in the background.
 */
@Controller('notifications')
export class ResendController {
  constructor(
    private readonly resendDelivery: ResendDeliveryService,
    private readonly resendMatching: ResendMatchingService,
    private readonly services: VisibleServicesQuery,
    private readonly environment: Environment,
    private readonly page: PanelPage,
  ) {}

  @Get('resend')
  @RequireAbility('panel.notifications.resend')
  async ask(@Req() request: PanelRequest, @Res() response: Response, @CurrentPerson() person: Person): Promise<void> {
    const filters = readDeliveryFilters((name) => queryOf(request, name));
    await this.showConfirmation(filters, request, response, person);
  }

  @Post('resend')
  @RequireAbility('panel.notifications.resend')
  async begin(@Req() request: PanelRequest, @Res() response: Response, @CurrentPerson() person: Person): Promise<void> {
    const filters = readDeliveryFilters((name) => requiredField(request.form, name));
    const id = await this.resendMatching.begin(scopeOf(person), deliverySearchOf(filters, this.environment));
    if (id === null) return this.showConfirmation(filters, request, response, person);
    this.page.goTo(request, response, `/notifications/resends/${id}`);
  }

  @Get('resends/:id')
  @RequireAbility('panel.notifications.resend')
  async progress(
    @Param('id') id: string,
    @Req() request: PanelRequest,
    @Res() response: Response,
    @CurrentPerson() person: Person,
  ): Promise<void> {
    const progress = isUuid(id) ? await this.resendMatching.progress(scopeOf(person), id) : null;
    if (!progress) throw new PanelRejection('missing');
    this.page.show(request, response, (t) => ({
      template: 'notifications/templates/progress',
      title: t.notifications.resend,
      data: { progress },
    }));
  }

  @Post('delivery/:id/resend')
  @RequireAbility('panel.notifications.resend')
  async again(
    @Param('id') id: string,
    @Req() request: PanelRequest,
    @Res() response: Response,
    @CurrentPerson() person: Person,
  ): Promise<void> {
    if (!isUuid(id) || !(await this.resendDelivery.run(id, scopeOf(person)))) throw new PanelRejection('missing');
    this.page.goTo(request, response, `/notifications/delivery/${id}`);
  }

  private async showConfirmation(filters: DeliveryFilters, request: PanelRequest, response: Response, person: Person): Promise<void> {
    const { found } = await this.resendMatching.count(scopeOf(person), deliverySearchOf(filters, this.environment));
    const service = (await this.services.listVisible(person)).find(({ id }) => id === filters.service);
    this.page.show(request, response, (t) => ({
      template: 'notifications/templates/resend',
      title: t.notifications.resend,
      data: {
        filters,
        query: filterQuery(filters),
        found: Math.min(found, MAX_RESENT),
        isTooMany: found > MAX_RESENT,
        serviceName: service?.name ?? (filters.service ? t.none : t.all),
        statusName: new Map(Object.entries(t.notifications.statuses)).get(filters.status) ?? t.notifications.missed,
      },
    }));
  }
}
