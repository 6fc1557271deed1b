import { Controller, NotFoundException, Param, Post, Req, Res, UseGuards } from '@nestjs/common';
import type { Request, Response } from 'express';
import { OwnFormGuard } from '../../../web/pages/own-form.guard.js';
import { formOf } from '../../http/raw-body.js';
import { SandboxPage } from '../../http/sandbox-page.js';
import { type AgreementDecision, DecideAgreementService } from '../agreements/decide-agreement.service.js';
import { AgreementQuery } from '../agreements/agreement.query.js';
import { AnswerChargeService } from '../consents/answer-charge.service.js';
import { AnswerConfirmationService } from './answer-confirmation.service.js';
import { knownBank } from './known-bank.js';

/** The payer's word in a bank's app. What comes too late, or twice, changes nothing. */
@Controller('bank-app/:bank')
@UseGuards(OwnFormGuard)
export class BankAppAnswersController {
  constructor(
    private readonly agreements: AgreementQuery,
    private readonly decide: DecideAgreementService,
    private readonly confirmation: AnswerConfirmationService,
    private readonly charge: AnswerChargeService,
    private readonly page: SandboxPage,
  ) {}

  /** A payment by a code or an alias. */
  @Post('confirmations/:reference')
  async confirm(
    @Param('bank') id: string,
    @Param('reference') reference: string,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const answer = answerOf(request, ['confirm', 'confirm-only', 'refuse']);
    this.back(response, id, await this.confirmation.run(knownBank(id).id, reference, answer));
  }

  /** A charge under a consent. */
  @Post('charges/:reference')
  async confirmCharge(
    @Param('bank') id: string,
    @Param('reference') reference: string,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const answer = answerOf(request, ['confirm', 'refuse']);
    this.back(response, id, await this.charge.run(knownBank(id).id, reference, answer === 'confirm'));
  }

  /** A consent that waits. */
  @Post('consents/:reference')
  async consent(
    @Param('bank') id: string,
    @Param('reference') reference: string,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const answer = answerOf(request, ['accept', 'refuse']);
    this.back(response, id, await this.decideAt(id, reference, answer));
  }

  /** A consent or an alias that the app holds: the payer ends it, or the bank. */
  @Post('agreements/:reference')
  async end(
    @Param('bank') id: string,
    @Param('reference') reference: string,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const answer = answerOf(request, ['cancel', 'close']);
    this.back(response, id, await this.decideAt(id, reference, answer));
  }

  private async decideAt(id: string, reference: string, decision: AgreementDecision): Promise<boolean> {
    const agreement = await this.agreements.byReference(reference);
    if (agreement?.bank !== knownBank(id).id || (agreement.state === 'WAITING' && !agreement.asked)) return false;
    await this.decide.run(reference, decision);
    return true;
  }

  private back(response: Response, id: string, wasAsked: boolean): void {
    if (!wasAsked) throw new NotFoundException();
    response.redirect(303, this.page.link(`/bank-app/${id}`));
  }
}

/** @throws NotFoundException when the form says none of these. */
function answerOf<Answer extends string>(request: Request, answers: readonly Answer[]): Answer {
  const given = formOf(request).get('answer');
  const answer = answers.find((one) => one === given);
  if (answer === undefined) throw new NotFoundException();
  return answer;
}
