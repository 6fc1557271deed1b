import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { setRetryAfter } from '../../../runtime/http/set-retry-after.js';
import { askedLocale, chooseLocale, type Locale } from '../../pages/locale.js';
import { PageRenderer } from '../../pages/page-renderer.js';
import type { PaymentPage } from './payment-page.js';
import { SHELL_TEXTS } from './texts.js';

/** How a form that was refused is answered. */
export interface FormRefusal {
  status: number;
  retryAfterSeconds?: number;
}

/** Answers a payer's browser: with a step of a payment, or with the way to it. */
@Injectable()
export class CheckoutShell {
  constructor(private readonly pages: PageRenderer) {}

  /** @param describe told the payer's language. */
  show(describe: (locale: Locale) => PaymentPage, request: Request, response: Response, refusal?: FormRefusal): void {
    const locale = chooseLocale(request);
    const page = describe(locale);
    const html = this.pages.render(page.template, this.dataOf(page, locale), {
      locale,
      askedLocale: askedLocale(request),
      path: page.path,
    });
    setRetryAfter(response, refusal?.retryAfterSeconds);
    response
      .status(refusal?.status ?? 200)
      .type('html')
      .send(html);
  }

  /** 303, so that reloading the page never sends a form again. */
  goTo(path: string, request: Request, response: Response): void {
    response.redirect(303, this.pages.link(path, askedLocale(request)));
  }

  private dataOf({ data, ...page }: PaymentPage, locale: Locale): object {
    const shell = SHELL_TEXTS[locale];
    const { errors, heading, seller } = page;
    return {
      ...data,
      ...page,
      shell,
      title: `${errors.length > 0 ? shell.errors.titlePrefix : ''}${heading} – ${seller}`,
      initial: /[\p{L}\p{N}]/u.exec(seller)?.[0].toUpperCase() ?? '',
      errorOf: Object.fromEntries(errors.filter(({ field }) => field).map(({ field, message }) => [field, message])),
      successUrl: shopLink(page.successUrl),
      failureUrl: shopLink(page.failureUrl),
    };
  }
}

/** The partner's address is a link on our page: nothing but http and https gets there. */
function shopLink(url: string | null): string | null {
  if (url === null || !URL.canParse(url)) return null;
  const { protocol, href } = new URL(url);
  return protocol === 'http:' || protocol === 'https:' ? href : null;
}
