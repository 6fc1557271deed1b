import { Controller, Get, Header, Param, Post, Req, Res, UseGuards } from '@nestjs/common';
import type { Request, Response } from 'express';
import { formatPhone } from '../../web/pages/format-phone.js';
import { CsrfGuard } from '../../web/pages/csrf.guard.js';
import { formOf } from '../http/raw-body.js';
import { SandboxPage } from '../http/sandbox-page.js';
import { requirePhoneNumber } from './phone-number.js';
import { SimulatedMessageService } from './simulated-message.service.js';

const MAX_TEXT_LENGTH = 1_000;
/** Limits the short number that the form shows again. */
const MAX_INPUT_LENGTH = 40;
const INVALID_DRAFT = 'Enter a short number of three to six digits and a text of at most 1,000 characters.';
const NOT_ACCEPTED = 'The gateway did not accept the message. See its log, and try again.';

interface Draft {
  to: string;
  text: string;
}

/** Sends a message from the simulated phone to a short number. */
@Controller('phone/:number/write')
export class WriteController {
  constructor(
    private readonly sendMessage: SimulatedMessageService,
    private readonly page: SandboxPage,
  ) {}

  @Get()
  @Header('Content-Type', 'text/html; charset=utf-8')
  show(@Param('number') input: string): string {
    return this.render(requirePhoneNumber(input), { to: '7055', text: '' }, '');
  }

  @Post()
  @UseGuards(CsrfGuard)
  async send(@Param('number') input: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    const number = requirePhoneNumber(input);
    const form = formOf(request);
    const draft = { to: (form.get('to') ?? '').trim(), text: form.get('text') ?? '' };
    const isValid =
      /^\d{3,6}$/.test(draft.to) && draft.text.trim() !== '' && [...draft.text].length <= MAX_TEXT_LENGTH && !draft.text.includes('\u0000');
    const problem = !isValid ? INVALID_DRAFT : (await this.sendMessage.run({ from: number, ...draft })) ? '' : NOT_ACCEPTED;
    if (problem === '') return response.redirect(303, this.page.link(`/phone/${number}`));
    response
      .status(isValid ? 502 : 422)
      .type('html')
      .send(this.render(number, { to: draft.to.slice(0, MAX_INPUT_LENGTH), text: draft.text.slice(0, MAX_TEXT_LENGTH) }, problem));
  }

  private render(number: string, draft: Draft, problem: string): string {
    return this.page.render('phone-write', 'Phone', { number, formatted: formatPhone(number), ...draft, problem });
  }
}
