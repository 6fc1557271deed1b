import { Get, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { Environment } from '../../../runtime/config/environment.js';
import { requestedLocale, chooseLocale } from '../../pages/locale.js';
import { PageRenderer } from '../../pages/page-renderer.js';
import { sendPage } from '../../pages/send-page.js';
import { TEXTS } from '../../languages/texts.js';
import { contactLink } from './contact-link.js';
import { PayerPages } from './payer-pages.js';

const ACCESSIBILITY_PATH = '/pay/accessibility';

/** The accessibility statement that the European Accessibility Act (Annex V) requires; all payers' pages link to it. */
@PayerPages(ACCESSIBILITY_PATH)
export class AccessibilityController {
  constructor(
    private readonly pages: PageRenderer,
    private readonly environment: Environment,
  ) {}

  @Get()
  show(@Req() request: Request, @Res() response: Response): void {
    const locale = chooseLocale(request);
    const { payerContact } = this.environment.app;
    const texts = TEXTS[locale].accessibility;
    const html = this.pages.render(
      'web/checkout/shell/templates/accessibility',
      { shell: TEXTS[locale].shell, scripts: [], title: texts.title, texts, contact: payerContact ? contactLink(payerContact) : null },
      { locale, chosenLocale: requestedLocale(request), path: ACCESSIBILITY_PATH },
    );
    sendPage(request, response, html);
  }
}
