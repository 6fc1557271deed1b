import { Injectable } from '@nestjs/common';
import type { CookieOptions, Request, Response } from 'express';
import { type ChannelId, isChannelId } from '../../../connectors/acquirers/catalogue/channel-ids.js';
import { PageOrigin } from '../../pages/page-origin.js';
import { PAYMENT_PATH } from '../../../products/payments/checkout/payment-path.js';

const COOKIE = 'pay_method';
const COOKIE_LIFETIME_MS = 180 * 86_400_000;

/** The method that a payer chose last. A cookie stores only the channel's id, and only if the payer ticked the box. */
@Injectable()
export class RememberedMethod {
  private readonly options: CookieOptions;

  constructor(origin: PageOrigin) {
    this.options = { path: origin.basePath + PAYMENT_PATH, httpOnly: true, secure: origin.isHttps, sameSite: 'lax' };
  }

  readMethod(request: Request): ChannelId | null {
    const [, stored] = new RegExp(`(?:^|; *)${COOKIE}=([\\w-]+)`).exec(request.get('cookie') ?? '') ?? [];
    return isChannelId(stored) ? stored : null;
  }

  storeMethod(id: ChannelId, response: Response): void {
    response.cookie(COOKIE, id, { ...this.options, maxAge: COOKIE_LIFETIME_MS });
  }

  clearMethod(request: Request, response: Response): void {
    if (this.readMethod(request)) response.clearCookie(COOKIE, this.options);
  }
}
