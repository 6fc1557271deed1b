import { Controller, Get, Param, Post, Req, Res } from '@nestjs/common';
import type { Response } from 'express';
import { hasAbility, type Person } from '../../../platform/people/person.js';
import { scopeOf, type VisibleService, VisibleServicesQuery } from '../../../platform/people/visible-services.query.js';
import { type PackStock, PackStockQuery } from '../../../products/sms/codes/pack-stock.query.js';
import { UploadPackService, type UploadResult } from '../../../products/sms/codes/upload-pack.service.js';
import { InboundQueries, type ReceivedMessage } from '../../../products/sms/inbound/inbound.queries.js';
import { SmsServiceQueries } from '../../../products/sms/services/service.queries.js';
import { RequireAbility } from '../shell/require-ability.decorator.js';
import { PanelPage } from '../shell/panel-page.js';
import { PanelRejection } from '../shell/panel-rejection.js';
import { CurrentPerson, formField, type PanelRequest, queryOf } from '../shell/panel-request.js';
import type { PanelTexts } from '../texts/texts.js';
import { formatPayer } from '../transactions/format-payer.js';

const MAX_MESSAGES = 100;
/** Characters that the page shows of a rejected code. */
const MAX_CODE_SHOWN = 80;

/** The result of checking codes that are not added yet. */
interface CheckedCodes {
  codes: string;
  result: UploadResult;
}

/** The stock of the partner's code packs, the upload of codes, and the SMS that were rejected. */
@Controller('codes')
export class CodesController {
  constructor(
    private readonly services: VisibleServicesQuery,
    private readonly smsServices: SmsServiceQueries,
    private readonly stock: PackStockQuery,
    private readonly uploadPack: UploadPackService,
    private readonly inbound: InboundQueries,
    private readonly page: PanelPage,
  ) {}

  @Get()
  @RequireAbility('panel.codes')
  async all(@Req() request: PanelRequest, @Res() response: Response, @CurrentPerson() person: Person): Promise<void> {
    const sms = (await this.services.listVisible(person)).filter(({ area }) => area === 'sms');
    const detailsOf = await this.smsServices.detailsReader(sms.map(({ id }) => id));
    const packs = sms.filter(({ id }) => detailsOf(id).type === 'CODE_PACK');
    const stock = await this.stock.readStocks(packs.map(({ id }) => id));
    // Only staff see messages that match no service.
    const isLimited = person.partnerId !== null || scopeOf(person).serviceIds != null;
    const messages = await this.inbound.messages({
      outcome: 'refused',
      serviceIds: isLimited ? sms.map(({ id }) => id) : null,
      limit: MAX_MESSAGES,
    });
    const serviceNames = new Map(sms.map(({ id, name }) => [id, name]));
    this.page.show(request, response, (t) => ({
      template: 'codes/templates/codes',
      title: t.screens.codes,
      data: {
        isStaff: person.partnerId === null,
        mayUpload: hasAbility(person, 'panel.codes.upload'),
        packs: packs.map((service) => ({ ...service, ...describeStock(stock.get(service.id), t) })),
        messages: messages.map((message) => describeMessage(message, person, serviceNames, t)),
      },
    }));
  }

  @Get(':service')
  @RequireAbility('panel.codes.upload')
  async form(
    @Param('service') id: string,
    @Req() request: PanelRequest,
    @Res() response: Response,
    @CurrentPerson() person: Person,
  ): Promise<void> {
    await this.showForm(request, response, await this.findPack(person, id), null);
  }

  /** Only checks the codes at first. Adds them when the same form is sent again with a confirmation. */
  @Post(':service')
  @RequireAbility('panel.codes.upload')
  async upload(
    @Param('service') id: string,
    @Req() request: PanelRequest,
    @Res() response: Response,
    @CurrentPerson() person: Person,
  ): Promise<void> {
    const service = await this.findPack(person, id);
    const { form } = request;
    const codes = [form.get('file') ?? '', form.get('codes') ?? ''].filter((text) => text.trim() !== '').join('\n');
    const lines = codes.split(/\r\n|\r|\n/);
    if (formField(form, 'confirmed') !== 'yes')
      return this.showForm(request, response, service, { codes, result: await this.uploadPack.preview(id, lines) });
    // All codes in one batch, and so in one database transaction.
    const { added } = await this.uploadPack.run(id, lines, undefined, Infinity);
    this.page.goTo(request, response, `/codes/${id}?added=${added}`);
  }

  private async findPack(person: Person, id: string): Promise<VisibleService> {
    const service = await this.services.findVisibleService(person, id);
    const isPack = service?.area === 'sms' && (await this.smsServices.details(id)).type === 'CODE_PACK';
    if (!isPack) throw new PanelRejection('missing');
    return service;
  }

  private async showForm(request: PanelRequest, response: Response, service: VisibleService, checked: CheckedCodes | null): Promise<void> {
    const stock = await this.stock.readStocks([service.id]);
    const added = /^\d{1,7}$/.exec(queryOf(request, 'added'))?.[0] ?? '';
    this.page.show(request, response, (t) => ({
      template: 'codes/templates/upload',
      title: service.name,
      data: {
        id: service.id,
        ...describeStock(stock.get(service.id), t),
        added,
        checked: checked && { ...checked.result, codes: checked.codes, refused: describeRejectedCodes(checked.result, t) },
      },
    }));
  }
}

/** `recent` is the number of messages that were sold in the last seven days. With fewer free codes the stock is low. */
function describeStock({ free, taken, recent }: PackStock = { free: 0, taken: 0, recent: 0 }, t: PanelTexts) {
  const alarm = free === 0 ? 'empty' : free < recent ? 'low' : 'none';
  return { free, taken, recent, alarm: t.codes.alarms[alarm], tone: { empty: 'bad', low: 'wait', none: 'good' }[alarm] };
}

const describeRejectedCodes = ({ refused }: UploadResult, t: PanelTexts) =>
  refused.map(({ line, code, why }) => ({ line, code: [...code].slice(0, MAX_CODE_SHOWN).join(''), why: t.codes.whys[why] }));

const describeMessage = (message: ReceivedMessage, person: Person, services: ReadonlyMap<string, string>, t: PanelTexts) => ({
  at: message.receivedAt,
  why: message.outcome === 'matched' ? '' : t.codes.outcomes[message.outcome],
  from: formatPayer(message.fromNumber, hasAbility(person, 'panel.payers')),
  number: message.sendNumber,
  text: message.text,
  service: message.serviceId === null ? '' : (services.get(message.serviceId) ?? message.serviceId),
});
