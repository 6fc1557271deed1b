import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import type { Locale } from '../../../common/locale.js';
import { BusinessClock } from '../../../common/time/clocks.js';
import { Environment } from '../../../runtime/config/environment.js';
import { setRetryAfter } from '../../../runtime/http/set-retry-after.js';
import { formatDay, formatTimeOfDay } from '../../pages/format-time.js';
import { requestedLocale, chooseLocale } from '../../pages/locale.js';
import { PageRenderer } from '../../pages/page-renderer.js';
import { sendPage } from '../../pages/send-page.js';
import { contactLink } from './contact-link.js';
import { PAYMENT_SCRIPTS } from './payment-scripts.js';
import type { Deadline, ShellPage } from './shell-page.js';
import { shopFront, shopLink } from './shop-link.js';
import { TEXTS } from '../../languages/texts.js';
import type { ServiceBrand } from '../../../platform/partners/brand/service-brand.js';
import { accentPath, logoPath } from './brand/brand-paths.js';

/** HTTP status and `Retry-After` of the response to a rejected form. */
export interface FormErrorStatus {
  status: number;
  retryAfterSeconds?: number;
}

/** Query of a page that neither reloads nor redirects itself. Pages that do so link to their own page with this query. */
const STAY_QUERY = 'stay=1';

/** Sends a page of a payment to a payer's browser, or redirects to this page. */
@Injectable()
export class CheckoutShell {
  constructor(
    private readonly pages: PageRenderer,
    private readonly clock: BusinessClock,
    private readonly environment: Environment,
  ) {}

  /**
   * @param serviceLocale the service's language, for browsers that accept none of the gateway's languages.
   * @param createPage creates the page in the payer's language.
   */
  show(
    serviceLocale: Locale | null,
    createPage: (locale: Locale) => ShellPage,
    request: Request,
    response: Response,
    rejection?: FormErrorStatus,
  ): void {
    const locale = chooseLocale(request, serviceLocale);
    const page = createPage(locale);
    const stays = request.query['stay'] === '1';
    const requested = requestedLocale(request);
    const html = this.pages.render(
      page.template,
      { ...this.dataOf(page, locale), stays, stayUrl: this.pages.link(`${page.path}?${STAY_QUERY}`, requested) },
      { locale, chosenLocale: requested, path: stays ? `${page.path}?${STAY_QUERY}` : page.path },
    );
    setRetryAfter(response, rejection?.retryAfterSeconds);
    response.status(rejection?.status ?? 200);
    sendPage(request, response, html);
  }

  /** Redirects with status 303, so that reloading the page never sends a form again. */
  goTo(path: string, request: Request, response: Response): void {
    response.redirect(303, this.pages.link(path, requestedLocale(request)));
  }

  private dataOf({ data, ...page }: ShellPage, locale: Locale): object {
    const shell = TEXTS[locale].shell;
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
      deadline: page.deadline && this.deadlineView(page.deadline, locale),
      contacts: [page.brand?.contact, payerContact].filter((contact) => contact != null).map(contactLink),
      withdrawal: shopLink(page.brand?.withdrawalUrl ?? null),
      success: shopLink(page.successUrl),
      failure: shopLink(page.failureUrl) ?? shopFront(page.successUrl),
    };
  }

  private deadlineView({ at, canBeExtended }: Deadline, locale: Locale) {
    const { displayTimeZone } = this.environment.app;
    const now = this.clock.now();
    const [today, day] = [now, at].map((moment) => formatDay(moment, displayTimeZone, locale));
    const time = formatTimeOfDay(at, displayTimeZone, locale);
    const { payBefore, payBeforeTomorrow } = TEXTS[locale].shell;
    return {
      text: day === today ? payBefore(time) : payBeforeTomorrow(time), // a displayed deadline is at most a day away
      secondsLeft: Math.max(0, Math.ceil((at.getTime() - now.getTime()) / 1000)),
      canBeExtended,
    };
  }
}

/** A service's brand for the shell's templates. */
interface PageBrand {
  name: string;
  /** The first letter or digit of the name, shown when there is no logo. */
  initial: string;
  logoUrl: string | null;
  accentUrl: string | null;
}

/** @param link adds the origin's path prefix to a path. */
function pageBrand(seller: string, brand: ServiceBrand | null, link: (path: string) => string): PageBrand {
  const name = brand?.name ?? seller;
  return {
    name,
    initial: /[\p{L}\p{N}]/u.exec(name)?.[0].toUpperCase() ?? '',
    logoUrl: brand?.logo ? link(logoPath(brand.logo)) : null,
    accentUrl: brand?.accent ? link(accentPath(brand.accent)) : null,
  };
}
