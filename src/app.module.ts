import { type DynamicModule, Module } from '@nestjs/common';
import { AccessModule } from './platform/access/access.module.js';
import { ApiModule } from './api.module.js';
import { CompatibilityModule } from './compatibility/compatibility.module.js';
import { IdempotencyModule } from './platform/idempotency/idempotency.module.js';
import { PRODUCTS } from './parts.js';
import { PlatformModule, type PlatformOptions } from './platform.module.js';
import { PeopleModule } from './platform/people/people.module.js';
import { WebhookDeliveryModule } from './platform/webhooks/webhook-delivery.module.js';

/** The modules of a worker, whose work no request starts: notification deliveries and scheduled tasks. */
@Module({ imports: [...PRODUCTS.map(({ module }) => module), WebhookDeliveryModule, PeopleModule] })
class WorkerModule {}

/** The gateway's modules for the roles `api`, `worker` and `all`. A process with `ROLE=sandbox` does not load them. */
@Module({})
export class AppModule {
  static forRoot(options: PlatformOptions): DynamicModule {
    const { app, http } = options.environment;
    const { role } = app;
    return {
      module: AppModule,
      imports: [
        PlatformModule.forRoot(options),
        AccessModule,
        IdempotencyModule,
        ...(role === 'worker' ? [] : [ApiModule, ...(http.clientCompatibility ? [CompatibilityModule] : [])]),
        ...(role === 'api' ? [] : [WorkerModule]),
      ],
    };
  }
}
