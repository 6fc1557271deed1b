import { Controller, Get, HttpCode, Param, Post, Req, UseGuards } from '@nestjs/common';
import type { Request } from 'express';
import { PageOrigin } from '../../../web/pages/page-origin.js';
import { ConnectorSignatureGuard } from '../../http/connector-signature.guard.js';
import { rawBodyOf } from '../../http/raw-body.js';
import type { Agreement } from '../agreements/agreement.js';
import { AgreementQuery } from '../agreements/agreement.query.js';
import { DecideAgreementService } from '../agreements/decide-agreement.service.js';
import { ChargeConsentService } from '../consents/charge-consent.service.js';
import { RegisterConsentService } from '../consents/register-consent.service.js';
import { AcquirerReports } from '../reports/acquirer-reports.js';
import { AgreementReports } from '../reports/agreement-reports.js';
import { agreementAnswer, paymentAnswer } from '../reports/answers.js';
import { chargeOrderOf, consentOrderOf } from '../consents/consent-orders.js';
import { found } from './found.js';
import { beSilent } from './silence.js';

/** Consents to recurring payments, charges under them, and aliases, as merchants' systems see them. */
@Controller('acquirer/v1')
@UseGuards(ConnectorSignatureGuard)
export class AgreementsController {
  constructor(
    private readonly origin: PageOrigin,
    private readonly agreements: AgreementQuery,
    private readonly registerConsent: RegisterConsentService,
    private readonly chargeConsent: ChargeConsentService,
    private readonly decide: DecideAgreementService,
    private readonly reports: AgreementReports,
    private readonly paymentReports: AcquirerReports,
  ) {}

  @Post('consents')
  @HttpCode(200)
  async register(@Req() request: Request): Promise<object> {
    const { consent, answering } = await this.registerConsent.run(consentOrderOf(rawBodyOf(request)));
    if (answering === 'never') await beSilent(request);
    if (answering === 'after the report') await this.reports.deliverDue(consent.id);
    return agreementAnswer(consent);
  }

  @Post('consents/of/:reference/charges')
  @HttpCode(200)
  async charge(@Param('reference') reference: string, @Req() request: Request): Promise<object> {
    const { payment, answering } = found(await this.chargeConsent.run(reference, chargeOrderOf(rawBodyOf(request))));
    if (answering === 'never') await beSilent(request);
    if (answering === 'after the report') await this.paymentReports.deliverDue(payment.id);
    return paymentAnswer(payment, (path) => `${this.origin.url}${path}`);
  }

  @Get('consents/of/:reference')
  async askConsent(@Param('reference') reference: string): Promise<object> {
    return agreementAnswer(await this.known('CONSENT', reference));
  }

  @Post('consents/of/:reference/revoke')
  @HttpCode(200)
  revokeConsent(@Param('reference') reference: string): Promise<object> {
    return this.revoke('CONSENT', reference);
  }

  @Get('aliases/of/:reference')
  async askAlias(@Param('reference') reference: string): Promise<object> {
    return agreementAnswer(await this.known('ALIAS', reference));
  }

  @Post('aliases/of/:reference/unregister')
  @HttpCode(200)
  unregisterAlias(@Param('reference') reference: string): Promise<object> {
    return this.revoke('ALIAS', reference);
  }

  private async revoke(kind: Agreement['kind'], reference: string): Promise<object> {
    await this.known(kind, reference);
    return agreementAnswer(found(await this.decide.run(reference, 'revoke')));
  }

  private async known(kind: Agreement['kind'], reference: string): Promise<Agreement> {
    const agreement = await this.agreements.byReference(reference);
    return found(agreement?.kind === kind ? agreement : null);
  }
}
