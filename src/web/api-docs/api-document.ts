import { type INestApplication, Injectable } from '@nestjs/common';
import type { OpenAPIObject } from '@nestjs/swagger';
import { makeApiDocument } from './make-api-document.js';

/**
 * The OpenAPI document of the running application, made on first use. It needs the whole application, which is handed over once it is
 * created.
 */
@Injectable()
export class ApiDocument {
  private app: INestApplication | undefined;
  private made: OpenAPIObject | undefined;

  describe(app: INestApplication): void {
    this.app = app;
  }

  get(): OpenAPIObject {
    if (!this.app) throw new Error('The application was not handed over to ApiDocument.');
    return (this.made ??= makeApiDocument(this.app));
  }
}
