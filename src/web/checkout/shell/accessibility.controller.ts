import { Get, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { Environment } from '../../../runtime/config/environment.js';
import { askedLocale, chooseLocale } from '../../pages/locale.js';
import { PageRenderer } from '../../pages/page-renderer.js';
import { ACCESSIBILITY_TEXTS } from './accessibility-texts.js';
import { contactLink } from './contact-link.js';
import { PayerPages } from './payer-pages.js';
import { SHELL_TEXTS } from './texts/texts.js';

export const ACCESSIBILITY = '/pay/accessibility';

/** What the European Accessibility Act (Annex V) has a service tell about itself; each page for payers leads here. */
@PayerPages(ACCESSIBILITY)
export class AccessibilityController {
  constructor(
    private readonly pages: PageRenderer,
    private readonly environment: Environment,
  ) {}

  @Get()
  show(@Req() request: Request, @Res() response: Response): void {
    const locale = chooseLocale(request);
    const { payerContact } = this.environment.app;
    const texts = ACCESSIBILITY_TEXTS[locale];
    const html = this.pages.render(
      'web/checkout/shell/templates/accessibility',
      { shell: SHELL_TEXTS[locale], scripts: [], title: texts.title, texts, contact: payerContact ? contactLink(payerContact) : null },
      { locale, askedLocale: askedLocale(request), path: ACCESSIBILITY },
    );
    response.status(200).type('html').send(html);
  }
}
