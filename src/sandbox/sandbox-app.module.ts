import { type DynamicModule, type MiddlewareConsumer, Module, type NestModule } from '@nestjs/common';
import type { Logger } from 'pino';
import type { DataSource } from 'typeorm';
import { ConfigModule } from '../runtime/config/config.module.js';
import type { Environment } from '../runtime/config/environment.js';
import { LoggingModule } from '../runtime/logging/logging.module.js';
import { PageSecurity } from '../web/pages/page-security.middleware.js';
import { AcquirerModule } from './acquirer/acquirer.module.js';
import { CleanupLoop } from './cleanup/cleanup-loop.js';
import { CleanupService } from './cleanup/cleanup.service.js';
import { ClockController } from './clock/clock.controller.js';
import { HomeController } from './home.controller.js';
import { SetInboxResponseService } from './inbox/set-inbox-response.service.js';
import { CopyNotificationsService } from './inbox/copy-notifications.service.js';
import { ExaminePastedService } from './inbox/examine-pasted.service.js';
import { SentNotifications } from './inbox/sent-notifications.js';
import { InboxController } from './inbox/inbox.controller.js';
import { InboxQuery } from './inbox/inbox.query.js';
import { InboxReceiverController } from './inbox/inbox-receiver.controller.js';
import { ReceiveNotificationService } from './inbox/receive-notification.service.js';
import { SimulatedChargeService } from './operators/simulated-charge.service.js';
import { SimulatedChargeStatusQuery } from './operators/simulated-charge-status.query.js';
import { OperatorsController } from './operators/operators.controller.js';
import { OperatorCallbacks } from './operators/operator-callbacks.js';
import { SimulatedReversalService } from './operators/simulated-reversal.service.js';
import { SimulatedCodeService } from './operators/simulated-code.service.js';
import { PhoneController } from './phone/phone.controller.js';
import { SimulatedMessageService } from './phone/simulated-message.service.js';
import { TextMessagesQuery } from './phone/text-messages.query.js';
import { WriteController } from './phone/write.controller.js';
import { CallbackLoop } from './callback-loop.js';
import { SandboxCommonModule } from './sandbox-common.module.js';
import type { SandboxOptions } from './sandbox-options.js';

export interface SandboxSetup {
  environment: Environment;
  options: SandboxOptions;
  dataSource: DataSource;
  logger: Logger;
  sentNotifications: SentNotifications;
}

const PAGES = [HomeController, PhoneController, WriteController, InboxController, ClockController];

/** The sandbox: a separate application that shares only settings and the look of pages with the gateway. */
@Module({})
export class SandboxAppModule implements NestModule {
  static forRoot({ environment, options, dataSource, logger, sentNotifications }: SandboxSetup): DynamicModule {
    return {
      module: SandboxAppModule,
      imports: [
        ConfigModule.forRoot(environment),
        LoggingModule.forRoot(logger),
        SandboxCommonModule.forRoot(dataSource, options),
        AcquirerModule,
      ],
      controllers: [OperatorsController, ...PAGES, InboxReceiverController],
      providers: [
        SimulatedChargeService,
        SimulatedChargeStatusQuery,
        SetInboxResponseService,
        { provide: SentNotifications, useValue: sentNotifications },
        CleanupLoop,
        CleanupService,
        CopyNotificationsService,
        ExaminePastedService,
        InboxQuery,
        ReceiveNotificationService,
        OperatorCallbacks,
        CallbackLoop,
        SimulatedReversalService,
        SimulatedCodeService,
        SimulatedMessageService,
        TextMessagesQuery,
      ],
    };
  }

  configure(consumer: MiddlewareConsumer): void {
    consumer.apply(PageSecurity).forRoutes('{*path}');
  }
}
