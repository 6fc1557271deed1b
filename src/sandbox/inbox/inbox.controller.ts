import { Controller, Get, Header, HttpCode, NotFoundException, Param, Post, Query, Req, Res, UseGuards } from '@nestjs/common';
import type { Request, Response } from 'express';
import { isUuid } from '../../common/validation/is-uuid.js';
import { CsrfGuard } from '../../web/pages/csrf.guard.js';
import { formOf } from '../http/raw-body.js';
import { SandboxPage } from '../http/sandbox-page.js';
import type { Diagnosis } from '../../common/signature/diagnosis.js';
import { FAULTS_EN, formatFinding } from '../../common/signature/fault-texts.js';
import { SetInboxResponseService } from './set-inbox-response.service.js';
import { ExaminePastedService } from './examine-pasted.service.js';
import { INBOX_RESPONSES, isInboxResponse } from './inbox-responses.js';
import { type InboxItem, InboxQuery } from './inbox.query.js';
import { type SentNotification, SentNotifications } from './sent-notifications.js';

const PAGE_SIZE = 20;
const RESPONSE_CHOICES = Object.entries(INBOX_RESPONSES).map(([value, { label }]) => ({ value, label }));

/** Shows received notifications and lets developers choose the inbox's response. */
@Controller('inbox')
export class InboxController {
  constructor(
    private readonly inbox: InboxQuery,
    private readonly setResponse: SetInboxResponseService,
    private readonly sent: SentNotifications,
    private readonly examinePasted: ExaminePastedService,
    private readonly page: SandboxPage,
  ) {}

  @Get()
  @Header('Content-Type', 'text/html; charset=utf-8')
  async list(@Query('page') requestedPage: unknown): Promise<string> {
    const number = typeof requestedPage === 'string' && /^[1-9]\d{0,5}$/.test(requestedPage) ? Number(requestedPage) : 1;
    const itemsAndNext = await this.inbox.list((number - 1) * PAGE_SIZE, PAGE_SIZE);
    const receivers = await this.inbox.receivers(); // after `list`, which may copy the first notification of a service
    const items = itemsAndNext.slice(0, PAGE_SIZE).map((item) => ({
      ...item,
      answerLabel: item.latest && INBOX_RESPONSES[item.latest.answer].label,
      state: stateOf(item.sent),
    }));
    return this.page.render('inbox', 'Inbox', {
      items,
      receivers,
      choices: RESPONSE_CHOICES,
      number,
      hasOlder: itemsAndNext.length > PAGE_SIZE,
    });
  }

  /** The newest notifications as JSON, for scripts. */
  @Get('notifications.json')
  async newest(): Promise<InboxItem[]> {
    return (await this.inbox.list(0, PAGE_SIZE)).slice(0, PAGE_SIZE);
  }

  @Get('notifications/:id')
  @Header('Content-Type', 'text/html; charset=utf-8')
  async show(@Param('id') id: string): Promise<string> {
    const item = isUuid(id) ? await this.inbox.findWithDeliveries(id) : null;
    if (!item) throw new NotFoundException();
    const deliveries = item.deliveries.map((delivery) => ({
      ...delivery,
      answerLabel: INBOX_RESPONSES[delivery.answer].label,
      signedText: delivery.verdict.signedText ?? '',
    }));
    return this.page.render('notification', 'Notification', { item, deliveries, state: stateOf(item.sent) });
  }

  /** Page to find out why a partner's program rejects a notification. */
  @Get('verify')
  @Header('Content-Type', 'text/html; charset=utf-8')
  askToVerify(): string {
    return this.page.render('verify', 'Signature check', { input: {}, diagnosis: null });
  }

  @Post('verify')
  @HttpCode(200)
  @Header('Content-Type', 'text/html; charset=utf-8')
  @UseGuards(CsrfGuard)
  async verify(@Req() request: Request): Promise<string> {
    const form = formOf(request);
    const [body, headers, computed] = ['body', 'headers', 'computed'].map((name) => form.get(name) ?? '');
    const input = { body, headers, computed };
    const diagnosis = await this.examinePasted.run({ body: body ?? '', headers: headers ?? '', computed: computed ?? '' });
    return this.page.render('verify', 'Signature check', { input, diagnosis: describeDiagnosis(diagnosis) });
  }

  /** Makes the inbox the endpoint of a service again. */
  @Post('receivers/:serviceId/here')
  @UseGuards(CsrfGuard)
  async sendHere(@Param('serviceId') serviceId: string, @Res() response: Response): Promise<void> {
    if (!(await this.sent.sendToInbox(serviceId))) throw new NotFoundException();
    response.redirect(303, this.page.link('/inbox'));
  }

  @Post('receivers/:serviceId')
  @UseGuards(CsrfGuard)
  async choose(@Param('serviceId') serviceId: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    const inboxResponse = formOf(request).get('answer');
    if (!isInboxResponse(inboxResponse) || !(await this.setResponse.run(serviceId, inboxResponse))) throw new NotFoundException();
    response.redirect(303, this.page.link('/inbox'));
  }
}

const describeDiagnosis = (diagnosis: Diagnosis) => ({
  ...diagnosis,
  findings: diagnosis.findings.map((finding) => formatFinding(FAULTS_EN[finding.fault], finding, (at) => at.toISOString())),
});

const STATES = {
  pending: 'not acknowledged yet',
  acknowledged: 'acknowledged',
  exhausted: 'exhausted: every attempt failed',
  stopped: 'stopped: the program responded with 410',
  unaddressed: 'not sent: the service has no notification URL',
} as const satisfies Record<SentNotification['status'], string>;

/** State of the delivery at the gateway; null when the gateway did not create the notification. */
function stateOf(sent: SentNotification | null): { text: string; isGood: boolean } | null {
  return sent && { text: STATES[sent.status], isGood: sent.status === 'acknowledged' };
}
