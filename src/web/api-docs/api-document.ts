import { type INestApplication, Injectable } from '@nestjs/common';
import type { OpenAPIObject } from '@nestjs/swagger';
import { makeApiDocument } from './make-api-document.js';

/**
 * The OpenAPI document of the running application, made when it is first asked for. Only the application as a whole can be
 * described, so it hands itself over once it stands.
 */
@Injectable()
export class ApiDocument {
  private app: INestApplication | undefined;
  private made: OpenAPIObject | undefined;

  describe(app: INestApplication): void {
    this.app = app;
  }

  get(): OpenAPIObject {
    if (!this.app) throw new Error('There is no application to describe.');
    return (this.made ??= makeApiDocument(this.app));
  }
}
