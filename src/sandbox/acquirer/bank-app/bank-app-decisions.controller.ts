import { Controller, NotFoundException, Param, Post, Req, Res, UseGuards } from '@nestjs/common';
import type { Request, Response } from 'express';
import { CsrfGuard } from '../../../web/pages/csrf.guard.js';
import { formOf } from '../../http/raw-body.js';
import { SandboxPage } from '../../http/sandbox-page.js';
import { type RegistrationDecision, DecideRegistrationService } from '../registrations/decide-registration.service.js';
import { RegistrationQuery } from '../registrations/registration.query.js';
import { DecideChargeService } from '../mandates/decide-charge.service.js';
import { DecideConfirmationService } from './decide-confirmation.service.js';
import { pageLanguageOf } from '../texts/texts.js';
import { requireBank } from '../codes/banks.js';

/** The payer's decisions in a bank's app. A late or repeated decision changes nothing. */
@Controller('bank-app/:bank')
@UseGuards(CsrfGuard)
export class BankAppDecisionsController {
  constructor(
    private readonly registrations: RegistrationQuery,
    private readonly decideRegistration: DecideRegistrationService,
    private readonly decideConfirmation: DecideConfirmationService,
    private readonly decideCharge: DecideChargeService,
    private readonly page: SandboxPage,
  ) {}

  /** Confirms or refuses a payment by a BLIK code or an alias. */
  @Post('confirmations/:reference')
  async confirm(
    @Param('bank') bankId: string,
    @Param('reference') reference: string,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const decision = decisionIn(request, ['confirm', 'confirm-only', 'refuse']);
    this.redirectToApp(request, response, bankId, await this.decideConfirmation.run(requireBank(bankId).id, reference, decision));
  }

  /** Confirms or refuses a charge under a mandate. */
  @Post('charges/:reference')
  async confirmCharge(
    @Param('bank') bankId: string,
    @Param('reference') reference: string,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const decision = decisionIn(request, ['confirm', 'refuse']);
    this.redirectToApp(request, response, bankId, await this.decideCharge.run(requireBank(bankId).id, reference, decision === 'confirm'));
  }

  /** Accepts or refuses a mandate that waits for the payer. */
  @Post('consents/:reference')
  async consent(
    @Param('bank') bankId: string,
    @Param('reference') reference: string,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const decision = decisionIn(request, ['accept', 'refuse']);
    this.redirectToApp(request, response, bankId, await this.decideInBank(bankId, reference, decision));
  }

  /** The payer or the bank ends a mandate or an alias. */
  @Post('agreements/:reference')
  async end(
    @Param('bank') bankId: string,
    @Param('reference') reference: string,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const decision = decisionIn(request, ['cancel', 'close']);
    this.redirectToApp(request, response, bankId, await this.decideInBank(bankId, reference, decision));
  }

  /** @returns false when this bank has no such registration, or when the registration waits but the app does not ask the payer about it. */
  private async decideInBank(bankId: string, reference: string, decision: RegistrationDecision): Promise<boolean> {
    const registration = await this.registrations.byReference(reference);
    if (registration?.bank !== requireBank(bankId).id || (registration.state === 'WAITING' && !registration.asked)) return false;
    await this.decideRegistration.run(reference, decision);
    return true;
  }

  private redirectToApp(request: Request, response: Response, bankId: string, isFound: boolean): void {
    if (!isFound) throw new NotFoundException();
    response.redirect(303, this.page.link(`/bank-app/${bankId}`, pageLanguageOf(request).chosenLocale));
  }
}

/** @throws NotFoundException when the form contains none of these decisions. */
function decisionIn<Decision extends string>(request: Request, decisions: readonly Decision[]): Decision {
  const value = formOf(request).get('answer');
  const decision = decisions.find((candidate) => candidate === value);
  if (decision === undefined) throw new NotFoundException();
  return decision;
}
