import { Module } from '@nestjs/common';
import { ApiDocsModule } from './web/api-docs/api-docs.module.js';
import { CheckoutModule } from './web/checkout/checkout.module.js';
import { DemoModule } from './demo/demo.module.js';
import { PRODUCTS } from './parts.js';
import { ReconciliationApiModule } from './platform/reconciliation/reconciliation-api.module.js';
import { PeopleModule } from './platform/people/people.module.js';
import { NotificationSourcesModule } from './platform/webhooks/notification-sources.module.js';

/** The routes of one product. */
class ProductRoutes {}

/** The modules of a process that serves requests of partners, payers and providers. Its panel needs `PeopleModule`. */
@Module({
  imports: [
    ...PRODUCTS.map(({ module, controllers }) => ({ module: ProductRoutes, imports: [module], controllers: [...controllers] })),
    ReconciliationApiModule,
    NotificationSourcesModule,
    PeopleModule,
    CheckoutModule,
    ApiDocsModule,
    DemoModule,
  ],
})
export class ApiModule {}
