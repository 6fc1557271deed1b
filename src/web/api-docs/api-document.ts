import { type INestApplication, Injectable } from '@nestjs/common';
import type { OpenAPIObject } from '@nestjs/swagger';
import { makeApiDocument } from './make-api-document.js';

/**
 * The OpenAPI document of the running application, generated on first use. Call `useApplication` only after the application has registered
 * all routes, because the document lists them.
 */
@Injectable()
export class ApiDocument {
  private app: INestApplication | undefined;
  private document: OpenAPIObject | undefined;

  useApplication(app: INestApplication): void {
    this.app = app;
  }

  get(): OpenAPIObject {
    if (!this.app) throw new Error('ApiDocument has no application: call useApplication() after creating the application');
    return (this.document ??= makeApiDocument(this.app));
  }
}
