import { Controller, Get, Header, NotFoundException, Param, Post, Query, Req, Res, UseGuards } from '@nestjs/common';
import type { Request, Response } from 'express';
import { isUuid } from '../../common/validation/is-uuid.js';
import { OwnFormGuard } from '../../web/pages/own-form.guard.js';
import { formOf } from '../http/raw-body.js';
import { SandboxPage } from '../http/sandbox-page.js';
import { ChooseAnswerService } from './choose-answer.service.js';
import { INBOX_ANSWERS, isInboxAnswer } from './inbox-answers.js';
import { type InboxItem, InboxQuery } from './inbox.query.js';

const PAGE_SIZE = 20;
const CHOICES = Object.entries(INBOX_ANSWERS).map(([value, { label }]) => ({ value, label }));

/** Shows the notifications that arrived, and lets their answer be chosen. */
@Controller('inbox')
export class InboxController {
  constructor(
    private readonly inbox: InboxQuery,
    private readonly chooseAnswer: ChooseAnswerService,
    private readonly page: SandboxPage,
  ) {}

  @Get()
  @Header('Content-Type', 'text/html; charset=utf-8')
  async list(@Query('page') asked: unknown): Promise<string> {
    const number = typeof asked === 'string' && /^[1-9]\d{0,5}$/.test(asked) ? Number(asked) : 1;
    const [found, receivers] = await Promise.all([this.inbox.list((number - 1) * PAGE_SIZE, PAGE_SIZE), this.inbox.receivers()]);
    const items = found.slice(0, PAGE_SIZE).map((item) => ({ ...item, answerLabel: INBOX_ANSWERS[item.latest.answer].label }));
    return this.page.render('inbox', 'Inbox', { items, receivers, choices: CHOICES, number, hasOlder: found.length > PAGE_SIZE });
  }

  /** The newest as JSON, for scripts. */
  @Get('notifications.json')
  async newest(): Promise<InboxItem[]> {
    return (await this.inbox.list(0, PAGE_SIZE)).slice(0, PAGE_SIZE);
  }

  @Get('notifications/:id')
  @Header('Content-Type', 'text/html; charset=utf-8')
  async show(@Param('id') id: string): Promise<string> {
    const item = isUuid(id) ? await this.inbox.one(id) : null;
    if (!item) throw new NotFoundException();
    const deliveries = item.deliveries.map((delivery) => ({
      ...delivery,
      answerLabel: INBOX_ANSWERS[delivery.answer].label,
      signedText: delivery.verdict.signedText ?? '',
    }));
    return this.page.render('notification', 'Notification', { item, deliveries });
  }

  @Post('receivers/:serviceId')
  @UseGuards(OwnFormGuard)
  async choose(@Param('serviceId') serviceId: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    const answer = formOf(request).get('answer');
    if (!isInboxAnswer(answer) || !(await this.chooseAnswer.run(serviceId, answer))) throw new NotFoundException();
    response.redirect(303, this.page.link('/inbox'));
  }
}
