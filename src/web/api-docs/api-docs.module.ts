import { type MiddlewareConsumer, Module, type NestModule } from '@nestjs/common';
import { GATEWAY_PAGES } from '../pages/gateway-pages.js';
import { PageSecurity } from '../pages/page-security.middleware.js';
import { ApiDocsController } from './api-docs.controller.js';
import { ApiDocument } from './api-document.js';
import { ReferencePages } from './reference-pages.js';

/** The API's reference for developers: pages at `/docs`, and the OpenAPI document they are made from. */
@Module({ imports: [GATEWAY_PAGES], controllers: [ApiDocsController], providers: [ApiDocument, ReferencePages] })
export class ApiDocsModule implements NestModule {
  configure(consumer: MiddlewareConsumer): void {
    consumer.apply(PageSecurity).forRoutes(ApiDocsController);
  }
}
