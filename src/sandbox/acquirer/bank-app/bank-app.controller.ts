import { Controller, Get, Header, NotFoundException, Param, Post, Req, Res, UseGuards } from '@nestjs/common';
import type { Request, Response } from 'express';
import { OwnFormGuard } from '../../../web/pages/own-form.guard.js';
import { SandboxClock } from '../../clock/sandbox-clock.js';
import { formOf } from '../../http/raw-body.js';
import { SandboxPage } from '../../http/sandbox-page.js';
import { type Bank, bankOf, BANKS } from '../codes/banks.js';
import { AnswerConfirmationService } from './answer-confirmation.service.js';
import { BankAppQuery } from './bank-app.query.js';
import { NewCodeService } from './new-code.service.js';

/** The payer's simulated phone, with the apps of several banks: BLIK codes, and payments that wait to be confirmed. */
@Controller('bank-app')
@UseGuards(OwnFormGuard)
export class BankAppController {
  constructor(
    private readonly app: BankAppQuery,
    private readonly newCode: NewCodeService,
    private readonly answer: AnswerConfirmationService,
    private readonly clock: SandboxClock,
    private readonly page: SandboxPage,
  ) {}

  @Get()
  @Header('Content-Type', 'text/html; charset=utf-8')
  async choose(): Promise<string> {
    const banks = await Promise.all(BANKS.map(async ({ id, name }) => ({ id, name, waiting: (await this.app.confirmations(id)).length })));
    return this.page.render('acquirer/bank-app-choice', 'Bank app', { banks });
  }

  @Get(':bank')
  @Header('Content-Type', 'text/html; charset=utf-8')
  async show(@Param('bank') id: string): Promise<string> {
    const bank = known(id);
    const confirmations = (await this.app.confirmations(bank.id)).map((one) => ({ ...one, aliasLabel: one.aliasLabel ?? '' }));
    const [code, now] = [await this.app.code(bank.id), await this.clock.now()];
    return this.page.render('acquirer/bank-app', 'Bank app', { bank, code, confirmations, now });
  }

  /** The code as text, for scripts; it makes one when none is shown. */
  @Post(':bank/code.json')
  async codeForScripts(@Param('bank') id: string): Promise<{ code: string }> {
    const bank = known(id);
    return { code: (await this.app.code(bank.id))?.code ?? (await this.newCode.run(bank.id)) };
  }

  @Post(':bank/code')
  async code(@Param('bank') id: string, @Res() response: Response): Promise<void> {
    const bank = known(id);
    await this.newCode.run(bank.id);
    response.redirect(303, this.page.link(`/bank-app/${bank.id}`));
  }

  @Post(':bank/confirmations/:reference')
  async decide(
    @Param('bank') id: string,
    @Param('reference') reference: string,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const bank = known(id);
    const confirms = new Map([
      ['confirm', true],
      ['refuse', false],
    ]).get(formOf(request).get('answer') ?? '');
    if (confirms === undefined || !(await this.answer.run(bank.id, reference, confirms))) throw new NotFoundException();
    response.redirect(303, this.page.link(`/bank-app/${bank.id}`));
  }
}

function known(id: string): Bank {
  const bank = bankOf(id);
  if (!bank) throw new NotFoundException();
  return bank;
}
