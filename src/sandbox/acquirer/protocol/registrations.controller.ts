import { Controller, Get, HttpCode, Param, Post, Req, UseGuards } from '@nestjs/common';
import type { Request } from 'express';
import { PageOrigin } from '../../../web/pages/page-origin.js';
import { ConnectorSignatureGuard } from '../../http/connector-signature.guard.js';
import { rawBodyOf } from '../../http/raw-body.js';
import { neverRespond } from '../../http/wait-until-closed.js';
import type { Registration } from '../registrations/registration.js';
import { RegistrationQuery } from '../registrations/registration.query.js';
import { DecideRegistrationService, type RegistrationDecision } from '../registrations/decide-registration.service.js';
import { ChargeMandateService } from '../mandates/charge-mandate.service.js';
import { RegisterMandateService } from '../mandates/register-mandate.service.js';
import { AcquirerCallbacks } from '../callbacks/acquirer-callbacks.js';
import { RegistrationCallbacks } from '../callbacks/registration-callbacks.js';
import { registrationResponse, paymentResponse } from '../callbacks/responses.js';
import { isRequestedByPayer, mandateChargeOrderOf, parseMandateOrder } from '../mandates/mandate-orders.js';
import { orNotFound } from './or-not-found.js';

/** The acquirer's API for mandates, charges under mandates, and aliases. */
@Controller('acquirer/v1')
@UseGuards(ConnectorSignatureGuard)
export class RegistrationsController {
  constructor(
    private readonly origin: PageOrigin,
    private readonly registrations: RegistrationQuery,
    private readonly registerMandate: RegisterMandateService,
    private readonly chargeMandate: ChargeMandateService,
    private readonly decideRegistration: DecideRegistrationService,
    private readonly registrationCallbacks: RegistrationCallbacks,
    private readonly paymentCallbacks: AcquirerCallbacks,
  ) {}

  @Post('consents')
  @HttpCode(200)
  async register(@Req() request: Request): Promise<object> {
    const { mandate, responseMode } = await this.registerMandate.run(parseMandateOrder(rawBodyOf(request)));
    if (responseMode === 'never') await neverRespond(request);
    if (responseMode === 'after the callback') await this.registrationCallbacks.deliverDue(mandate.id);
    return registrationResponse(mandate);
  }

  @Post('consents/of/:reference/charges')
  @HttpCode(200)
  async charge(@Param('reference') reference: string, @Req() request: Request): Promise<object> {
    const { payment, responseMode } = orNotFound(await this.chargeMandate.run(reference, mandateChargeOrderOf(rawBodyOf(request))));
    if (responseMode === 'never') await neverRespond(request);
    if (responseMode === 'after the callback') await this.paymentCallbacks.deliverDue(payment.id);
    return paymentResponse(payment, (path) => `${this.origin.url}${path}`);
  }

  @Get('consents/of/:reference')
  async pollMandate(@Param('reference') reference: string): Promise<object> {
    return registrationResponse(await this.requireRegistration('CONSENT', reference));
  }

  @Post('consents/of/:reference/revoke')
  @HttpCode(200)
  revokeMandate(@Param('reference') reference: string, @Req() request: Request): Promise<object> {
    return this.revoke('CONSENT', reference, isRequestedByPayer(rawBodyOf(request)) ? 'revoke for the payer' : 'revoke');
  }

  @Get('aliases/of/:reference')
  async pollAlias(@Param('reference') reference: string): Promise<object> {
    return registrationResponse(await this.requireRegistration('ALIAS', reference));
  }

  @Post('aliases/of/:reference/unregister')
  @HttpCode(200)
  unregisterAlias(@Param('reference') reference: string): Promise<object> {
    return this.revoke('ALIAS', reference);
  }

  private async revoke(kind: Registration['kind'], reference: string, decision: RegistrationDecision = 'revoke'): Promise<object> {
    await this.requireRegistration(kind, reference);
    return registrationResponse(orNotFound(await this.decideRegistration.run(reference, decision)));
  }

  private async requireRegistration(kind: Registration['kind'], reference: string): Promise<Registration> {
    const registration = await this.registrations.byReference(reference);
    return orNotFound(registration?.kind === kind ? registration : null);
  }
}
