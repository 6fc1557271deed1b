import { Controller, Get, Req, Res } from '@nestjs/common';
import type { Response } from 'express';
import { parseSeekCursor, formatSeekCursor } from '../../../common/pagination/seek-cursor.js';
import { isUuid } from '../../../common/validation/is-uuid.js';
import type { Person } from '../../../platform/people/person.js';
import { VisibleServicesQuery } from '../../../platform/people/visible-services.query.js';
import { RequireAbility } from '../shell/require-ability.decorator.js';
import { PanelPage } from '../shell/panel-page.js';
import { CurrentPerson, type PanelRequest, queryOf } from '../shell/panel-request.js';
import { panelLocale } from '../texts/texts.js';
import { signedMoney } from '../transaction/history-context.js';
import { EXCEPTION_LISTS, ExceptionLists } from './exception-lists.js';

const PAGE_SIZE = 50;

/** For staff: refunds, suspense money, chargebacks and conflicting callbacks that the gateway cannot resolve by itself. */
@Controller('exceptions')
export class ExceptionsController {
  constructor(
    private readonly lists: ExceptionLists,
    private readonly services: VisibleServicesQuery,
    private readonly page: PanelPage,
  ) {}

  @Get()
  @RequireAbility('panel.exceptions')
  async show(@Req() request: PanelRequest, @Res() response: Response, @CurrentPerson() person: Person): Promise<void> {
    const list = EXCEPTION_LISTS.find((name) => name === queryOf(request, 'list')) ?? 'refunds';
    const rows = await this.lists.readExceptionRows(list, PAGE_SIZE + 1, parseSeekCursor(queryOf(request, 'behind'), isUuid));
    const pageRows = rows.slice(0, PAGE_SIZE);
    const last = rows.length > PAGE_SIZE ? pageRows.at(-1) : undefined;
    const services = await this.services.findByIds(
      person,
      pageRows.flatMap(({ serviceId }) => serviceId ?? []),
    );
    const locale = panelLocale(request);
    this.page.show(request, response, (t) => ({
      template: 'exceptions/templates/exceptions',
      title: t.screens.exceptions,
      data: {
        list,
        lists: EXCEPTION_LISTS.map((name) => ({ name, title: t.exceptions.lists[name].name })),
        text: t.exceptions.lists[list].text,
        rows: pageRows.map((row) => ({
          ...row,
          whatName: t.exceptions.what[row.caseKind],
          adviceText: t.exceptions.advice[row.advice],
          ledgerAmountText: row.ledgerAmount ? signedMoney(row.ledgerAmount.minor, locale, row.ledgerAmount.currency) : '',
          providerAmountText: row.providerAmount ? signedMoney(row.providerAmount.minor, locale, row.providerAmount.currency) : '',
          service: services.get(row.serviceId ?? '')?.name ?? row.serviceId ?? '',
          partner: services.get(row.serviceId ?? '')?.partnerName ?? '',
        })),
        nextUrl: last ? `/exceptions?list=${list}&behind=${formatSeekCursor(last)}` : '',
      },
    }));
  }
}
