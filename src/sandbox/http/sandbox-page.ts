import { Injectable } from '@nestjs/common';
import { DateTime } from 'luxon';
import { PageRenderer } from '../../web/pages/page-renderer.js';
import { SandboxOptions } from '../sandbox-options.js';

/** Renders the sandbox's pages; they are for developers and in English. */
@Injectable()
export class SandboxPage {
  constructor(
    private readonly renderer: PageRenderer,
    private readonly options: SandboxOptions,
  ) {}

  /** @param name template in `src/sandbox/templates`. */
  render(name: string, title: string, data: object): string {
    return this.renderer.render(
      `sandbox/templates/${name}`,
      {
        ...data,
        title: `${title} · Sandbox`,
        heading: title,
        styles: ['sandbox.css'],
        scripts: ['sandbox.js'],
        gateway: this.options.publicUrl,
        time: (at: Date) => DateTime.fromJSDate(at, { zone: this.options.displayTimeZone }).toFormat('yyyy-MM-dd HH:mm:ss'),
        iso: (at: Date) => at.toISOString(),
      },
      { locale: 'en' },
    );
  }

  link(path: string): string {
    return this.renderer.link(path, null);
  }
}
