import { Controller, Get, Header, Param, Post, Req, Res, UseGuards } from '@nestjs/common';
import type { Request, Response } from 'express';
import { CsrfGuard } from '../../../web/pages/csrf.guard.js';
import { SandboxClock } from '../../clock/sandbox-clock.js';
import { SandboxPage } from '../../http/sandbox-page.js';
import { RegistrationQuery } from '../registrations/registration.query.js';
import { BANKS, requireBank } from '../codes/banks.js';
import { describeAmountOutcome } from '../scenarios/chosen-by-amount.js';
import { pageLanguageOf } from '../texts/texts.js';
import { BankAppQueries, type Waiting } from './bank-app.queries.js';
import { frequencyLabel } from './frequency-label.js';
import { NewCodeService } from './new-code.service.js';

/** The payer's simulated phone with the apps of several banks. An app shows BLIK codes, open confirmations and mandates. */
@Controller('bank-app')
@UseGuards(CsrfGuard)
export class BankAppController {
  constructor(
    private readonly registrations: RegistrationQuery,
    private readonly bankApp: BankAppQueries,
    private readonly newCode: NewCodeService,
    private readonly clock: SandboxClock,
    private readonly page: SandboxPage,
  ) {}

  @Get()
  @Header('Content-Type', 'text/html; charset=utf-8')
  async choose(@Req() request: Request): Promise<string> {
    const spoken = pageLanguageOf(request);
    const banks = await Promise.all(BANKS.map(async ({ id, name }) => ({ id, name, waiting: await this.bankApp.countWaiting(id) })));
    return this.page.render('acquirer/bank-app-choice', spoken.t.nav.app, { t: spoken.t, banks }, spoken);
  }

  @Get(':bank')
  @Header('Content-Type', 'text/html; charset=utf-8')
  async show(@Param('bank') id: string, @Req() request: Request): Promise<string> {
    const spoken = pageLanguageOf(request);
    const bank = requireBank(id);
    const [waiting, registrations] = [await this.bankApp.waiting(bank.id), await this.registrations.listActive(bank.id)];
    const [code, now] = [await this.bankApp.displayedCode(bank.id), await this.clock.now()];
    const { t } = spoken;
    const data = {
      t,
      bank,
      code,
      now,
      waiting,
      registrations,
      frequencyText: (frequency: string | null) => frequencyLabel(frequency, t.terms),
      amountText: (amountMinor: number) => describeAmountOutcome('charge', amountMinor, t.amounts),
    };
    return this.page.render('acquirer/bank-app', t.nav.app, data, spoken);
  }

  /** What waits for the payer's decision, as JSON for scripts. */
  @Get(':bank/waiting.json')
  waitingForScripts(@Param('bank') id: string): Promise<Waiting> {
    return this.bankApp.waiting(requireBank(id).id);
  }

  /** The displayed BLIK code, or a new code when none is valid, as JSON for scripts. */
  @Post(':bank/code.json')
  async codeForScripts(@Param('bank') id: string): Promise<{ code: string }> {
    const bank = requireBank(id);
    return { code: (await this.bankApp.displayedCode(bank.id))?.code ?? (await this.newCode.run(bank.id)) };
  }

  @Post(':bank/code')
  async code(@Param('bank') id: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    const bank = requireBank(id);
    await this.newCode.run(bank.id);
    response.redirect(303, this.page.link(`/bank-app/${bank.id}`, pageLanguageOf(request).chosenLocale));
  }
}
