import { Controller, Get, Param, Post, Req, Res } from '@nestjs/common';
import type { Response } from 'express';
import { parseSeekCursor, formatSeekCursor } from '../../../common/pagination/seek-cursor.js';
import { VerifyServiceService } from '../../../platform/partners/services/verify-service.service.js';
import { ServiceListQuery, type WaitingService } from '../../../platform/partners/services/service-list.query.js';
import { ProductDetails } from '../services/product-details.js';
import { RequireAbility } from '../shell/require-ability.decorator.js';
import { PanelPage } from '../shell/panel-page.js';
import { PanelRejection } from '../shell/panel-rejection.js';
import { formField, type PanelRequest, queryOf } from '../shell/panel-request.js';
import { readReason } from '../shell/reason-field.js';
import type { PanelTexts } from '../texts/texts.js';

const PAGE_SIZE = 50;
const SERVICE_ID = /^[0-9a-f]{8}$/;
const isServiceId = (text: string): boolean => SERVICE_ID.test(text);
/** Keys of the texts about a rejected form: no allowed reason, no decision, or a service about which another person has decided. */
type Problem = 'reason' | 'choose' | 'decided';

/** For staff: lists the services that wait for verification with the data for the decision, and verifies or rejects each. */
@Controller('verification')
export class VerificationController {
  constructor(
    private readonly services: ServiceListQuery,
    private readonly verifyService: VerifyServiceService,
    private readonly products: ProductDetails,
    private readonly page: PanelPage,
  ) {}

  @Get()
  @RequireAbility('panel.services.verify')
  async list(@Req() request: PanelRequest, @Res() response: Response): Promise<void> {
    await this.showList(request, response);
  }

  @Get(':service')
  @RequireAbility('panel.services.verify')
  async one(@Param('service') id: string, @Req() request: PanelRequest, @Res() response: Response): Promise<void> {
    await this.showOne(await this.findService(id), request, response);
  }

  @Post(':service')
  @RequireAbility('panel.services.verify')
  async decide(@Param('service') id: string, @Req() request: PanelRequest, @Res() response: Response): Promise<void> {
    const decision = (['verify', 'refuse'] as const).find((option) => option === formField(request.form, 'decision'));
    const problem = decision ? (readReason(request) === null ? 'reason' : null) : 'choose';
    if (!decision || problem) return this.showOne(await this.findService(id), request, response, problem);
    if (!isServiceId(id) || !(await this.verifyService.decide(id, decision))) return this.showList(request, response, 'decided');
    this.page.goTo(request, response, '/verification');
  }

  private async findService(id: string): Promise<WaitingService> {
    const service = isServiceId(id) ? await this.services.findWaiting(id) : null;
    if (!service) throw new PanelRejection('missing');
    return service;
  }

  private async showList(request: PanelRequest, response: Response, problem: Problem | null = null): Promise<void> {
    const rows = await this.services.listWaiting(parseSeekCursor(queryOf(request, 'behind'), isServiceId), PAGE_SIZE + 1);
    const pageRows = rows.slice(0, PAGE_SIZE);
    const last = rows.length > PAGE_SIZE ? pageRows.at(-1) : undefined;
    this.page.show(request, response, (t) => ({
      template: 'partners/templates/verification',
      title: t.screens.verification,
      status: problem ? 422 : 200,
      data: {
        problem: problem && t.verification.problems[problem],
        services: pageRows.map((service) => describeService(service, t)),
        nextUrl: last ? `/verification?behind=${formatSeekCursor({ at: last.createdAt, id: last.id })}` : '',
      },
    }));
  }

  private async showOne(service: WaitingService, request: PanelRequest, response: Response, problem: Problem | null = null): Promise<void> {
    const { channels, tariffs, sms } = await this.products.readProductDetails(service);
    this.page.show(request, response, (t) => ({
      template: 'partners/templates/decision',
      title: service.name,
      status: problem ? 422 : 200,
      data: {
        problem: problem && t.verification.problems[problem],
        service: describeService(service, t),
        sells: [
          ...channels.filter(({ isOn }) => isOn).map(({ name, limits }) => `${name}: ${limits}`),
          ...tariffs.filter(({ isOn }) => isOn).map(({ operator, shares }) => `${operator}: ${shares}`),
          ...(sms ? [`${sms.keyword}: ${sms.numbers.map(({ number }) => number).join(', ') || t.none}`] : []),
        ],
        reason: formField(request.form, 'reason'),
      },
    }));
  }
}

const describeService = (service: WaitingService, t: PanelTexts) => ({
  ...service,
  notifyUrl: service.notifyUrl ?? '',
  product: t.transactions.products[service.area],
  statusName: t.services.statuses[service.status],
});
