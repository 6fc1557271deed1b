import { type DynamicModule, type MiddlewareConsumer, Module, type NestModule } from '@nestjs/common';
import type { Logger } from 'pino';
import { DataSource } from 'typeorm';
import { RealSystemClock, SystemClock } from '../common/time/clocks.js';
import { ConfigModule } from '../runtime/config/config.module.js';
import type { Environment } from '../runtime/config/environment.js';
import { LoggingModule } from '../runtime/logging/logging.module.js';
import { PagesModule } from '../web/pages/pages.module.js';
import { PageSecurity } from '../web/pages/page-security.middleware.js';
import { ACQUIRER_CONTROLLERS, ACQUIRER_PROVIDERS } from './acquirer/acquirer.parts.js';
import { ClearOldLoop } from './clearing/clear-old-loop.js';
import { ClearOldService } from './clearing/clear-old.service.js';
import { ClockController } from './clock/clock.controller.js';
import { SandboxClock } from './clock/sandbox-clock.js';
import { HomeController } from './home.controller.js';
import { SandboxPage } from './http/sandbox-page.js';
import { ChooseAnswerService } from './inbox/choose-answer.service.js';
import { InboxController } from './inbox/inbox.controller.js';
import { InboxQuery } from './inbox/inbox.query.js';
import { InboxReceiverController } from './inbox/inbox-receiver.controller.js';
import { ReceiveNotificationService } from './inbox/receive-notification.service.js';
import { SimulatedChargeService } from './operators/simulated-charge.service.js';
import { SimulatedChargeStatusQuery } from './operators/simulated-charge-status.query.js';
import { OperatorsController } from './operators/operators.controller.js';
import { OperatorReports } from './operators/operator-reports.js';
import { SimulatedReversalService } from './operators/simulated-reversal.service.js';
import { SimulatedCodeService } from './operators/simulated-code.service.js';
import { PhoneController } from './phone/phone.controller.js';
import { SimulatedMessageService } from './phone/simulated-message.service.js';
import { TextMessagesQuery } from './phone/text-messages.query.js';
import { WriteController } from './phone/write.controller.js';
import { ReportLoop } from './report-loop.js';
import { SandboxOptions } from './sandbox-options.js';

export interface SandboxSetup {
  environment: Environment;
  options: SandboxOptions;
  dataSource: DataSource;
  logger: Logger;
}

const PAGES = [HomeController, PhoneController, WriteController, InboxController, ClockController];

/** The simulated parties as an application of its own: it shares nothing with the gateway but settings and the look of pages. */
@Module({})
export class SandboxAppModule implements NestModule {
  static forRoot({ environment, options, dataSource, logger }: SandboxSetup): DynamicModule {
    return {
      module: SandboxAppModule,
      imports: [ConfigModule.forRoot(environment), LoggingModule.forRoot(logger), PagesModule.forOrigin(({ sandbox }) => sandbox.url)],
      controllers: [OperatorsController, ...ACQUIRER_CONTROLLERS, ...PAGES, InboxReceiverController],
      providers: [
        { provide: DataSource, useValue: dataSource },
        { provide: SandboxOptions, useValue: options },
        { provide: SystemClock, useClass: RealSystemClock },
        SimulatedChargeService,
        SimulatedChargeStatusQuery,
        ChooseAnswerService,
        ClearOldLoop,
        ClearOldService,
        InboxQuery,
        ReceiveNotificationService,
        OperatorReports,
        ReportLoop,
        SimulatedReversalService,
        SandboxClock,
        SandboxPage,
        SimulatedCodeService,
        SimulatedMessageService,
        TextMessagesQuery,
        ...ACQUIRER_PROVIDERS,
      ],
    };
  }

  configure(consumer: MiddlewareConsumer): void {
    consumer.apply(PageSecurity).forRoutes('{*path}');
  }
}
