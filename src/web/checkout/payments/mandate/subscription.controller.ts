import { Get, Param, Post, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import type { Locale } from '../../../../common/locale.js';
import { MandateLinks } from '../../../../products/payments/checkout/mandate-links.js';
import type { PayerSubscription } from '../../../../products/payments/checkout/payer-subscription.js';
import { PayerSubscriptionQuery } from '../../../../products/payments/checkout/payer-subscription.query.js';
import { CancelSubscriptionService } from '../../../../products/payments/subscriptions/cancel-subscription.service.js';
import { Environment } from '../../../../runtime/config/environment.js';
import { CheckoutShell } from '../../shell/checkout-shell.js';
import { UnknownLink } from '../../shell/unknown-link.js';
import { PayerPages } from '../../shell/payer-pages.js';
import { subscriptionPage } from './subscription-page.js';
import { subscriptionPath, SUBSCRIPTIONS_PATH } from './subscription-path.js';

/**
 * The pages on which a payer sees and ends a subscription, by the signed link on the receipts. A wrong signature is rejected without
 * reading the database, with the same response as an unknown subscription.
 */
@PayerPages(`${SUBSCRIPTIONS_PATH}/:subscriptionId/:signature`)
export class SubscriptionController {
  constructor(
    private readonly links: MandateLinks,
    private readonly subscriptions: PayerSubscriptionQuery,
    private readonly cancel: CancelSubscriptionService,
    private readonly shell: CheckoutShell,
    private readonly environment: Environment,
  ) {}

  @Get()
  async page(
    @Param('subscriptionId') id: string,
    @Param('signature') signature: string,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    this.show(await this.findSigned(id, signature), signature, false, request, response);
  }

  /** The page on which the payer confirms the end of the subscription. */
  @Get('end')
  async ask(
    @Param('subscriptionId') id: string,
    @Param('signature') signature: string,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    this.show(await this.findSigned(id, signature), signature, true, request, response);
  }

  /** Ends the subscription. Repeated requests change nothing. */
  @Post('end')
  async end(
    @Param('subscriptionId') id: string,
    @Param('signature') signature: string,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const { subscriptionId } = await this.findSigned(id, signature);
    await this.cancel.run(subscriptionId, 'payer', null);
    this.shell.goTo(subscriptionPath(subscriptionId, signature), request, response);
  }

  /** @throws UnknownLink for a wrong signature or an unknown subscription */
  private async findSigned(id: string, signature: string): Promise<PayerSubscription> {
    const subscription = this.links.isValidSignature(id, signature) ? await this.subscriptions.run(id) : null;
    if (!subscription) throw new UnknownLink();
    return subscription;
  }

  private show(view: PayerSubscription, signature: string, asksForConfirmation: boolean, request: Request, response: Response): void {
    const { displayTimeZone, payerContact = null } = this.environment.app;
    const describe = (locale: Locale) => subscriptionPage(view, { signature, asksForConfirmation, locale, displayTimeZone, payerContact });
    this.shell.show(view.brand?.language ?? null, describe, request, response);
  }
}
