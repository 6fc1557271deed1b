import { Controller, Get, Header, Param, Query, Res } from '@nestjs/common';
import type { Response } from 'express';
import { formatPhone } from '../../web/pages/format-phone.js';
import { SandboxPage } from '../http/sandbox-page.js';
import { requirePhoneNumber, phoneNumberOf } from './phone-number.js';
import { type TextMessage, TextMessagesQuery } from './text-messages.query.js';

/** Limits the text that the form shows again. */
const MAX_INPUT_LENGTH = 40;

/** The simulated phone. It shows messages from operators and replies to messages that the phone sent. */
@Controller('phone')
export class PhoneController {
  constructor(
    private readonly messages: TextMessagesQuery,
    private readonly page: SandboxPage,
  ) {}

  @Get()
  async choose(@Query('number') input: unknown, @Res() response: Response): Promise<void> {
    const number = typeof input === 'string' ? phoneNumberOf(input) : null;
    if (number) return response.redirect(303, this.page.link(`/phone/${number}`));
    const recent = (await this.messages.recentNumbers()).map((recentNumber) => ({
      number: recentNumber,
      formatted: formatPhone(recentNumber),
    }));
    const isInvalid = typeof input === 'string' && input !== '';
    response
      .status(isInvalid ? 422 : 200)
      .type('html')
      .send(this.page.render('phone-choice', 'Phone', { recent, input: isInvalid ? input.slice(0, MAX_INPUT_LENGTH) : '', isInvalid }));
  }

  /** The messages to a number as JSON, for scripts. */
  @Get(':number/messages.json')
  async list(@Param('number') input: string): Promise<TextMessage[]> {
    return this.messages.listReceived(requirePhoneNumber(input));
  }

  @Get(':number')
  @Header('Content-Type', 'text/html; charset=utf-8')
  async show(@Param('number') input: string): Promise<string> {
    const number = requirePhoneNumber(input);
    const messages = (await this.messages.listReceived(number)).map((message) => ({
      ...message,
      code: message.code ?? '',
      inReplyTo: message.inReplyTo ?? '',
    }));
    return this.page.render('phone', 'Phone', { number, formatted: formatPhone(number), messages });
  }
}
