import { Injectable } from '@nestjs/common';
import { HTTP_STATUS_OF } from '../../common/errors/error-codes.js';
import { PageOrigin } from '../pages/page-origin.js';
import { PageRenderer } from '../pages/page-renderer.js';
import { ApiDocument } from './api-document.js';
import { type OperationView, operationViews } from './reference/operation-view.js';

/** The reference as pages without a script: one for what all operations share, and one for each operation. */
@Injectable()
export class ReferencePages {
  private made: OperationView[] | undefined;

  constructor(
    private readonly document: ApiDocument,
    private readonly renderer: PageRenderer,
    private readonly origin: PageOrigin,
  ) {}

  overview(notice = ''): string {
    const meanings = new Map(this.views().flatMap(({ errors }) => errors.map(({ code, meaning }) => [code, meaning])));
    const errors = Object.entries(HTTP_STATUS_OF).flatMap(([code, status]) => {
      const meaning = meanings.get(code);
      return meaning ? [{ code, status: String(status), meaning }] : [];
    });
    return this.render('overview', 'API reference', { notice, errors, baseUrl: this.origin.url, tags: this.document.get().tags ?? [] });
  }

  /** Nothing where there is no such operation. */
  operation(id: string): string | undefined {
    const operation = this.views().find((view) => view.id === id);
    return operation && this.render('operation', operation.summary, { operation });
  }

  private views(): OperationView[] {
    return (this.made ??= operationViews(this.document.get(), this.origin.url));
  }

  private render(template: string, title: string, data: object): string {
    return this.renderer.render(
      `web/api-docs/templates/${template}`,
      { ...data, title: `${title} · Payment Gateway`, heading: title, operations: this.views(), styles: ['api-docs.css'], inCode },
      { locale: 'en' },
    );
  }
}

/** The document's texts mark code with backticks: every second part is code. */
const inCode = (text: string): string[] => text.split('`');
