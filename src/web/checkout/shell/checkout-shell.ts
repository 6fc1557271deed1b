import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import type { Locale } from '../../../common/locale.js';
import { BusinessClock } from '../../../common/time/clocks.js';
import { Environment } from '../../../runtime/config/environment.js';
import { setRetryAfter } from '../../../runtime/http/set-retry-after.js';
import { formatDay, formatTimeOfDay } from '../../pages/format-time.js';
import { askedLocale, chooseLocale } from '../../pages/locale.js';
import { PageRenderer } from '../../pages/page-renderer.js';
import { contactLink } from './contact-link.js';
import { pageBrand } from './page-brand.js';
import { PAYMENT_SCRIPTS } from './payment-scripts.js';
import type { Deadline, PaymentPage } from './payment-page.js';
import { shopLink } from './shop-link.js';
import { SHELL_TEXTS } from './texts/texts.js';

/** How a form that was refused is answered. */
export interface FormRefusal {
  status: number;
  retryAfterSeconds?: number;
}

/** Asked for by hand: the page neither reloads nor leaves by itself. */
const STAYS = 'stay=1';

/** Answers a payer's browser: with a step of a payment, or with the way to it. */
@Injectable()
export class CheckoutShell {
  constructor(
    private readonly pages: PageRenderer,
    private readonly clock: BusinessClock,
    private readonly environment: Environment,
  ) {}

  /**
   * @param ofService the service's language, for browsers that ask for none of ours.
   * @param describe told the payer's language.
   */
  show(
    ofService: Locale | null,
    describe: (locale: Locale) => PaymentPage,
    request: Request,
    response: Response,
    refusal?: FormRefusal,
  ): void {
    const locale = chooseLocale(request, ofService);
    const page = describe(locale);
    const stays = request.query['stay'] === '1';
    const asked = askedLocale(request);
    const html = this.pages.render(
      page.template,
      { ...this.dataOf(page, locale), stays, stayUrl: this.pages.link(`${page.path}?${STAYS}`, asked) },
      { locale, askedLocale: asked, path: stays ? `${page.path}?${STAYS}` : page.path },
    );
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
    const brand = pageBrand(seller, page.brand, (path) => this.pages.link(path, null));
    const { payerContact } = this.environment.app;
    return {
      ...data,
      ...page,
      shell,
      brand,
      scripts: PAYMENT_SCRIPTS,
      amountLabel: page.isDue ? shell.amount : shell.receipt.amount,
      title: `${errors.length > 0 ? shell.errors.titlePrefix : ''}${heading} – ${brand.name}`,
      errorOf: Object.fromEntries(errors.filter(({ field }) => field).map(({ field, message }) => [field, message])),
      deadline: page.deadline && this.shown(page.deadline, locale),
      contacts: [page.brand?.contact, payerContact].filter((contact) => contact != null).map(contactLink),
      success: shopLink(page.successUrl),
      failure: shopLink(page.failureUrl),
    };
  }

  private shown({ at, canBeExtended }: Deadline, locale: Locale) {
    const { displayTimeZone } = this.environment.app;
    const now = this.clock.now();
    const [today, day] = [now, at].map((moment) => formatDay(moment, displayTimeZone, locale));
    const time = formatTimeOfDay(at, displayTimeZone, locale);
    const { payBefore, payBeforeTomorrow } = SHELL_TEXTS[locale];
    return {
      text: day === today ? payBefore(time) : payBeforeTomorrow(time), // it is shown for a day at most
      secondsLeft: Math.max(0, Math.ceil((at.getTime() - now.getTime()) / 1000)),
      canBeExtended,
    };
  }
}
