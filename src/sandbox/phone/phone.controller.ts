import { Controller, Get, Header, Param, Query, Res } from '@nestjs/common';
import type { Response } from 'express';
import { formatPhone } from '../../web/pages/format-phone.js';
import { SandboxPage } from '../http/sandbox-page.js';
import { requirePhoneNumber, phoneNumberOf } from './phone-number.js';
import { type TextMessage, TextMessagesQuery } from './text-messages.query.js';

/** The simulated phone. It shows messages from operators and replies to messages that the phone sent. */
@Controller('phone')
export class PhoneController {
  constructor(
    private readonly messages: TextMessagesQuery,
    private readonly page: SandboxPage,
  ) {}

  @Get()
  async choose(@Query('number') typed: unknown, @Res() response: Response): Promise<void> {
    const number = typeof typed === 'string' ? phoneNumberOf(typed) : null;
    if (number) return response.redirect(303, this.page.link(`/phone/${number}`));
    const recent = (await this.messages.recentNumbers()).map((recently) => ({ number: recently, shown: formatPhone(recently) }));
    const wrong = typeof typed === 'string' && typed !== '';
    response
      .status(wrong ? 422 : 200)
      .type('html')
      .send(this.page.render('phone-choice', 'Phone', { recent, typed: wrong ? typed.slice(0, 40) : '', wrong }));
  }

  /** The messages to a number as JSON, for scripts. */
  @Get(':number/messages.json')
  async list(@Param('number') typed: string): Promise<TextMessage[]> {
    return this.messages.to(requirePhoneNumber(typed));
  }

  @Get(':number')
  @Header('Content-Type', 'text/html; charset=utf-8')
  async show(@Param('number') typed: string): Promise<string> {
    const number = requirePhoneNumber(typed);
    const messages = (await this.messages.to(number)).map((message) => ({
      ...message,
      code: message.code ?? '',
      inReplyTo: message.inReplyTo ?? '',
    }));
    return this.page.render('phone', 'Phone', { number, shown: formatPhone(number), messages });
  }
}
