import { Injectable } from '@nestjs/common';
import { DEVELOPERS_LOCALE } from '../../common/locale.js';
import { Parts } from '../../platform/products/parts.js';
import { PageOrigin } from '../pages/page-origin.js';
import { PageRenderer } from '../pages/page-renderer.js';
import { ApiDocument } from './api-document.js';
import { type Collection, collectionOf } from './collection.js';
import { llmsText } from './llms-text.js';
import { type OperationView, operationViews } from './reference/operation-view.js';
import { type WebhookView, webhookViews } from './reference/webhook-view.js';
import { GuidePages } from './site/guide-pages.js';
import type { GuideSource } from './site/guide-sources.js';

const PAGE_NOT_FOUND = 'There is no such page. These are all that there are.';
const MARKDOWN_FILE = /^(.+)\.md$/;

/** The site for developers without scripts: guides, and a reference with one page for each operation and each notification. */
@Injectable()
export class SitePages {
  private cachedViews: { operations: OperationView[]; webhooks: WebhookView[] } | undefined;

  constructor(
    private readonly document: ApiDocument,
    private readonly renderer: PageRenderer,
    private readonly origin: PageOrigin,
    private readonly guides: GuidePages,
    private readonly parts: Parts,
  ) {}

  home(notice = ''): string {
    return this.render('home', 'For developers', { notice, baseUrl: this.origin.url });
  }

  notFound(): string {
    return this.home(PAGE_NOT_FOUND);
  }

  /** @param name last part of the page's path. @returns undefined when no page has this name. */
  page(name: string): string | undefined {
    if (name === 'reference') return this.overview();
    const { operations, webhooks } = this.views();
    const operation = operations.find(({ id }) => id === name);
    if (operation)
      return this.render('operation', operation.summary, { operation, page: name, notifications: this.notificationsOf(operation) });
    const webhook = webhooks.find(({ id }) => id === name);
    return webhook ? this.render('webhook', webhook.name, { webhook, page: name }) : this.guide(name);
  }

  /** @param file a name such as `notifications.md`. @returns undefined when no guide has this name. */
  markdown(file: string): string | undefined {
    const guide = this.guides.find(MARKDOWN_FILE.exec(file)?.[1] ?? '');
    return guide && this.guides.markdown(guide);
  }

  collection(): Collection {
    return collectionOf(this.document.get(), this.views().operations, this.origin.url);
  }

  llms(): string {
    return llmsText(this.guides.links, this.origin.url);
  }

  private overview(): string {
    return this.render('overview', 'API reference', {
      page: 'reference',
      errors: this.guides.errors(),
      baseUrl: this.origin.url,
      tags: this.document.get().tags ?? [],
    });
  }

  private guide(name: string): string | undefined {
    const guide = this.guides.find(name);
    if (!guide) return undefined;
    const html = (source: GuideSource): string => this.guides.html(source, (page) => this.renderer.link(`/docs/${page}`, null));
    if (name !== 'errors') return this.render('guide', guide.title, { page: name, html: html(guide), ...this.guides.neighbours(name) });
    // The table of error codes becomes a list, because each code needs an anchor.
    const [textBeforeTable = ''] = guide.markdown.split('\n|', 1);
    return this.render('error-codes', guide.title, {
      page: name,
      html: html({ ...guide, markdown: textBeforeTable }),
      errors: this.guides.errors(),
    });
  }

  private notificationsOf({ id }: OperationView): WebhookView[] {
    const caused = this.parts.notifications.filter(({ causedBy }) => causedBy.includes(id)).map(({ name }) => name);
    return this.views().webhooks.filter(({ name }) => caused.includes(name));
  }

  private views(): { operations: OperationView[]; webhooks: WebhookView[] } {
    const document = this.document.get();
    return (this.cachedViews ??= { operations: operationViews(document, this.origin.url), webhooks: webhookViews(document) });
  }

  private render(template: string, title: string, data: object): string {
    return this.renderer.render(
      `web/api-docs/templates/${template}`,
      {
        ...data,
        ...this.views(),
        guides: this.guides.links,
        title: `${title} · Payment Gateway`,
        heading: title,
        styles: ['api-docs.css'],
        splitCode,
      },
      { locale: DEVELOPERS_LOCALE },
    );
  }
}

/** Splits a text at its backticks. Every second part is code. */
const splitCode = (text: string): string[] => text.split('`');
