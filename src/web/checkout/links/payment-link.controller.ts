import { Body, Get, Param, Post, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { LINK_PATH, paymentLinkUrl } from '../../../products/payments/links/link-url.js';
import { PayLinkService } from '../../../products/payments/links/pay-link.service.js';
import { type PayerLink, PayerLinkQuery } from '../../../products/payments/links/payer-link.query.js';
import { Environment } from '../../../runtime/config/environment.js';
import type { FormFields } from '../../../runtime/http/body/form-body.js';
import { qrCodeSvg } from '../../pages/barcodes.js';
import { CheckoutShell } from '../shell/checkout-shell.js';
import { readField } from '../shell/form-field.js';
import { PayerPages } from '../shell/payer-pages.js';
import { UnknownLink } from '../shell/unknown-link.js';
import { parsePayerAmount } from './link-form.js';
import { screenOfLink, linkPage, type LinkFormErrors, statusOfScreen } from './link-page.js';

/** The page of a payment link. Only its form creates a payment, because previews, crawlers and prefetches open the page too. */
@PayerPages(`${LINK_PATH}/:token`)
export class PaymentLinkController {
  constructor(
    private readonly links: PayerLinkQuery,
    private readonly payLink: PayLinkService,
    private readonly shell: CheckoutShell,
    private readonly environment: Environment,
  ) {}

  @Get()
  async page(@Param('token') token: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    this.show(await this.findLink(token), request, response);
  }

  @Post()
  async pay(@Param('token') token: string, @Body() body: FormFields, @Req() request: Request, @Res() response: Response): Promise<void> {
    const view = await this.findLink(token);
    if (screenOfLink(view) === 'begun') return this.shell.goTo(`/pay/${view.openPaymentId ?? ''}`, request, response);
    if (screenOfLink(view) !== 'pay' || !view.amounts) return this.show(view, request, response);
    const amountInput = readField(body, 'amount');
    const amount = view.link.amountMinor ?? parsePayerAmount(amountInput, view.amounts);
    if (typeof amount !== 'number') return this.show(view, request, response, { ...amount, submittedAmount: amountInput });
    const result = await this.payLink.run(view, amount);
    if (result.ok) return this.shell.goTo(`/pay/${result.transactionId}`, request, response);
    if (result.problem === 'ended') return this.show(await this.findLink(token), request, response);
    this.show(view, request, response, { problem: 'notTaken', submittedAmount: amountInput });
  }

  /** The link's URL as a QR code, for print and screens. */
  @Get('qr.svg')
  async picture(@Param('token') token: string, @Res() response: Response): Promise<void> {
    await this.findLink(token);
    response.type('image/svg+xml').send(qrCodeSvg(paymentLinkUrl(this.environment.http.publicUrl, token)));
  }

  /** @throws UnknownLink */
  private async findLink(token: string): Promise<PayerLink> {
    const view = await this.links.run(token);
    if (!view) throw new UnknownLink();
    return view;
  }

  private show(view: PayerLink, request: Request, response: Response, formErrors: LinkFormErrors | null = null): void {
    const status = formErrors ? 422 : statusOfScreen(screenOfLink(view));
    this.shell.show(view.brand?.language ?? null, (locale) => linkPage(view, formErrors, locale), request, response, { status });
  }
}
