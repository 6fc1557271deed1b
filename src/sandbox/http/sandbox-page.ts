import { Injectable } from '@nestjs/common';
import { DateTime } from 'luxon';
import { DEVELOPERS_LOCALE, type Locale } from '../../common/locale.js';
import { type PageContext, PageRenderer } from '../../web/pages/page-renderer.js';
import { SandboxOptions } from '../sandbox-options.js';

/** Renders the sandbox's pages. The pages are in English, for developers, unless the caller passes a language. */
@Injectable()
export class SandboxPage {
  /** How far business time is ahead, as text. The whole gateway has one business time, so the latest value is valid for every page. */
  clockOffset = '';

  constructor(
    private readonly renderer: PageRenderer,
    private readonly options: SandboxOptions,
  ) {}

  /** @param name template in `src/sandbox/templates`. */
  render(name: string, title: string, data: object, context: PageContext = { locale: DEVELOPERS_LOCALE }): string {
    return this.renderer.render(
      `sandbox/templates/${name}`,
      {
        ...data,
        title: `${title} · Sandbox`,
        heading: title,
        styles: ['sandbox.css'],
        scripts: ['sandbox.js'],
        gateway: this.options.publicUrl,
        clockOffset: this.clockOffset,
        time: (at: Date) => DateTime.fromJSDate(at, { zone: this.options.displayTimeZone }).toFormat('yyyy-MM-dd HH:mm:ss'),
        iso: (at: Date) => at.toISOString(),
      },
      context,
    );
  }

  /** @param requested the language that the payer chose; null when the browser's language is used. */
  link(path: string, requested: Locale | null = null): string {
    return this.renderer.link(path, requested);
  }
}
