import { Controller, Get, Header, Param, Post, Res, UseGuards } from '@nestjs/common';
import type { Response } from 'express';
import { OwnFormGuard } from '../../../web/pages/own-form.guard.js';
import { SandboxClock } from '../../clock/sandbox-clock.js';
import { SandboxPage } from '../../http/sandbox-page.js';
import { AgreementQuery } from '../agreements/agreement.query.js';
import { BANKS } from '../codes/banks.js';
import { frequencyWords, modelWords } from './agreement-words.js';
import { knownBank } from './known-bank.js';
import { NewCodeService } from './new-code.service.js';
import { ShownCodeQuery } from './shown-code.query.js';
import { type Waiting, WaitingQuery } from './waiting.query.js';

/** The payer's simulated phone, with the apps of several banks: BLIK codes, what waits for the payer's word, and what shops may do. */
@Controller('bank-app')
@UseGuards(OwnFormGuard)
export class BankAppController {
  constructor(
    private readonly agreements: AgreementQuery,
    private readonly waiting: WaitingQuery,
    private readonly shownCode: ShownCodeQuery,
    private readonly newCode: NewCodeService,
    private readonly clock: SandboxClock,
    private readonly page: SandboxPage,
  ) {}

  @Get()
  @Header('Content-Type', 'text/html; charset=utf-8')
  async choose(): Promise<string> {
    const banks = await Promise.all(BANKS.map(async ({ id, name }) => ({ id, name, waiting: await this.waiting.count(id) })));
    return this.page.render('acquirer/bank-app-choice', 'Bank app', { banks });
  }

  @Get(':bank')
  @Header('Content-Type', 'text/html; charset=utf-8')
  async show(@Param('bank') id: string): Promise<string> {
    const bank = knownBank(id);
    const [waiting, held] = [await this.waiting.run(bank.id), await this.agreements.held(bank.id)];
    const [code, now] = [await this.shownCode.run(bank.id), await this.clock.now()];
    return this.page.render('acquirer/bank-app', 'Bank app', { bank, code, now, waiting, held, modelWords, frequencyWords });
  }

  /** What waits for the payer's word, for scripts. */
  @Get(':bank/waiting.json')
  waitingForScripts(@Param('bank') id: string): Promise<Waiting> {
    return this.waiting.run(knownBank(id).id);
  }

  /** The code as text, for scripts; it makes one when none is shown. */
  @Post(':bank/code.json')
  async codeForScripts(@Param('bank') id: string): Promise<{ code: string }> {
    const bank = knownBank(id);
    return { code: (await this.shownCode.run(bank.id))?.code ?? (await this.newCode.run(bank.id)) };
  }

  @Post(':bank/code')
  async code(@Param('bank') id: string, @Res() response: Response): Promise<void> {
    const bank = knownBank(id);
    await this.newCode.run(bank.id);
    response.redirect(303, this.page.link(`/bank-app/${bank.id}`));
  }
}
