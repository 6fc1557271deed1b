import { type MiddlewareConsumer, Module, type NestModule } from '@nestjs/common';
import { GATEWAY_PAGES } from '../pages/gateway-pages.js';
import { PageSecurity } from '../pages/page-security.middleware.js';
import { ApiDocsController } from './api-docs.controller.js';
import { ApiDocument } from './api-document.js';
import { EntranceController } from './entrance.controller.js';
import { SitePages } from './site-pages.js';
import { GuidePages } from './site/guide-pages.js';

/** The site for developers at `/docs`: guides, the API reference, and the OpenAPI document from which the reference is made. */
@Module({ imports: [GATEWAY_PAGES], controllers: [ApiDocsController, EntranceController], providers: [ApiDocument, GuidePages, SitePages] })
export class ApiDocsModule implements NestModule {
  configure(consumer: MiddlewareConsumer): void {
    consumer.apply(PageSecurity).forRoutes(ApiDocsController);
  }
}
